// How a worker ended before it had said everything, in words. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "runtime/embedded/activity.h"

namespace pto::run {

// What the worker did last.
struct LastActivity {
    embedded::Phase phase = embedded::Phase::kOwn;
    std::string subject;
    std::vector<std::string> kernels;  // "kernel 'gate' (task 1)", those that were running
};

LastActivity ReadActivity(const embedded::ActivityBoard& board);

struct WorkerEnd {
    enum class How {
        kExited,        // `number` is the exit code
        kSignalled,     // `number` is the signal
        kStopped,       // likewise; it was ended then
        kParentKilled,  // likewise, of the process between worker and supervisor
        kTimedOut,      // `seconds` is the limit; it was ended then
        kCrashed,       // `crash` says everything
    };
    How how = How::kExited;
    int number = 0;
    double seconds = 0;
    std::string crash;
    LastActivity activity;
};

// Of a worker that left no complete result.
Error ErrorOfEnd(const WorkerEnd& end);

// The same about one whose result was complete.
std::string NoteOfEnd(const WorkerEnd& end);

}  // namespace pto::run
