// What a run tells those who want to record it (timelines, dependency graphs, argument dumps, scope statistics).
#pragma once

#include <cstdint>

#include "runtime/embedded/task.h"

namespace pto::embedded {

struct CoreEvent {
    const Task* task = nullptr;
    CoreIdentity core;
    int worker = 0;        // index of the thread that ran it, stable during a run
    int64_t start_ns = 0;  // std::chrono::steady_clock
    int64_t end_ns = 0;    // 0 in OnCoreStart
};

struct ScopeEvent {
    bool begin = false;
    bool manual = false;
    int depth = 0;  // 1 is the outermost
    const char* file = "";
    int line = 0;
    uint64_t task_count = 0;       // submitted so far in the run
    uint64_t allocated_bytes = 0;  // intermediates alive
};

// OnSubmit and OnScope come from the thread that runs the program, in its order. The others come from any thread,
// several at a time: implementations synchronise themselves. Task references stay valid until the run returns.
class Observer {
  public:
    virtual ~Observer() = default;
    virtual void OnSubmit(const Task&) {}
    virtual void OnScope(const ScopeEvent&) {}
    // Before the first core of the task starts: the inputs are complete. Not called for a task whose condition fails.
    virtual void OnTaskStart(const Task&) {}
    // After its last core: the outputs are complete, nothing that depends on them has started.
    virtual void OnTaskFinish(const Task&) {}
    virtual void OnCoreStart(const CoreEvent&) {}
    virtual void OnCoreFinish(const CoreEvent&) {}
};

}  // namespace pto::embedded
