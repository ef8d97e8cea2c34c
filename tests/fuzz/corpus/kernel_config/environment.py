import os
import os.path as osp
from os import getenv as read, environ
ROOT = os.environ.get("SET", "fallback") + os.environ["SET"]
NUMBER = int(environ.get("NUMBER", "3")) + int(read("UNSET", 4))
NOTHING = read("UNSET")
RUNTIME_ENV = {"PTO_LOG": str(NUMBER), "PLACE": osp.join(ROOT, "..", "x")}
if NOTHING is None and NUMBER > 100:
    raise RuntimeError("set UNSET")
if os.getenv("UNSET") is not None: raise SystemExit
KERNELS = []
