// One imitated core while it runs a kernel: the services that the kernel calls.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "runtime/embedded/device_memory.h"
#include "runtime/embedded/failure.h"
#include "runtime/embedded/include/pto_ninja/abi.h"
#include "runtime/embedded/local_memory.h"
#include "runtime/embedded/observer.h"
#include "runtime/embedded/task.h"
#include "runtime/embedded/task_sync.h"

namespace pto::embedded {

class Core;

// The cores that run at the moment, for the report of a time limit.
class RunningCores {
  public:
    void Add(const Core* core);
    void Remove(const Core* core);
    // "kernel 'gate' (task 1) is running" for each, by task, block and slot. Takes some milliseconds.
    std::vector<std::string> Describe() const;

  private:
    mutable std::mutex mutex_;
    std::vector<const Core*> cores_;
};

// Who left a thread to compute with floating-point numbers in another way than it found it. That was put back.
class ChangedFloats {
  public:
    void Add(const std::string& who);
    std::set<std::string> Take();

  private:
    std::mutex mutex_;
    std::set<std::string> names_;
};

// What all tasks of a run share.
struct RunContext {
    const Program* program = nullptr;
    DeviceMemory* memory = nullptr;
    Observer* observer = nullptr;
    std::string title;  // RunOptions::title
    bool clear_local_memory = false;
    FailureBox failures;
    RunningCores running;
    ChangedFloats changed_floats;
    std::atomic<bool> stop_all{false};
    const std::atomic<bool>* cancel = nullptr;  // set by somebody else who no longer wants the result

    bool Stopped() const {
        return stop_all.load(std::memory_order_relaxed) ||
               (cancel != nullptr && cancel->load(std::memory_order_relaxed));
    }

    // Whether a core or task of this number should end early.
    bool ShouldStop(uint32_t task) const { return Stopped() || failures.failed_task() < task; }
};

// Conditions that a kernel left for the completion of its task: the word at the address reaches the value.
struct DeferredCondition {
    uint64_t address;
    uint32_t expected;
};

class Core : public pto_ninja::CoreServices {
  public:
    Core(RunContext& run, const Task& task, CoreIdentity identity, TaskSync& sync, LocalMemoryArena& memory,
         int blocks_at_a_time);

    // The core that the calling thread runs, or null.
    static Core* Current();

    // Runs the kernel on this thread. Failures go to run.failures and stop the other cores of the task; conditions that
    // the kernel leaves are appended to `deferred`.
    void Run(std::vector<DeferredCondition>& deferred);

    const Task& task() const { return task_; }
    CoreIdentity identity() const { return identity_; }
    const std::string& title() const { return run_.title; }
    const Kernel& kernel() const { return *task_.kernels[identity_.slot]; }
    TaskSync& sync() const { return sync_; }
    const LocalMemoryArena& local_memory() const { return local_memory_; }
    // What the core does, given the value of polls() a moment ago.
    std::string DescribeActivity(uint32_t earlier_polls) const;
    uint32_t polls() const { return polls_.load(std::memory_order_relaxed); }

  private:
    enum class Activity : uint32_t { kRunning, kFlag, kBarrier };

    void CallKernel(std::vector<DeferredCondition>& deferred);
    void ReportFailure(const std::string& text, const std::string& remedy) const;
    bool ShouldStop() const { return sync_.stopped() || run_.ShouldStop(task_.number); }
    [[noreturn]] static void Fail(const CoreServices* self, const char* message);
    static void CheckGlobal(const CoreServices* self, const void* address, uint64_t bytes,
                            pto_ninja::GlobalAccess access, const char* instruction);
    static void CrossCoreSet(const CoreServices* self, uint32_t mode, uint32_t flag);
    static void CrossCoreWait(const CoreServices* self, uint32_t flag);
    static void SyncAll(const CoreServices* self);
    static void Poll(const CoreServices* self);
    void RequireAllAtOnce(const char* what) const;

    RunContext& run_;
    const Task& task_;
    const CoreIdentity identity_;
    TaskSync& sync_;
    LocalMemoryArena& local_memory_;
    const int blocks_at_a_time_;
    mutable std::atomic<Activity> activity_{Activity::kRunning};
    mutable std::atomic<uint32_t> awaited_flag_{0};
    // Allocations seen last: nearly every check finds its own here.
    struct Range {
        uint64_t begin = 0;
        uint64_t bytes = 0;
    };
    mutable std::array<Range, 8> recent_{};
    mutable uint32_t next_recent_ = 0;
    mutable std::atomic<uint32_t> polls_{0};
    mutable uint32_t wait_polls_ = 0;  // since the present wait began
    mutable std::chrono::steady_clock::time_point last_poll_{};
};

}  // namespace pto::embedded
