KERNELS = [{"func_id": (0, "source": 'it
