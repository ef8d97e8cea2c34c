// For tests of interruptions: places where a process can be made to stop.
#pragma once

#include <string_view>

namespace pto::gen {

// PTO_NINJA_TEST_STOP_AT says what happens when `step` is reached:
//   STEP             this process is killed (SIGKILL)
//   STEP:INT         it gets SIGINT
//   STEP:WAIT:FILE   it makes an empty FILE and waits for a signal
void FaultPoint(std::string_view step);

}  // namespace pto::gen
