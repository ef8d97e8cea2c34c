"""Tensors that pto-replay hands to a Python: goes before pypto_handover.py and run_py_compare.py in one program.

They lie in one file that is mapped here, so that what is written into them in place is what the caller reads.
"""

import sys

if sys.path and sys.path[0] == "":
    del sys.path[0]  # the working directory must not shadow modules

import ctypes
import importlib
import json
import mmap
import os


def missing_modules(names):
    missing = []
    for name in names:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            absent = error.name == name
            missing.append({"module": name, "reason": "" if absent else str(error)})
        except Exception as error:
            missing.append({"module": name, "reason": f"{type(error).__name__}: {error}"})
    return missing


class Arguments:
    """The arguments of the call, views of the mapped file."""

    def __init__(self, request):
        import torch

        self.torch = torch
        self.file = open(request["data"], "r+b")
        size = os.fstat(self.file.fileno()).st_size
        self.memory = mmap.mmap(self.file.fileno(), size) if size else None
        self.values = [self.value(argument) for argument in request["arguments"]]
        self.expected = {item["name"]: self.tensor(item["tensor"]) for item in request["expected"]}

    def value(self, argument):
        if "tensor" in argument:
            return self.tensor(argument["tensor"])
        scalar = argument["scalar"]
        holder = getattr(ctypes, scalar["ctype"])
        return holder.from_buffer_copy(int(scalar["bits"], 16).to_bytes(8, "little"))

    def tensor(self, place):
        dtype = getattr(self.torch, place["dtype"])
        if place["bytes"] == 0:
            return self.torch.empty(place["shape"], dtype=dtype)
        view = memoryview(self.memory)[place["offset"] : place["offset"] + place["bytes"]]
        return self.torch.frombuffer(view, dtype=dtype).reshape(place["shape"])
