// The clock that file times come from.
#pragma once

#include <chrono>
#include <cstdint>

namespace pto {

// Since the epoch.
inline int64_t WallClockNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

}  // namespace pto
