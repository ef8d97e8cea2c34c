"""What every reader of PyPTO's debug/run.py needs; goes before golden_runner.py and run_py_compare.py in one program."""

import sys

if sys.path and sys.path[0] == "":
    del sys.path[0]  # the working directory must not shadow the standard library

import importlib.util
import types

REPLAY_MODULE = "pypto.runtime.debug.replay"


def stand_in(name):
    """A package with nothing in it: what the user asks of it is missing in this interpreter."""
    module = types.ModuleType(name)
    module.__path__ = []

    def missing(attribute):
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        raise ModuleNotFoundError(f"No module named '{name}.{attribute}'", name="pypto")

    module.__getattr__ = missing
    return module


def replace_absent_pypto():
    """run.py imports PyPTO's replay for its last lines, which are not run here."""
    if importlib.util.find_spec("pypto") is not None:
        return
    parts = REPLAY_MODULE.split(".")
    parent = None
    for count in range(1, len(parts) + 1):
        name = ".".join(parts[:count])
        module = sys.modules[name] = stand_in(name)
        if parent is not None:
            setattr(parent, parts[count - 1], module)
        parent = module
    parent._main = None


def positional_names(function):
    """Of its parameters; none when they cannot be told from the function alone."""
    code = getattr(function, "__code__", None)
    if code is None or code.co_flags & 0x04:  # *args
        return []
    return list(code.co_varnames[: code.co_argcount])
