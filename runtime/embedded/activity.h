// What this process does with code of the user's, written to where another process reads it when this one has ended.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/embedded/fault_guard.h"

namespace pto::embedded {

enum class Phase : int32_t {
    kOwn,        // nothing of the user's runs, unless a thread of theirs does
    kLoading,    // a library: its static constructors
    kRunning,    // the program
    kCalling,    // a function of the user's hooks
    kUnloading,  // a library: its static destructors, what it gave to atexit
};

// What one thread runs. Names longer than the field are cut.
struct KernelSlot {
    static constexpr size_t kNameBytes = 56;
    std::atomic<uint32_t> active;
    uint32_t task;
    char name[kNameBytes];
};

// Made of zeros, for memory that is shared. Written by `process` alone: a copy that the user's code forks says nothing.
struct ActivityBoard {
    static constexpr size_t kSubjectBytes = 4096;
    static constexpr size_t kSlots = 256;
    std::atomic<pid_t> process;
    std::atomic<Phase> phase;
    std::atomic<int64_t> since_ns;  // of the phase, steady clock
    char subject[kSubjectBytes];    // a file where a library is loaded or unloaded, else a name for messages
    KernelSlot kernels[kSlots];
};

// From now on activities are written there. Until then nobody reads them.
void PublishActivity(ActivityBoard& board);

// One phase, from construction to destruction; not nested. A crash while a library is loaded or unloaded names it.
class ActivityScope {
  public:
    ActivityScope(Phase phase, std::string_view subject);
    ~ActivityScope();
    ActivityScope(const ActivityScope&) = delete;
    ActivityScope& operator=(const ActivityScope&) = delete;

  private:
    const std::string crash_text_;
    const FaultContext fault_context_;
};

// The calling thread runs a kernel, from construction to destruction. Costs a copy of the name.
class KernelActivity {
  public:
    KernelActivity(std::string_view name, uint32_t task);
    ~KernelActivity();
    KernelActivity(const KernelActivity&) = delete;
    KernelActivity& operator=(const KernelActivity&) = delete;

  private:
    KernelSlot& slot_;
};

}  // namespace pto::embedded
