// For tests of interruptions: a place where a process can be made to die.
#pragma once

#include <string_view>

namespace pto::gen {

// Kills this process (SIGKILL) when PTO_NINJA_TEST_STOP_AT names `step`.
void FaultPoint(std::string_view step);

}  // namespace pto::gen
