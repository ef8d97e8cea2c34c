"""The modules that a host orchestration imports: torch, simpler and pypto as far as emitters use them.

Everything they do not know is refused by its name, so that no plan lacks a step in silence.
"""

import importlib.abc
import math
import operator
import sys
import types

from plan_recorder.arguments import CORRECT, DATA_TYPE, TENSOR_ARG_TYPE, CallConfig, TaskArgs, make_tensor_arg
from plan_recorder.arguments import scalar_bits, view_bytes
from plan_recorder.domain import ChipTensor, CommBufferSpec
from plan_recorder.orchestrator import submit_chip
from plan_recorder.storage import BY_TORCH_NAME, DTYPES, DType, Refusal, unknown
from plan_recorder.tensor import Size, Tensor


class Factory:
    """torch's functions that make tensors."""

    def __init__(self, ledger):
        self._ledger = ledger

    def _make(self, function, shape, dtype=None, **others):
        for name, value in others.items():
            if not (name == "device" and value == "cpu") and value is not False and value is not None:
                raise unknown(f"torch.{function}({name}={value!r})")
        if len(shape) == 1 and not hasattr(type(shape[0]), "__index__"):
            shape = shape[0]
        sizes = [operator.index(size) for size in shape]
        if any(size < 0 for size in sizes):
            raise Refusal(f"torch.{function} of the shape {sizes}, expected sizes of 0 or more", CORRECT)
        dtype = DTYPES["fp32"] if dtype is None else dtype
        return Tensor(self._ledger.create(view_bytes(dtype, sizes)), dtype, sizes)

    def zeros(self, *shape, **options):
        return self._make("zeros", shape, **options)

    def empty(self, *shape, **options):
        return self._make("empty", shape, **options)

    def ones(self, *shape, **options):
        return self._make("ones", shape, **options).fill_(1)

    def full(self, shape, fill_value, dtype=None, **options):
        if dtype is None:
            kind = type(fill_value)
            dtype = DTYPES["bool" if kind is bool else "int64" if kind is int else "fp32"]
        return self._make("full", (shape,), dtype=dtype, **options).fill_(fill_value)

    def zeros_like(self, tensor, dtype=None, **options):
        return self._make("zeros_like", (tensor.shape,), dtype=dtype or tensor.dtype, **options)

    empty_like = zeros_like

    def ones_like(self, tensor, dtype=None, **options):
        return self.zeros_like(tensor, dtype, **options).fill_(1)

    def arange(self, start, end=None, step=1, dtype=None, **options):
        start, end = (0, start) if end is None else (start, end)
        whole = all(isinstance(number, int) for number in (start, end, step))
        dtype = dtype or DTYPES["int64" if whole else "fp32"]
        values = [start + i * step for i in range(max(0, math.ceil((end - start) / step)))]
        return self._filled(self._make("arange", (len(values),), dtype=dtype, **options), values)

    def tensor(self, data, dtype=None, **options):
        shape, values = [], [data]
        while values and isinstance(values[0], (list, tuple)):
            shape.append(len(values[0]))
            if any(not isinstance(row, (list, tuple)) or len(row) != shape[-1] for row in values):
                raise Refusal("torch.tensor of rows of different lengths", CORRECT)
            values = [value for row in values for value in row]
        kinds = {type(value) for value in values}
        name = "bool" if kinds == {bool} else "int64" if kinds <= {bool, int} else "fp32"
        return self._filled(self._make("tensor", (shape,), dtype=dtype or DTYPES[name], **options), values)

    @staticmethod
    def _filled(tensor, values):
        if values:
            tensor.storage.writable()[:] = b"".join(tensor.dtype.encode(value) for value in values)
        return tensor


class FakeModule(types.ModuleType):
    def __init__(self, name, members):
        super().__init__(name)
        self.__path__ = []
        self.__dict__.update(members)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise unknown(f"{self.__name__}.{name}")


class RefuseOthers(importlib.abc.MetaPathFinder):
    """Modules of the same packages that are not here must not come from an installation either."""

    def __init__(self, packages):
        self._packages = packages

    def find_spec(self, fullname, path=None, target=None):
        if fullname.split(".")[0] in self._packages:
            raise unknown(fullname)
        return None


def torch_members(factory):
    members = dict(BY_TORCH_NAME)
    short = {"float": "float32", "half": "float16", "double": "float64", "int": "int32", "short": "int16"}
    members.update({name: members[of] for name, of in short.items()}, long=members["int64"])
    for name in "zeros empty ones full zeros_like empty_like ones_like arange tensor".split():
        members[name] = getattr(factory, name)
    members.update(Tensor=Tensor, Size=Size, dtype=DType, is_tensor=lambda value: isinstance(value, Tensor))
    return members


def install(ledger):
    """Puts the modules where `import` finds them."""
    interface = {
        "CallConfig": CallConfig,
        "CommBufferSpec": CommBufferSpec,
        "ContinuousTensor": ChipTensor,
        "DataType": DATA_TYPE,
        "TaskArgs": TaskArgs,
        "Tensor": ChipTensor,
        "TensorArgType": TENSOR_ARG_TYPE,
        "scalar_to_uint64": scalar_bits,
    }
    modules = {
        "torch": torch_members(Factory(ledger)),
        "simpler": {},
        "simpler.task_interface": interface,
        "simpler_setup": {},
        "simpler_setup.torch_interop": {"make_tensor_arg": make_tensor_arg},
        "pypto": {},
        "pypto.runtime": {},
        "pypto.runtime.tensor_arg": {"make_tensor_arg": make_tensor_arg},
        "pypto.runtime.distributed_runner": {"_submit_chip": submit_chip},
    }
    for name, members in modules.items():
        sys.modules[name] = FakeModule(name, members)
        if "." in name:
            parent, child = name.rsplit(".", 1)
            setattr(sys.modules[parent], child, sys.modules[name])
    sys.meta_path.insert(0, RefuseOthers({name.split(".")[0] for name in modules}))
