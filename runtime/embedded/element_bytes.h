#pragma once

#include <cstdint>
#include <iterator>

namespace pto::embedded {

// Bytes per element by DataType of include/data_type.h; 0 for a number that is none.
inline uint32_t ElementBytes(uint8_t dtype) {
    constexpr uint32_t kElementBytes[] = {4, 2, 4, 2, 1, 1, 2, 8, 8, 2, 4, 1, 1, 1, 1};
    return dtype < std::size(kElementBytes) ? kElementBytes[dtype] : 0;
}

}  // namespace pto::embedded
