"""Golden reference: inputs and expected outputs are in data/, compute_golden is the formula they follow."""

from pathlib import Path
import torch

_DATA_DIR = Path(__file__).parent / "data"

__outputs__ = ['c']
RTOL = 1e-4
ATOL = 1e-4


def generate_inputs(params):
    a = torch.load(_DATA_DIR / "in" / "a.pt", weights_only=True)
    w = torch.load(_DATA_DIR / "in" / "w.pt", weights_only=True)
    c = torch.zeros((32, 48), dtype=torch.float32)

    return [
        ("a", a),
        ("w", w),
        ("c", c),
    ]


def row_major(w):
    """The matrix that lies in `w` in blocks of 16 rows and 32 bytes, column of blocks after column of blocks."""
    rows, columns = w.shape
    c0 = 32 // w.element_size()
    return w.reshape(columns // c0, rows // 16, 16, c0).permute(1, 2, 0, 3).reshape(rows, columns)


def compute_golden(tensors, params):
    tensors["c"][:] = tensors["a"].float() @ row_major(tensors["w"]).float()
