"""Tensors: views of storages, with what emitters of host_orch.py and their readers do with them."""

import math
import operator

from plan_recorder.storage import DType, Guarded, Refusal, unknown
from plan_recorder.values import MOVE, Values


class Size(tuple):
    """torch.Size."""

    def numel(self):
        return math.prod(self)


def dense_strides(shape):
    strides = [1] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = strides[i + 1] * max(shape[i + 1], 1)
    return tuple(strides)


def strides_of_view(shape, strides, wanted):
    """Strides that show the same elements in the shape `wanted`, or None when only a copy could."""
    if 0 in shape:
        return dense_strides(wanted)
    blocks = []  # runs of dimensions that lie dense in one another: [elements, stride of the innermost]
    for size, stride in zip(shape, strides):
        if size == 1:
            continue
        if blocks and blocks[-1][1] == stride * size:
            blocks[-1] = [blocks[-1][0] * size, stride]
        else:
            blocks.append([size, stride])
    result = [1] * len(wanted)
    left = None  # elements and stride still to be given out of the innermost block
    for i in range(len(wanted) - 1, -1, -1):
        if wanted[i] == 1:
            continue
        if left is None or left[0] == 1:
            if not blocks:
                return None
            left = blocks.pop()
        if left[0] % wanted[i] != 0:
            return None
        result[i] = left[1]
        left = [left[0] // wanted[i], left[1] * wanted[i]]
    for i in range(len(wanted) - 2, -1, -1):
        if wanted[i] == 1:
            result[i] = result[i + 1] * wanted[i + 1]
    return tuple(result)


class Device(Guarded):
    _label = "torch.device"
    type = "cpu"
    index = None


class Tensor(Values):
    """A view: `offset` and `strides` count elements."""

    __slots__ = ("storage", "offset", "_shape", "_strides", "dtype")
    _label = "torch.Tensor"

    def __init__(self, storage, dtype, shape, strides=None, offset=0):
        self.storage = storage
        self.dtype = dtype
        self.offset = offset
        self._shape = Size(shape)
        self._strides = dense_strides(shape) if strides is None else tuple(strides)

    def _view(self, shape, strides, offset=None, dtype=None):
        return Tensor(self.storage, dtype or self.dtype, shape, strides, self.offset if offset is None else offset)

    def _named(self):
        return f"'{self.storage.name}' {list(self._shape)}" if self.storage.name else f"a tensor {list(self._shape)}"

    def __repr__(self):
        return f"tensor {self._named()} of {self.dtype!r}"

    # Geometry.

    shape = property(lambda self: self._shape)
    ndim = property(lambda self: len(self._shape))
    itemsize = property(lambda self: self.dtype.itemsize)
    nbytes = property(lambda self: self.numel() * self.dtype.itemsize)
    device = property(lambda self: Device())
    T = property(lambda self: self.permute(*range(self.ndim - 1, -1, -1)))

    def dim(self):
        return len(self._shape)

    def size(self, dim=None):
        return self._shape if dim is None else self._shape[self._axis(dim)]

    def stride(self, dim=None):
        return self._strides if dim is None else self._strides[self._axis(dim)]

    def storage_offset(self):
        return self.offset

    def numel(self):
        return self._shape.numel()

    nelement = numel

    def element_size(self):
        return self.dtype.itemsize

    def data_ptr(self):
        return self.storage.address + self.offset * self.dtype.itemsize

    def is_contiguous(self):
        if self.numel() == 0:
            return True
        dense = dense_strides(self._shape)
        return all(s == d for n, s, d in zip(self._shape, self._strides, dense) if n != 1)

    def is_shared(self):
        return self.storage.shared

    def share_memory_(self):
        self.storage.shared = True
        return self

    def _itself(self):
        return self

    cpu = detach = _itself

    def contiguous(self):
        if self.is_contiguous():
            return self
        raise self._copies("contiguous")

    def _copies(self, what):
        return Refusal(f"{what}() of {self._named()} copies values on the host, which a plan cannot hold", MOVE)

    def _axis(self, dim):
        axis = operator.index(dim)
        if -self.ndim <= axis < self.ndim:
            return axis % self.ndim
        raise Refusal(f"dimension {axis} is out of range for {self._named()}", "correct the dimension")

    # Views.

    def __len__(self):
        if not self._shape:
            raise Refusal(f"takes the length of {self._named()}, which has no dimension", "correct the expression")
        return self._shape[0]

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __getitem__(self, index):
        items = self._expanded(index if isinstance(index, tuple) else (index,))
        shape, strides, offset, axis = [], [], self.offset, 0
        for item in items:
            if item is None:
                shape.append(1)
                strides.append(1)
                continue
            size, stride = self._shape[axis], self._strides[axis]
            if isinstance(item, slice):
                start, stop, step = self._bounds(item, size)
                offset += start * stride
                shape.append(max(0, -(-(stop - start) // step)))
                strides.append(stride * step)
            else:
                offset += self._position(item, axis) * stride
            axis += 1
        return self._view(shape, strides, offset)

    def _expanded(self, items):
        used = sum(1 for item in items if item is not None and item is not Ellipsis)
        if used > self.ndim:
            raise Refusal(f"{used} indices are too many for {self._named()}", "correct the index")
        rest = [slice(None)] * (self.ndim - used)
        at = next((i for i, item in enumerate(items) if item is Ellipsis), None)
        if at is None:
            return [*items, *rest]
        return [*items[:at], *rest, *items[at + 1 :]]

    @staticmethod
    def _bounds(item, size):
        step = 1 if item.step is None else operator.index(item.step)
        if step < 1:
            raise Refusal(f"the step of a slice is {step}, expected 1 or more", "correct the slice")
        start, stop, _ = slice(item.start, item.stop).indices(size)
        return start, max(start, stop), step

    def _position(self, item, axis):
        if isinstance(item, bool) or not hasattr(type(item), "__index__"):
            raise unknown(f"a {type(item).__name__} as an index of a tensor")
        position = operator.index(item)
        size = self._shape[axis]
        if -size <= position < size:
            return position % size
        text = f"index {position} is out of range for dimension {axis} of {self._named()}"
        raise Refusal(text, self.storage.ledger.range_remedy)

    def view(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], DType):
            if shape[0].itemsize != self.dtype.itemsize:
                raise unknown(f"view({shape[0]!r}) of {self.dtype!r}")
            return self._view(self._shape, self._strides, dtype=shape[0])
        wanted = self._inferred(shape[0] if len(shape) == 1 and not hasattr(shape[0], "__index__") else shape)
        strides = strides_of_view(self._shape, self._strides, wanted)
        if strides is None:
            raise self._copies("reshape")
        return self._view(wanted, strides)

    reshape = view

    def _inferred(self, shape):
        wanted = [operator.index(size) for size in shape]
        known = math.prod(size for size in wanted if size != -1)
        if wanted.count(-1) == 1 and known > 0 and self.numel() % known == 0:
            wanted[wanted.index(-1)] = self.numel() // known
        if any(size < 0 for size in wanted) or math.prod(wanted) != self.numel():
            raise Refusal(f"{list(shape)} is no shape for {self._named()}", "correct the shape")
        return wanted

    def flatten(self):
        return self.view(-1)

    def permute(self, *dims):
        order = [self._axis(d) for d in (dims[0] if len(dims) == 1 and not hasattr(dims[0], "__index__") else dims)]
        if sorted(order) != list(range(self.ndim)):
            raise Refusal(f"{order} does not name each dimension of {self._named()} once", "correct the order")
        return self._view([self._shape[i] for i in order], [self._strides[i] for i in order])

    def transpose(self, first, second):
        order = list(range(self.ndim))
        first, second = self._axis(first), self._axis(second)
        order[first], order[second] = second, first
        return self.permute(order)

    def t(self):
        return self.transpose(0, 1) if self.ndim == 2 else self

    def unsqueeze(self, dim):
        axis = operator.index(dim)
        return self[(slice(None),) * (axis if axis >= 0 else self.ndim + 1 + axis) + (None,)]

    def squeeze(self, dim=None):
        gone = range(self.ndim) if dim is None else [self._axis(dim)]
        kept = [i for i in range(self.ndim) if i not in gone or self._shape[i] != 1]
        return self._view([self._shape[i] for i in kept], [self._strides[i] for i in kept])

    def narrow(self, dim, start, length):
        return self[(slice(None),) * self._axis(dim) + (slice(start, start + length),)]

    def select(self, dim, index):
        return self[(slice(None),) * self._axis(dim) + (index,)]
