// trace.json: a run as a timeline for ui.perfetto.dev and chrome://tracing, in the trace event format of the latter.
// Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/dfx/recorded_files.h"

namespace pto::run {

// A program that ran once.
struct TraceRun {
    size_t rank = 0;      // programs of one rank share a process of the timeline
    std::string process;  // what that is called
    std::string program;
    SwimlaneRecords records;
    TaskDependencies dependencies;
    std::map<int64_t, std::string> kernel_names;  // by func_id
};

enum class TraceClock {
    kShared,   // of all runs
    kPerRank,  // ranks have clocks of their own: each is shown from its first event on
};

// A lane per core that ran something, one for the program's submits, and with several runs one that names them; an
// arrow from the end of a task to the start of each that waits for it. Microseconds from the first event on.
std::string TraceText(const std::vector<TraceRun>& runs, TraceClock clock);

}  // namespace pto::run
