KERNEL = [{"func_id": 0, "source": "a.cpp", "core_type": "aiv"}]
ORCHESTRATOIN = {"source": "b.cpp", "function_name": "f"}
RUNTIME_CONFG = {"runtime": "rt3"}
