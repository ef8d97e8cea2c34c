import glob
KERNELS = [{"func_id": i} for i in range(3)]
