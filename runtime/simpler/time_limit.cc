#include "runtime/simpler/time_limit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "base/text.h"
#include "runtime/simpler/loaded_copies.h"

namespace pto::run {

Error TimeLimitPassed(const std::vector<std::string>& what, double seconds) {
    return Error(
        ErrorKind::kToolchain,
        fmt::format("{} {} not done after {:g} s", Join(what, " and "), what.size() == 1 ? "was" : "were", seconds),
        "look for a wait without its signal in the kernels or for an endless loop; --timeout SECONDS sets the "
        "limit");
}

TimeLimit::Armed::Armed(TimeLimit& limit, const std::string& what)
    : activity_(embedded::Phase::kRunning, what), watchdog_(limit.watchdog_) {
    const double seconds = limit.options_.timeout_seconds;
    if (seconds <= 0 || !limit.options_.on_hang) return;
    const auto duration = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
    watchdog_.Arm(duration, duration, [on_hang = limit.options_.on_hang, what, seconds](int) {
        RemoveLoadedCopies(getpid());
        on_hang(TimeLimitPassed({what}, seconds));
    });
}

}  // namespace pto::run
