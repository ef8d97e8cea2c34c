"""Storages of a host orchestration's tensors, element types, and how what is not known is refused.

The recorder is plain Python: no numpy, no torch. Values are made only when they are asked for.
"""

import base64
import math
import struct

from plan_recorder.dtypes import DTYPE_ROWS

# The runtime's DataType by code.
RUNTIME_NAMES = (
    "FLOAT32 FLOAT16 INT32 INT16 INT8 UINT8 BFLOAT16 INT64 UINT64 UINT16 UINT32 BOOL FP8E4M3FN FP8E8M0 FP4E2M1"
).split()
PAGE = 4096
WITH_PYPTO = "replay this directory with PyPTO"


class Refusal(BaseException):
    """What cannot be recorded. No Exception, and the first one stands even where the source catches everything."""

    first = None

    def __init__(self, message, remedy, file=None):
        super().__init__(message)
        Refusal.first = Refusal.first or self
        self.remedy = remedy
        self.file = file  # None: where the source stands


def unknown(what):
    return Refusal(f"uses {what}, which the recorder does not know", f"take it out or {WITH_PYPTO}")


def listed(names):
    """'a', 'b' and 'c'."""
    quoted = [f"'{name}'" for name in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else "".join(quoted)


class Guarded:
    """Base of everything the source gets hold of: an attribute that is not there is named with its owner."""

    __slots__ = ()
    _label = ""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise unknown(f"{self._label}.{name}")


class DType(Guarded):
    _label = "torch.dtype"

    def __init__(self, name, itemsize, code, torch_name, safetensors, runtime_code):
        self.name = name
        self.itemsize = itemsize
        self.code = code  # of the struct module; bfloat16 is the upper half of a float; empty: carried as bytes
        self.torch_name = torch_name
        self.safetensors = safetensors
        self.runtime_code = runtime_code
        self.is_floating_point = code in ("f", "e", "d", "bf16") or name.startswith("fp")

    def __repr__(self):
        return f"torch.{self.torch_name}" if self.torch_name else self.name

    def encode(self, value):
        """Bytes of one element."""
        if not self.code:
            if value == 0:
                return bytes(self.itemsize)
            raise unknown(f"{self!r} values")
        if self.code == "bf16":
            bits = struct.unpack("<I", pack_float(value))[0]
            rounded = bits if math.isnan(value) else bits + 0x7FFF + ((bits >> 16) & 1)
            return struct.pack("<H", (rounded >> 16) & 0xFFFF)
        if self.code == "f":
            return pack_float(value)
        try:
            return struct.pack("<" + self.code, value if self.code in "ed?" else int(value))
        except (struct.error, OverflowError) as error:
            raise Refusal(f"{value} is no value of {self!r}", "correct the value") from error

    def decode(self, data):
        if not self.code:
            raise unknown(f"{self!r} values")
        if self.code == "bf16":
            return struct.unpack("<f", b"\0\0" + bytes(data))[0]
        return struct.unpack("<" + self.code, data)[0]


def pack_float(value):
    """A C float as torch rounds to it: what is too large becomes infinite."""
    try:
        return struct.pack("<f", value)
    except OverflowError:
        return struct.pack("<f", math.copysign(math.inf, value))


ALL_DTYPES = [DType(*row) for row in DTYPE_ROWS]
DTYPES = {dtype.name: dtype for dtype in ALL_DTYPES}
# Of several types with one torch name or code the first has it.
BY_TORCH_NAME = {dtype.torch_name: dtype for dtype in reversed(ALL_DTYPES) if dtype.torch_name}
BY_RUNTIME_CODE = {dtype.runtime_code: dtype for dtype in reversed(ALL_DTYPES)}


class Ledger:
    """What is learnt of all tensors together."""

    def __init__(self, range_remedy="correct host_orch.py"):
        self.value_reads = {}  # index of a parameter -> byte offsets and sizes of the elements that were looked at
        self.range_remedy = range_remedy  # for an index that a rank does not have
        self.next_address = PAGE
        self.storages = []

    def create(self, nbytes, name="", parameter=None, load=None):
        storage = Storage(self, nbytes, name, parameter, load)
        self.storages.append(storage)
        return storage


    def note_read(self, storage, place, size):
        self.value_reads.setdefault(storage.parameter, (storage, set()))[1].add((place, size))

    def read_values(self):
        """(parameter, offset, bytes), neighbours joined: what makes a plan one of these inputs only."""
        for parameter in sorted(self.value_reads):
            storage, places = self.value_reads[parameter]
            content = storage.content()
            begin = end = None
            for place, size in sorted(places) + [(None, 0)]:
                if begin is not None and place == end:
                    end += size
                    continue
                if begin is not None:
                    yield parameter, begin, bytes(end - begin) if content is None else bytes(content[begin:end])
                begin, end = place, size if place is None else place + size


class Storage:
    """Memory of one tensor and all its views. Its content is zero until something else was written or loaded."""

    def __init__(self, ledger, nbytes, name, parameter, load):
        self.ledger = ledger
        self.nbytes = nbytes
        self.name = name
        self.parameter = parameter  # index among all parameters; None: an intermediate
        self.shared = parameter is not None
        self.used_by = ""  # the last dispatch that takes it, for messages
        self.written_by = ""
        self.address = ledger.next_address
        ledger.next_address += max(PAGE, -(-nbytes // PAGE) * PAGE)
        self._load = load
        self._content = None

    def content(self):
        """None while everything is zero."""
        if self._content is None and self._load is not None:
            self._content = self._load()
        return self._content

    def writable(self):
        if self.content() is None:
            self._content = bytearray(self.nbytes)
        return self._content

    def values_text(self):
        content = self.content()
        if content is None or not any(content):
            return "zero"
        return base64.b64encode(bytes(content)).decode("ascii")
