// Whole rows of small floating types as float, fast enough for comparing large outputs. Same values as base/half.h.
#pragma once

#include <cstdint>

#include "base/dtype.h"

namespace pto::run {

// `form` is a floating form of at most 32 bits; `data` holds `count` dense elements of it.
void WidenToFloat(HostForm form, const void* data, int64_t count, float* result);

}  // namespace pto::run
