"""Which earlier dispatches a dispatch waits for: the runtime's rule, from the tags of tensors and the bytes they cover.

A write is the producer of its bytes until a later write covers them whole. INPUT and INOUT wait for every producer
whose bytes they may touch; OUTPUT, OUTPUT_EXISTING and INOUT become producers; NO_DEP does neither. Reads are not
remembered: a write never waits for those who only read before it.
"""

NONE, PARTIAL, COVERED = range(3)
READS = ("INPUT", "INOUT")
WRITES = ("OUTPUT", "OUTPUT_EXISTING", "INOUT")


class Footprint:
    """The bytes of a view. Only footprints of one `key`, the memory they lie in, can meet."""

    def __init__(self, key, nbytes, dtype, shape, strides, offset=0):
        self.key = key
        self.nbytes = nbytes  # of the whole memory
        self.dtype = dtype
        self.shape = tuple(shape)
        self.strides = tuple(strides)  # elements
        self.offset = offset  # elements
        self.begin = offset * dtype.itemsize
        self.end = self.begin + (1 + sum((n - 1) * s for n, s in zip(shape, strides))) * dtype.itemsize
        self.box = self._box()

    def _layout(self):
        """Sizes of the row-major array that the strides imply, or None when they imply none."""
        strides = self.strides
        if 0 in strides or strides[-1] != 1 or any(a % b for a, b in zip(strides, strides[1:])):
            return None
        elements = self.nbytes // self.dtype.itemsize
        if elements % strides[0]:
            return None
        return [elements // strides[0]] + [a // b for a, b in zip(strides, strides[1:])]

    def _box(self):
        """[begin, end) along each dimension of that array, or None when the view is no box of it."""
        layout = self._layout()
        if layout is None:
            return None
        ranges = []
        rest = self.offset
        for size, count, stride in zip(layout, self.shape, self.strides):
            at, rest = divmod(rest, stride)
            if at + count > size:
                return None
            ranges.append((at, at + count))
        return ranges


def overlap(probe, entry):
    """How much of `entry` lies in `probe`; PARTIAL where it cannot be told."""
    if not (probe.begin < entry.end and entry.begin < probe.end):
        return NONE
    if probe.dtype is not entry.dtype or probe.strides != entry.strides:
        return PARTIAL
    outer, inner = probe.box, entry.box
    if outer is None or inner is None:
        return PARTIAL
    if any(not (a < d and c < b) for (a, b), (c, d) in zip(outer, inner)):
        return NONE
    return COVERED if all(a <= c and d <= b for (a, b), (c, d) in zip(outer, inner)) else PARTIAL


class Producers:
    """The last writers of all memory, while dispatches are submitted in order."""

    def __init__(self):
        self._writes = {}  # key -> [(footprint, dispatch)]

    def submit(self, dispatch, arguments):
        """Dispatches that this one waits for, ascending. `arguments`: (tag, footprint) of each tensor, in order."""
        found = set()
        for tag, footprint in arguments:
            writes = self._writes.setdefault(footprint.key, [])
            if tag in READS:
                found.update(who for what, who in writes if overlap(footprint, what) != NONE)
            if tag in WRITES:
                writes[:] = [item for item in writes if overlap(footprint, item[0]) != COVERED]
                writes.append((footprint, dispatch))
        found.discard(dispatch)
        return sorted(found)


def clash(arguments):
    """Positions of two arguments the runtime refuses in one dispatch: a write and a later one on the same bytes."""
    for i, (tag, first) in enumerate(arguments):
        for j in range(i + 1, len(arguments) if tag in WRITES else 0):
            second = arguments[j][1]
            if first.key == second.key and overlap(first, second) != NONE:
                return i, j
    return None
