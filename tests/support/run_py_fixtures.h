// debug/run.py as PyPTO lays it out, for tests to edit, and a torch of the tests' own that is enough to run it.
#pragma once

#include <string>

namespace pto::test {

// x [2, 3] goes in, n is a scalar, y [2, -1] comes out. `inputs` and `compare` are the bodies, indented by four.
inline std::string RunPy(const std::string& inputs =
                             "    x = torch.randn((2, 3), dtype=torch.float32)\n"
                             "    n = None  # a scalar\n"
                             "    y = torch.zeros((2, 1), dtype=torch.float32)  # a note\n"
                             "    return [x, n, y]\n",
                         const std::string& compare = "    return  # nothing yet\n",
                         const std::string& names = "x, n, y") {
    return R"py("""Written by the compiler — only two functions are to be edited."""

import sys
from pathlib import Path

import torch

from pypto.runtime.debug.replay import _main

_WORK_DIR = Path(__file__).resolve().parent.parent


def _inline_inputs():
    """Inputs as recorded."""
)py" + inputs +
           "\n\ndef _user_compare(" + names +
           "):\n    \"\"\"For example:\n\n        assert torch.allclose(y, 2 * x)\n    \"\"\"\n" + compare + R"py(

if __name__ == "__main__":
    sys.exit(_main(
        [str(_WORK_DIR), *sys.argv[1:]],
        inline_inputs=_inline_inputs,
        user_compare=_user_compare,
        default_platform="a2a3sim",
    ))
)py";
}

// As a file torch.py on PYTHONPATH: dense tensors of three types that can be made, copied to and from memory, and
// indexed as flat lists.
inline constexpr char kFakeTorch[] = R"py(
import ctypes
import struct

strided = object()


class DType:
    def __init__(self, name, code):
        self.name, self.code, self.size = name, code, struct.calcsize(code)

    def __str__(self):
        return "torch." + self.name


float32, int64, bool = DType("float32", "f"), DType("int64", "q"), DType("bool", "?")


class Tensor:
    layout, is_quantized = strided, False

    def __init__(self, data, shape, dtype):
        self.data, self.shape, self.dtype = data, tuple(shape), dtype
        self.flat = memoryview(data).cast("B").cast(dtype.code) if len(data) else []

    def detach(self):
        return self

    cpu = contiguous = detach

    def numel(self):
        return len(self.flat)

    def element_size(self):
        return self.dtype.size

    def data_ptr(self):
        return ctypes.addressof(ctypes.c_char.from_buffer(self.data))

    def reshape(self, shape):
        return Tensor(self.data, shape, self.dtype)


def full(shape, value, dtype):
    count = 1
    for size in shape:
        count *= size
    return Tensor(bytearray(struct.pack(dtype.code, value) * count), shape, dtype)


def zeros(shape, dtype):
    return full(shape, 0, dtype)


empty = zeros


def arange(count, shape, dtype):
    values = [struct.pack(dtype.code, value) for value in range(count)]
    return Tensor(bytearray(b"".join(values)), shape, dtype)


def frombuffer(view, dtype):
    return Tensor(view, [len(view) // dtype.size], dtype)


def manual_seed(seed):
    pass


def get_num_threads():
    return 1


def set_num_threads(count):
    pass
)py";

}  // namespace pto::test
