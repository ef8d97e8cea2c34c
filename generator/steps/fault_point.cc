#include "generator/steps/fault_point.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

namespace pto::gen {

void FaultPoint(std::string_view step) {
    const char* const wanted = std::getenv("PTO_NINJA_TEST_STOP_AT");
    if (wanted == nullptr) return;
    std::string_view action = wanted;
    if (!action.starts_with(step)) return;
    action.remove_prefix(step.size());
    constexpr std::string_view kWait = ":WAIT:";
    if (action.empty()) std::raise(SIGKILL);
    if (action == ":INT") std::raise(SIGINT);
    if (!action.starts_with(kWait)) return;
    close(open(std::string(action.substr(kWait.size())).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    for (;;) pause();
}

}  // namespace pto::gen
