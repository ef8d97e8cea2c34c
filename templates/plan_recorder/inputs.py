"""Parameters of the entry: their shapes from the request and, where there is a file of inputs, from its values.

A file is the .safetensors of the golden edge or of the user. Names may differ there: position decides.
"""

import json
import mmap
import operator
import struct

from plan_recorder import nz
from plan_recorder.arguments import bits_text, scalar_bits, view_bytes
from plan_recorder.storage import DTYPES, Refusal, listed
from plan_recorder.tensor import Tensor

MAKER = "generate_inputs in golden.py"


class InputFile:
    """The header of a .safetensors file; the data stays on disk until it is asked for."""

    def __init__(self, path):
        with open(path, "rb") as file:
            length = struct.unpack("<Q", file.read(8))[0]
            header = json.loads(file.read(length))
        self.path = path
        self._begin = 8 + length
        metadata = header.pop("__metadata__", {})
        self.entries = header
        by_place = sorted(header, key=lambda name: (header[name]["data_offsets"], name))
        self.names = json.loads(metadata["order"]) if "order" in metadata else by_place
        self.open = json.loads(metadata.get("open", "[]"))  # names without a value
        self.remedy = f"correct {metadata.get('maker', MAKER)}"

    def shape(self, name):
        shape = list(self.entries[name]["shape"])
        if self.entries[name]["dtype"] == "F4":  # the format counts single values, torch carriers of two
            shape[-1] //= 2
        return shape

    def dtype(self, name):
        return self.entries[name]["dtype"]

    def data(self, name):
        begin, end = self.entries[name]["data_offsets"]
        if begin == end:
            return b""
        with open(self.path, "rb") as file:
            whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return memoryview(whole)[self._begin + begin : self._begin + end]


def sizes_text(shape):
    return f"[{', '.join('?' if size == -1 else str(size) for size in shape)}]"


def type_text(dtype, shape):
    return f"{dtype} {sizes_text(shape)}"


def wanted_text(param):
    if param["shape"] is None:
        return f"a scalar {param['dtype']}"
    if "nz_block" not in param:
        return type_text(param["dtype"], param["shape"])
    logical = nz.logical(param["shape"], param["shape"], param["nz_block"])
    blocks = f"in NZ blocks {sizes_text(param['shape'])}"
    return f"{type_text(param['dtype'], logical)} ({blocks})" if logical else f"{param['dtype']} {blocks}"


def found_text(param, dtype, shape):
    block = param.get("nz_block")
    if param["shape"] is None or block is None or dtype != DTYPES[param["dtype"]].safetensors:
        return type_text(dtype, shape)
    blocks = nz.in_blocks(shape, block)
    note = f"in NZ blocks {sizes_text(blocks)}" if blocks else f"no whole NZ blocks of {block[0]} x {block[1]}"
    return f"{type_text(dtype, shape)} ({note})"


class Parameters:
    def __init__(self, params, inputs, ledger, sidecar):
        self._params = params
        self._inputs = inputs  # InputFile or None
        self._ledger = ledger
        self.values = {}  # name -> Tensor or number, in order
        self.records = []
        if inputs is not None and len(inputs.names) != len(params):
            raise Refusal(
                f"has {len(inputs.names)} inputs ({listed(inputs.names)}), "
                f"the program takes {len(params)} ({listed([param['name'] for param in params])})",
                inputs.remedy,
                inputs.path,
            )
        for index in range(len(params)):
            self._check_type(index, sidecar)
            self._add(index)

    def _check_type(self, index, sidecar):
        dtype = self._params[index]["dtype"]
        if dtype in DTYPES:
            return
        text = f"params[{index}].dtype is '{dtype}', the type of parameter '{self._params[index]['name']}', "
        remedy = "use a pto-ninja that is newer than the PyPTO"
        raise Refusal(text + "expected a data type that is known, like 'fp32'", remedy, sidecar)

    def _add(self, index):
        param = self._params[index]
        name = self._inputs.names[index] if self._inputs else None
        if name is not None and name in self._inputs.open:
            text = f"has no value of the parameter '{param['name']}', which is None there"
            raise Refusal(text, self._inputs.remedy, self._inputs.path)
        if param["shape"] is None:
            value = self._scalar(param, name, index)
            self.records.append({"name": param["name"], "bits": bits_text(scalar_bits(value))})
        else:
            value = self._tensor(param, name, index)
            self.records.append({"name": param["name"], "shape": list(value.shape), "dtype": param["dtype"]})
        self.values[param["name"]] = value

    def _misfit(self, param, name, index):
        found = found_text(param, self._inputs.dtype(name), self._inputs.shape(name))
        text = f"input {index + 1} ('{name}') is {found}, expected {wanted_text(param)} for parameter '{param['name']}'"
        return Refusal(text, self._inputs.remedy, self._inputs.path)

    def _shape(self, param, name):
        """The caller's, or None where that does not fit."""
        recorded, block = param["shape"], param.get("nz_block")
        made_up = [1 if size == -1 else size for size in recorded]
        shape = made_up if name is None else self._inputs.shape(name)
        if block is None:
            return shape if nz.matches(recorded, shape) else None
        if name is None:
            shape = nz.logical(recorded, shape, block) or shape
        return shape if nz.fits(recorded, shape, block) else None

    def _tensor(self, param, name, index):
        dtype = DTYPES[param["dtype"]]
        shape = self._shape(param, name)
        load = None
        if name is None and shape is None:
            rows, c0 = param["nz_block"]
            text = (
                f"takes '{param['name']}', which has the layout NZ and the shape {sizes_text(param['shape'])}, "
                f"expected blocks [B, C / {c0}, R / {rows}, {rows}, {c0}] for a matrix of R x C"
            )
            raise Refusal(text, "recompile the program with ir.compile()")
        if name is not None:
            if shape is None or self._inputs.dtype(name) != dtype.safetensors:
                raise self._misfit(param, name, index)
            load = lambda: self._inputs.data(name)  # noqa: E731
        storage = self._ledger.create(view_bytes(dtype, shape), param["name"], index, load)
        return Tensor(storage, dtype, shape)

    def _scalar(self, param, name, index):
        if name is None:
            text = f"takes the scalar '{param['name']}', which has no value"
            raise Refusal(text, "give it one in generate_inputs of golden.py")
        stored = next((d for d in DTYPES.values() if d.safetensors == self._inputs.dtype(name)), None)
        if self._inputs.shape(name) or stored is None or not stored.code:
            raise self._misfit(param, name, index)
        value = stored.decode(bytes(self._inputs.data(name)))
        dtype = DTYPES[param["dtype"]]
        if dtype.is_floating_point:
            return float(value)
        whole = not isinstance(value, float) and dtype.code
        if not whole or not least(dtype) <= operator.index(value) <= most(dtype):
            raise self._misfit(param, name, index)
        return bool(value) if dtype.name == "bool" else operator.index(value)


def least(dtype):
    return -(2 ** (8 * dtype.itemsize - 1)) if dtype.code in "bhiq" else 0


def most(dtype):
    if dtype.name == "bool":
        return 1
    return 2 ** (8 * dtype.itemsize - (1 if dtype.code in "bhiq" else 0)) - 1
