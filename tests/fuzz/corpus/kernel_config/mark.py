KERNELS = [{"func_id": 0, "source": "kernels/aiv/é.cpp", "core_type": "aiv"}]
α = KERNELS
