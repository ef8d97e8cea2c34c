"""Domains of ranks that see each other's memory: windows, their buffers, and the handles the source gets."""

import operator

from plan_recorder.arguments import CORRECT, DeviceContext, RuntimeDType, WindowTensor, checked_shape, view_bytes
from plan_recorder.storage import Guarded, Refusal, listed, unknown
from plan_recorder.tensor import dense_strides


class CommBufferSpec(Guarded):
    _label = "CommBufferSpec"

    def __init__(self, name, dtype, count, nbytes, load_from_host=False, store_to_host=False):
        if load_from_host or store_to_host:
            raise unknown("CommBufferSpec(load_from_host=, store_to_host=)")
        self.name = name
        self.dtype = dtype
        self.count = operator.index(count)
        self.nbytes = operator.index(nbytes)


class WindowBuffer(Guarded):
    _label = "buffers[name]"

    def __init__(self, context, index, name, nbytes):
        self.context = context
        self.index = index
        self.name = name
        self.nbytes = nbytes

    def tensor(self, shapes, dtype, strides=None, byte_offset=0):
        shape = tuple(operator.index(size) for size in shapes)
        if not isinstance(dtype, RuntimeDType):
            raise unknown(f"{dtype!r} as the type of a window tensor")
        what = f"window tensor {list(shape)} of '{self.name}'"
        if byte_offset != 0 or (strides is not None and tuple(strides) != dense_strides(shape)):
            raise unknown(f"a {what} that is not dense at the start of its buffer")
        checked_shape(shape, what)
        if any(size < 1 for size in shape):
            raise Refusal(f"passes {what}, which is empty", CORRECT)
        wanted = view_bytes(dtype.dtype, shape)
        if wanted > self.nbytes:
            raise Refusal(f"{what} takes {wanted} bytes, the buffer has {self.nbytes}", CORRECT)
        return WindowTensor(self, dtype.dtype, shape)


class WindowAddress:
    """buffer_ptrs["name"] of older emitters, good for Tensor.make(data=)."""

    def __init__(self, buffer):
        self.buffer = buffer


class ByName(dict):
    """A dictionary that refuses names it does not have: `missing` makes the message from the name."""

    def __init__(self, items, missing):
        super().__init__(items)
        self._missing = missing

    def __missing__(self, name):
        raise self._missing(name)


class ChipTensor(Guarded):
    """simpler's Tensor, earlier ContinuousTensor, as a constructor of window tensors."""

    _label = "Tensor"

    @staticmethod
    def make(data, shapes, dtype, child_memory=False):
        if not child_memory or not isinstance(data, WindowAddress):
            raise unknown("Tensor.make() of anything but a window buffer")
        return data.buffer.tensor(shapes, dtype)


class DomainContext(Guarded):
    """One rank's side of a domain."""

    _label = "domain[rank]"

    def __init__(self, domain, rank, specs):
        self.domain = domain
        self.rank = rank
        self.name = domain.name
        self.domain_rank = domain.workers.index(rank)
        self.domain_size = len(domain.workers)
        self.actual_window_size = domain.window_bytes
        self.device_ctx = DeviceContext(self)
        buffers = {s.name: WindowBuffer(self, i, s.name, s.nbytes) for i, s in enumerate(specs)}
        self.buffers = ByName(buffers, self._no_buffer)
        self.buffer_ptrs = ByName({k: WindowAddress(v) for k, v in buffers.items()}, self._no_buffer)

    def _no_buffer(self, name):
        return Refusal(
            f"domain '{self.name}' has no buffer '{name}', expected one of {listed(self.buffers)}", CORRECT
        )


class Domain(Guarded):
    """What allocate_domain gives: per rank the windows of all its buffers, one after another."""

    _label = "domain"

    def __init__(self, index, name, workers, window_bytes, specs):
        self.index = index
        self.name = name
        self.workers = workers
        self.window_bytes = window_bytes
        self.specs = specs
        self.released = False
        self.contexts = {rank: DomainContext(self, rank, specs) for rank in workers}

    def __getitem__(self, rank):
        if self.released:
            raise Refusal(f"uses domain '{self.name}' after its release", CORRECT)
        context = self.contexts.get(operator.index(rank))
        if context is None:
            raise Refusal(
                f"asks domain '{self.name}' for rank {operator.index(rank)}, its ranks are "
                + ", ".join(str(worker) for worker in self.workers),
                CORRECT,
            )
        return context

    def release(self):
        self.released = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()

    def record(self):
        buffers = []
        offset = 0
        for spec in self.specs:
            buffers.append({"name": spec.name, "offset": offset, "bytes": spec.nbytes})
            offset += spec.nbytes
        return {
            "name": self.name,
            "workers": list(self.workers),
            "window_bytes": self.window_bytes,
            "buffers": buffers,
        }
