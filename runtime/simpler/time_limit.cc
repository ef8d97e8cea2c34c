#include "runtime/simpler/time_limit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "base/text.h"
#include "runtime/simpler/loaded_copies.h"

namespace pto::run {

Error TimeLimitPassed(const std::vector<std::string>& what, const RunnerOptions& options) {
    return Error(ErrorKind::kToolchain,
                 fmt::format("{} {} not done after {:g} s", Join(what, " and "), what.size() == 1 ? "was" : "were",
                             options.timeout_seconds),
                 "look for a wait without its signal in the kernels or for an endless loop; " +
                     options.names.time_limit + " sets the limit");
}

TimeLimit::Armed::Armed(TimeLimit& limit, const std::string& what)
    : activity_(embedded::Phase::kRunning, what), watchdog_(limit.watchdog_) {
    const double seconds = limit.options_.timeout_seconds;
    if (seconds <= 0 || !limit.options_.on_hang) return;
    const auto duration = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
    watchdog_.Arm(duration, duration, [options = limit.options_, what](int) {
        RemoveLoadedCopies(getpid());
        options.on_hang(TimeLimitPassed({what}, options));
    });
}

}  // namespace pto::run
