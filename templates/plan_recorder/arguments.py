"""What a dispatch takes: tensors with their tags, scalars, settings; simpler.task_interface without its domains."""

import ctypes
import math
import operator
import struct

from plan_recorder.dependencies import Footprint
from plan_recorder.storage import BY_RUNTIME_CODE, RUNTIME_NAMES, Guarded, Refusal, pack_float, unknown
from plan_recorder.tensor import Tensor, dense_strides

TAGS = ("INPUT", "OUTPUT", "INOUT", "OUTPUT_EXISTING", "NO_DEP")
MAX_DIMENSIONS = 5  # of a tensor of the runtime
CORRECT = "correct host_orch.py"


class Names(Guarded):
    """An enumeration: DataType, TensorArgType."""

    def __init__(self, label, members):
        self._label = label
        for member in members:
            setattr(self, member.name, member)


class Tag:
    def __init__(self, name, value):
        self.name = name
        self.value = value

    def __repr__(self):
        return f"TensorArgType.{self.name}"


class RuntimeDType(Guarded):
    _label = "DataType"

    def __init__(self, name, dtype):
        self.name = name
        self.dtype = dtype

    def __repr__(self):
        return f"DataType.{self.name}"


TENSOR_ARG_TYPE = Names("TensorArgType", [Tag(name, value) for value, name in enumerate(TAGS)])
DATA_TYPE = Names("DataType", [RuntimeDType(name, BY_RUNTIME_CODE[code]) for code, name in enumerate(RUNTIME_NAMES)])


class CallConfig(Guarded):
    """Settings of one dispatch; those that were set are recorded."""

    _label = "CallConfig"
    KNOWN = {
        "aicpu_thread_num": 0,
        "block_dim": 0,
        "enable_chip_swimlane": 0,
        "enable_dump_args": 0,
        "enable_pmu": 0,
        "enable_dep_gen": False,
        "enable_scope_stats": False,
        "output_prefix": "",
    }

    def __init__(self):
        object.__setattr__(self, "given", {})

    def __getattr__(self, name):
        if name in self.KNOWN:
            return self.given.get(name, self.KNOWN[name])
        return super().__getattr__(name)

    def __setattr__(self, name, value):
        if name not in self.KNOWN:
            raise unknown(f"CallConfig.{name}")
        kind = type(self.KNOWN[name])
        if not isinstance(value, (int, bool) if kind is not str else str):
            raise Refusal(f"CallConfig.{name} is {value!r}, expected a value of type {kind.__name__}", CORRECT)
        self.given[name] = value


class WindowTensor:
    """A dense tensor at the start of a buffer of one rank's window."""

    def __init__(self, buffer, dtype, shape):
        self.buffer = buffer
        self.dtype = dtype
        self.shape = tuple(shape)

    def footprint(self):
        return Footprint(id(self.buffer), self.buffer.nbytes, self.dtype, self.shape, dense_strides(self.shape))

    def record(self, tag):
        domain = self.buffer.context.domain
        return {
            "domain": domain.index,
            "rank": self.buffer.context.rank,
            "buffer": self.buffer.index,
            "shape": list(self.shape),
            "dtype": self.dtype.name,
            "tag": tag,
        }


class HostTensor:
    """A tensor of the host as an argument: dense, as the runtime takes it."""

    def __init__(self, tensor):
        self.tensor = tensor
        self.dtype = tensor.dtype
        self.shape = tuple(tensor.shape)

    def footprint(self):
        tensor = self.tensor
        strides = dense_strides(self.shape)
        return Footprint(id(tensor.storage), tensor.storage.nbytes, self.dtype, self.shape, strides, tensor.offset)

    def record(self, tag, place):
        return {
            "storage": place,
            "offset": self.tensor.offset,
            "shape": list(self.shape),
            "strides": list(dense_strides(self.shape)),
            "dtype": self.dtype.name,
            "tag": tag,
        }


def view_bytes(dtype, shape):
    return math.prod(shape) * dtype.itemsize


def checked_shape(shape, what):
    if not 1 <= len(shape) <= MAX_DIMENSIONS:
        raise Refusal(f"passes {what}, where the runtime takes 1 to {MAX_DIMENSIONS} dimensions", CORRECT)


def make_tensor_arg(*arguments):
    """Of the worker and the tensor; older emitters left the worker out."""
    value = arguments[-1] if 1 <= len(arguments) <= 2 else None
    if isinstance(value, (WindowTensor, HostTensor)):
        return value
    if not isinstance(value, Tensor):
        raise Refusal(f"make_tensor_arg takes a tensor, got a {type(value).__name__}", CORRECT)
    named = value._named()
    if value.numel() == 0:
        raise Refusal(f"passes {named}, which is empty", value.storage.ledger.range_remedy)
    checked_shape(value.shape, named)
    if not value.is_contiguous():
        raise Refusal(f"passes {named}, which is not contiguous", "pass a dense view: the runtime takes no other")
    return HostTensor(value)


def scalar_bits(value):
    """The 64-bit slot: integers in two's complement, real numbers as the bits of a C float in its low half."""
    if isinstance(value, Tensor):
        value = value.item()
    if isinstance(value, ctypes.c_double):
        return struct.unpack("<Q", struct.pack("<d", value.value))[0]
    if isinstance(value, ctypes._SimpleCData):
        value = value.value
    if not isinstance(value, float) and hasattr(type(value), "__index__"):
        integer = operator.index(value)
        if -(2**63) <= integer < 2**64:
            return integer % 2**64
        raise Refusal(f"scalar {integer} does not fit into 64 bits", CORRECT)
    if isinstance(value, float) or hasattr(type(value), "__float__"):
        return struct.unpack("<I", pack_float(float(value)))[0]
    raise Refusal(f"add_scalar takes a number, got a {type(value).__name__}", CORRECT)


def bits_text(bits):
    return f"0x{bits:016x}"


class DeviceContext(Guarded):
    """Address of a rank's CommContext; known to the run only."""

    _label = "device_ctx"

    def __init__(self, context):
        self.context = context


class TaskArgs(Guarded):
    _label = "TaskArgs"

    def __init__(self):
        self.tensors = []  # (argument, tag)
        self.scalars = []  # a slot or a DeviceContext

    def add_tensor(self, tensor, tag=TENSOR_ARG_TYPE.INPUT):
        if not isinstance(tensor, (HostTensor, WindowTensor)):
            raise Refusal(f"add_tensor takes what make_tensor_arg gives, got a {type(tensor).__name__}", CORRECT)
        if not isinstance(tag, Tag):
            raise unknown(f"{tag!r} as a tag of a tensor")
        if self.scalars:
            raise Refusal("adds a tensor after a scalar, the runtime takes all tensors first", CORRECT)
        self.tensors.append((tensor, tag.name))

    def add_scalar(self, value):
        self.scalars.append(value if isinstance(value, DeviceContext) else scalar_bits(value))

    def tensor_count(self):
        return len(self.tensors)

    def scalar_count(self):
        return len(self.scalars)

    def __len__(self):
        return len(self.tensors) + len(self.scalars)
