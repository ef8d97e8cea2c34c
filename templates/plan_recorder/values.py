"""Values of tensors. Reading a parameter's makes the plan one of these inputs only; writing is for first contents."""

import operator

from plan_recorder.storage import WITH_PYPTO, Guarded, Refusal, unknown

MOVE = f"move it into a kernel or {WITH_PYPTO}"


class Values(Guarded):
    """The part of Tensor that looks at elements."""

    __slots__ = ()

    def _places(self, axis=0, offset=None):
        """Byte offsets of all elements, in order."""
        offset = self.offset if offset is None else offset
        if axis == self.ndim:
            yield offset * self.dtype.itemsize
            return
        for i in range(self._shape[axis]):
            yield from self._places(axis + 1, offset + i * self._strides[axis])

    def _decoded(self, place):
        storage = self.storage
        if storage.written_by:
            raise Refusal(f"reads values of {self._named()}, which {storage.written_by} writes", MOVE)
        content = storage.content()
        size = self.dtype.itemsize
        if storage.parameter is not None:
            storage.ledger.note_read(storage, place, size)
        return self.dtype.decode(bytes(size) if content is None else bytes(content[place : place + size]))

    def item(self):
        if self.numel() != 1:
            raise Refusal(f"takes the value of {self._named()}, expected a tensor of one element", "correct the index")
        return self._decoded(next(self._places()))

    def tolist(self):
        return [row.tolist() for row in self] if self._shape else self.item()

    def __bool__(self):
        return bool(self.item())

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())

    def __index__(self):
        return operator.index(self.item())

    def __setitem__(self, index, value):
        if isinstance(value, Values):
            self[index].copy_(value)
        else:
            self[index].fill_(value)

    def _target(self):
        """The bytes to write into. A plan has first contents of intermediates and nothing else."""
        storage = self.storage
        if storage.parameter is None and not storage.used_by:
            return storage.writable()
        when = f" after {storage.used_by} has taken it" if storage.parameter is None else ""
        raise Refusal(f"writes into {self._named()} on the host{when}, which a plan cannot hold", MOVE)

    def copy_(self, source):
        if source.storage.parameter is not None or source.storage.written_by:
            raise Refusal(f"copies {source._named()} on the host, which a plan cannot hold", MOVE)
        target = self._target()
        values = source._broadcast(self._shape)
        content = source.storage.content()
        size = source.dtype.itemsize
        for to, place in zip(self._places(), values._places()):
            data = bytes(size) if content is None else bytes(content[place : place + size])
            if source.dtype is not self.dtype:
                data = self.dtype.encode(source.dtype.decode(data))
            target[to : to + self.dtype.itemsize] = data
        return self

    def _broadcast(self, shape):
        missing = len(shape) - self.ndim
        own = (1,) * missing + self._shape
        if missing < 0 or any(a not in (1, b) for a, b in zip(own, shape)):
            raise Refusal(f"{self._named()} does not fit the shape {list(shape)}", "correct the shapes")
        strides = (0,) * missing + self._strides
        return self._view(shape, [0 if a != b else s for a, b, s in zip(own, shape, strides)])

    def fill_(self, value):
        data = self.dtype.encode(value)
        target = self._target()
        if self.is_contiguous():
            start = self.offset * self.dtype.itemsize
            target[start : start + self.nbytes] = data * self.numel()
            return self
        for place in self._places():
            target[place : place + len(data)] = data
        return self

    def zero_(self):
        return self.fill_(0)


def _refuse_operator(name):
    def refuse(self, *_):
        raise unknown(f"torch.Tensor.{name}")

    return refuse


for _name in (
    "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift radd rsub rmul rtruediv rpow rfloordiv rmod "
    "iadd isub imul itruediv neg pos abs invert eq ne lt le gt ge contains"
).split():
    setattr(Values, f"__{_name}__", _refuse_operator(f"__{_name}__"))
