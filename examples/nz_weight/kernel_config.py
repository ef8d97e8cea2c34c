# Kernel and orchestration configuration, in the form that PyPTO writes.

from pathlib import Path

from simpler.task_interface import ArgDirection as _D

_ROOT_DIR = Path(__file__).parent

RUNTIME_CONFIG = {
    "runtime": "tensormap_and_ringbuffer",
    "aicpu_thread_num": 0,
}

ORCHESTRATION = {
    "source": str(_ROOT_DIR / "orchestration" / "nz_weight.cpp"),
    "function_name": "aicpu_orchestration_entry",
    "signature": [_D.IN, _D.IN, _D.OUT],
}

KERNELS = [
    {"func_id": 0, "name": "matmul", "source": str(_ROOT_DIR / "kernels" / "aic" / "matmul.cpp"), "core_type": "aic", "signature": [_D.IN, _D.IN, _D.OUT]},
]
