// Which bytes a view of a buffer touches, and whether two views share any. Pure.
#pragma once

#include <cstdint>

#include "runtime/embedded/include/pto_ninja/orchestration_abi.h"

namespace pto::embedded {

// One level of a nested repetition: `count` copies, `stride` bytes apart.
struct RegionLevel {
    uint64_t stride;
    uint64_t count;
};

struct Region {
    uint64_t buffer_begin = 0;  // the whole buffer
    uint64_t buffer_end = 0;
    uint64_t begin = 0;  // bounds of the view; begin == end when it is empty
    uint64_t end = 0;
    // From the widest stride to single bytes (stride 1), neighbouring levels merged where they leave no gap.
    int level_count = 0;
    RegionLevel levels[pto_ninja::kMaxTensorDims + 1];

    bool IsDense() const { return level_count == 1; }
};

// `element_bytes` of 0 (an unknown element type) makes the region the whole buffer.
Region RegionOf(const pto_ninja::TensorDescriptor& tensor, uint64_t element_bytes);

// False only if no byte is shared. True when the bounds overlap and the strides of the two views do not nest (views of
// different buffers over the same memory, diagonal-like strides): a superfluous dependency is harmless, a missing one
// not.
bool Overlaps(const Region& a, const Region& b);

// Every byte of `inner` lies in `outer`; may be false although it is so.
bool Covers(const Region& outer, const Region& inner);

}  // namespace pto::embedded
