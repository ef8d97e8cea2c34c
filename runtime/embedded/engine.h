// The embedded runtime: runs a loaded program in this process.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/error.h"
#include "runtime/embedded/device_memory.h"
#include "runtime/embedded/executor.h"
#include "runtime/embedded/observer.h"
#include "runtime/embedded/orchestration.h"
#include "runtime/embedded/program.h"
#include "runtime/embedded/watchdog.h"

namespace pto::embedded {

// A tensor argument of the program. `data` should come from the engine's DeviceMemory; other memory works, but an
// access outside it is caught only where the kernel's headers check for it.
struct TensorArgument {
    std::string name;
    const DType* dtype = nullptr;
    std::vector<int64_t> shape;    // at most 5 dimensions; rank 0 is passed as one element
    std::vector<int64_t> strides;  // elements; empty: dense
    void* data = nullptr;          // updated in place
};

struct RunArguments {
    std::vector<TensorArgument> tensors;
    std::vector<uint64_t> scalars;  // the value's bytes in the low end
};

struct RunOptions {
    // 0: no limit. What happens on expiry is described at Engine::Run.
    std::chrono::nanoseconds time_limit{0};
    // What sets the limit, for the end of messages: "--timeout SECONDS". Empty: they do not say.
    std::string time_limit_name;
    // Called on another thread if the limit has passed and Run cannot return because the orchestration itself hangs. A
    // program prints the error and ends the process.
    std::function<void(const Error&)> on_hang;
    // Stands before what ends the process (FaultGuard): "rank 1, 'per_rank' (orchestration/host_orch.py:19)".
    std::string title;
    // Start every kernel on zeroed local memories: 50 microseconds per kernel for a result that does not depend on what
    // ran before, even if a kernel reads what it has not written.
    bool clear_local_memory = false;
    Observer* observer = nullptr;
    // Becomes true when the run should end early because its result is no longer wanted; outlives the run.
    const std::atomic<bool>* cancel = nullptr;
    LogFunction log;  // of the LOG_* macros; null: none
    int log_level = pto_ninja::kLogInfo;
};

struct RunStatistics {
    uint64_t task_count = 0;
    std::chrono::nanoseconds wall_time{0};  // from the start of the orchestration to the end of the last task
    std::set<std::string> changed_floats;   // "kernel 'k'" for each that did, see ChangedFloats
};

// Thrown by Run when the time limit has passed; names the kernels that were running.
class TimeLimitError : public Error {
  public:
    explicit TimeLimitError(const Error& error) : Error(error) {}
};

// Thrown by Run when it was cancelled before it was done.
class RunCancelled : public Error {
  public:
    RunCancelled() : Error(ErrorKind::kToolchain, "cancelled") {}
};

// One run at a time; engines of several ranks run side by side, each from a thread of its own.
class Engine {
  public:
    // 0 workers: one per processor.
    Engine(std::shared_ptr<const Program> program, std::shared_ptr<DeviceMemory> memory, int worker_count = 0);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // Runs the orchestration on the calling thread and its tasks on others; returns when all are done. Throws the Error
    // that comes first in program order when kernels or the orchestration fail.
    //
    // When the time limit passes, kernels and the orchestration are asked to stop. If they do (a kernel in a wait, an
    // orchestration that calls the runtime), TimeLimitError is thrown after at most a second. A kernel in an endless
    // loop cannot be stopped: TimeLimitError is thrown too, its threads and all they use are left behind for the rest
    // of the process, and every later Run of this engine throws. The program should print the error and call _exit.
    RunStatistics Run(const RunArguments& arguments, const RunOptions& options = {});

    DeviceMemory& memory() { return *memory_; }
    const Program& program() const { return *program_; }
    bool abandoned() const { return abandoned_; }
    // "orchestration 'f'".
    const std::string& fault_text() const { return fault_text_; }
    int worker_count() const { return worker_count_; }

  private:
    struct RunState;

    void Execute(RunState& state, const RunOptions& options);
    void CallOrchestration(RunState& state, Session& session);
    Error TimeLimitReached(const RunState& state) const;

    std::shared_ptr<const Program> program_;
    std::shared_ptr<DeviceMemory> memory_;
    int worker_count_;
    std::string fault_text_;
    std::unique_ptr<std::deque<TaskState>> tasks_;  // storage kept between runs
    std::unique_ptr<Executor> executor_;
    Watchdog watchdog_;
    bool abandoned_ = false;
};

}  // namespace pto::embedded
