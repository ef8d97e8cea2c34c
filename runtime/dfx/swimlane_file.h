// chip_swimlane_records.json: when each core ran what, and what the scheduler and the program did meanwhile. Pure.
#pragma once

#include <string>

#include "runtime/dfx/core_layout.h"
#include "runtime/dfx/recording.h"

namespace pto::run {

// The runtime's format. `level`: 1 core times, 2 and when they were dispatched, 3 and the scheduler, 4 and the
// program's submits. Times are nanoseconds of the steady clock, which the file states as a counter of 1 GHz; its
// scheduler threads are the workers of the embedded runtime.
std::string SwimlaneText(const RunRecording& recording, const CoreLayout& layout, int level);

}  // namespace pto::run
