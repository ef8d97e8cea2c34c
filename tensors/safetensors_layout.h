// What reader and writer of safetensors files agree on beyond the format's text.
#pragma once

#include "base/dtype.h"

namespace pto {

// The format's F4 is a 4-bit element, ours a carrier of two: the header's last dimension is twice ours.
inline bool CountsHalves(const DType& dtype) {
    return dtype.safetensors == "F4";
}

}  // namespace pto
