#include "runtime/core/clock.h"

#include <ctime>

namespace pto::run {

int64_t SystemClock::NowNs() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

int64_t SystemClock::UnixSeconds() {
    return static_cast<int64_t>(std::time(nullptr));
}

}  // namespace pto::run
