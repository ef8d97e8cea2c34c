#include "runtime/simpler/time_limit.h"

#include <fmt/format.h>

#include <chrono>

namespace pto::run {

Error TimeLimitPassed(const std::string& what, double seconds) {
    return Error(ErrorKind::kToolchain, fmt::format("{} was not done after {:g} s", what, seconds),
                 "look for a wait without its signal in the kernels or for an endless loop; --timeout SECONDS sets the "
                 "limit");
}

TimeLimit::Armed::Armed(TimeLimit& limit, const std::string& what) : watchdog_(limit.watchdog_) {
    const double seconds = limit.options_.timeout_seconds;
    if (seconds <= 0 || !limit.options_.on_hang) return;
    const auto duration = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
    watchdog_.Arm(duration, duration,
                  [on_hang = limit.options_.on_hang, what, seconds](int) { on_hang(TimeLimitPassed(what, seconds)); });
}

}  // namespace pto::run
