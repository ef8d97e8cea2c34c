"""Shapes of parameters whose layout is NZ: logical for host_orch.py, in blocks as they were recorded.

`block` is the rows and columns of one block. [.., R, C] is [product of .., C / columns, R / rows, rows, columns].
"""

import math


def in_blocks(shape, block):
    """A logical shape in blocks, or None where it has no whole ones."""
    rows, columns = block
    if len(shape) < 2 or shape[-2] % rows or shape[-1] % columns:
        return None
    return [math.prod(shape[:-2]), shape[-1] // columns, shape[-2] // rows, rows, columns]


def logical(recorded, sizes, block):
    """[R, C] or [B, R, C] of what was recorded with `sizes` for its dynamic ones, or None if that is not in blocks."""
    if len(sizes) != 5 or list(sizes[3:]) != list(block):
        return None
    matrix = [sizes[2] * block[0] if sizes[2] != -1 else -1, sizes[1] * block[1] if sizes[1] != -1 else -1]
    return matrix if sizes[0] == 1 and recorded[0] != -1 else [sizes[0], *matrix]


def matches(recorded, sizes):
    return len(sizes) == len(recorded) and all(want in (-1, size) for want, size in zip(recorded, sizes))


def fits(recorded, shape, block):
    """Whether a tensor of this logical shape can be passed."""
    # Generated code reads a dynamic number of matrices as the first size of the tensor.
    dynamic = bool(recorded) and recorded[0] == -1
    return matches(recorded, in_blocks(shape, block) or shape) and (not dynamic or len(shape) == 3)
