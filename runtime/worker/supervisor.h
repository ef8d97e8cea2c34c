// Two processes for one command: a worker that runs the user's code, and the one that was started, which runs none of
// it, watches the worker and has the last word. The verdict does not depend on how the worker ends.
#pragma once

#include <functional>
#include <optional>

#include "runtime/worker/worker_board.h"
#include "runtime/worker/worker_end.h"

namespace pto::run {

struct SupervisorOptions {
    double timeout_seconds = 0;    // of loading and calling, and with some grace of a run; 0: none
    bool end_what_is_left = true;  // processes that the program started and that outlive it
    // A run has a limit of its own, with better words; this is added for a worker that no longer looks at it.
    double run_grace_seconds = 5;
    // For what runs when the result is known: static destructors, threads that end. At most the limit.
    double end_grace_seconds = 5;
};

struct Supervised {
    std::optional<WorkerResult> result;  // the last one posted
    std::optional<WorkerEnd> end;        // none: the worker ended in order, after a complete result
    size_t ended_processes = 0;          // left by the program, and ended
};

// Runs `work` in a worker and waits for its end, which is bounded once its result is complete. To be called before the
// process has threads. SIGINT, SIGTERM and SIGHUP end the worker and all it started, then this process; SIGTSTP stops
// both. Throws a toolchain Error when there can be no worker.
Supervised Supervise(const SupervisorOptions& options, WorkerBoard& board, const std::function<void()>& work);

}  // namespace pto::run
