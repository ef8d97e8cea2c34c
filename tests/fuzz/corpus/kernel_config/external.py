from pathlib import Path
_HERE = Path(__file__).resolve().parent
KERNELS = [
    {"func_id": 3, "source": _HERE / "kernels/aic/mm.cpp", "core_type": "aic"},
    {"func_id": 7, "source": "/opt/shared/../kernels/add.cpp", "core_type": "aiv", "external": True,
     "signature": ["IN", "OUT", "INOUT", "SCALAR"], "extra_include_dirs": ["include", _HERE, "/usr/../opt"], "name": "add"},
]
ORCHESTRATION = {"source": "orchestration/main.cpp", "function_name": "entry", "name": "main"}
RUNTIME_CONFIG = {"runtime": "host_build_graph", "block_dim": 24, "orch_thread_num": 1, "enable_sdma": False, "rounds": 2}
