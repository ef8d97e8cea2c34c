"""Golden reference: inputs and expected outputs are in data/, compute_golden is the formula they follow."""

from pathlib import Path
import torch

_DATA_DIR = Path(__file__).parent / "data"

__outputs__ = ['c']
RTOL = 1e-4
ATOL = 1e-4


def generate_inputs(params):
    a = torch.load(_DATA_DIR / "in" / "a.pt", weights_only=True)
    b = torch.load(_DATA_DIR / "in" / "b.pt", weights_only=True)
    bias = torch.load(_DATA_DIR / "in" / "bias.pt", weights_only=True)
    c = torch.zeros((32, 48), dtype=torch.float32)

    return [
        ("a", a),
        ("b", b),
        ("bias", bias),
        ("c", c),
    ]


def compute_golden(tensors, params):
    tensors["c"][:] = tensors["a"].float() @ tensors["b"].float() + tensors["bias"]
