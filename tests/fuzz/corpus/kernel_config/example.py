# Kernel and orchestration configuration, in the form that PyPTO writes.

from pathlib import Path

from simpler.task_interface import ArgDirection as _D

_ROOT_DIR = Path(__file__).parent

RUNTIME_CONFIG = {
    "runtime": "tensormap_and_ringbuffer",
    "aicpu_thread_num": 0,
}

ORCHESTRATION = {
    "source": str(_ROOT_DIR / "orchestration" / "three_steps.cpp"),
    "function_name": "aicpu_orchestration_entry",
    "signature": [_D.IN, _D.IN, _D.OUT],
}

KERNELS = [
    {"func_id": 0, "name": "scale", "source": str(_ROOT_DIR / "kernels" / "aiv" / "scale.cpp"), "core_type": "aiv", "signature": [_D.IN, _D.OUT]},
    {"func_id": 1, "name": "floor_at", "source": str(_ROOT_DIR / "kernels" / "aiv" / "floor_at.cpp"), "core_type": "aiv", "signature": [_D.IN, _D.IN, _D.OUT]},
    {"func_id": 2, "name": "difference", "source": str(_ROOT_DIR / "kernels" / "aiv" / "difference.cpp"), "core_type": "aiv", "signature": [_D.IN, _D.IN, _D.OUT]},
]
