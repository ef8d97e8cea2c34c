KERNELS = [{"func_id": 0, "sourc": "kernels/aiv/a.cpp", "core_typ": "aic"}, {"func_id": 0}]
