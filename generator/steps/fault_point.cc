#include "generator/steps/fault_point.h"

#include <csignal>
#include <cstdlib>

namespace pto::gen {

void FaultPoint(std::string_view step) {
    const char* stop_at = std::getenv("PTO_NINJA_TEST_STOP_AT");
    if (stop_at != nullptr && step == stop_at) std::raise(SIGKILL);
}

}  // namespace pto::gen
