// golden.py files as golden_writer lays them out, for tests to vary.
#pragma once

#include <string>

namespace pto::test {

// x is loaded, acc is an InOut that is loaded, y is an output of zeros; acc and y are [2] of fp32.
inline std::string DataFileGolden(const std::string& reference = "tensors[\"y\"][:] = tensors[\"x\"] * 2",
                                  const std::string& tolerances = "RTOL = 0.001\nATOL = 1e-05\n") {
    return R"py("""
Auto-generated golden script — do not edit by hand.
"""

from pathlib import Path
import torch

_DATA_DIR = Path(__file__).parent / "data"

__outputs__ = ['acc', 'y']
)py" + tolerances +
           R"py(
def generate_inputs(params):
    """Generate inputs as a list of (name, value) tuples."""
    x = torch.load(_DATA_DIR / "in" / "x.pt", weights_only=True)
    acc = torch.load(_DATA_DIR / "in" / "acc.pt", weights_only=True)
    y = torch.zeros((2,), dtype=torch.float32)

    return [
        ("x", x),
        ("acc", acc),
        ("y", y),
    ]


def compute_golden(tensors, params):
    )py" + reference +
           "\n";
}

}  // namespace pto::test
