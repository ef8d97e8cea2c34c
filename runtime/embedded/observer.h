// What a run tells those who want to record it (timelines, dependency graphs, argument dumps, scope statistics).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>

#include "runtime/embedded/task.h"

namespace pto::embedded {

// The clock of all times below.
inline int64_t SteadyNanoseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

struct CoreEvent {
    const Task* task = nullptr;
    CoreIdentity core;
    int worker = 0;           // index of the thread that ran it, stable during a run
    int64_t dispatch_ns = 0;  // the thread begins to prepare the core
    int64_t start_ns = 0;     // the kernel is called
    int64_t end_ns = 0;       // 0 in OnCoreStart
};

// A call of the program that made a task or allocated tensors.
struct SubmitEvent {
    uint64_t task_id = 0;
    const Task* task = nullptr;                                     // null: an allocation
    std::span<const pto_ninja::TensorDescriptor* const> allocated;  // of an allocation
    int64_t start_ns = 0;
    int64_t end_ns = 0;
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

// Tasks that are ready to run, by the cores they need: cube, vector, both.
using ReadyCounts = std::array<int16_t, 3>;

// What a worker did between two tasks: took one that was ready, or noted the end of one and what may run after it.
struct ScheduleEvent {
    enum class Kind { kDispatch, kComplete };
    Kind kind = Kind::kDispatch;
    int worker = 0;
    int64_t start_ns = 0;
    int64_t end_ns = 0;
    uint32_t misses = 0;  // of kDispatch: how often the worker found nothing ready since it took the last task
    ReadyCounts ready_at_start{};
    ReadyCounts ready_at_end{};
};

// OnSubmit, OnSubmitted and OnScope come from the thread that runs the program, in its order. The others come from any
// thread, several at a time: implementations synchronise themselves. Task references stay valid until the run returns.
class Observer {
  public:
    virtual ~Observer() = default;
    // Before any of the task runs.
    virtual void OnSubmit(const Task&) {}
    // After OnSubmit, when the call is over; the task may be running already.
    virtual void OnSubmitted(const SubmitEvent&) {}
    virtual void OnScope(const ScopeEvent&) {}
    // Before the first core of the task starts: the inputs are complete. Not called for a task whose condition fails.
    virtual void OnTaskStart(const Task&) {}
    // After its last core: the outputs are complete, nothing that depends on them has started.
    virtual void OnTaskFinish(const Task&) {}
    virtual void OnCoreStart(const CoreEvent&) {}
    virtual void OnCoreFinish(const CoreEvent&) {}
    // Under the lock of the scheduler: must be short.
    virtual void OnSchedule(const ScheduleEvent&) {}
};

}  // namespace pto::embedded
