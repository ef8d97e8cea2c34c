// The runtime's side of a running orchestration: turns its calls into tasks.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/embedded/executor.h"
#include "runtime/embedded/include/pto_ninja/orchestration_abi.h"
#include "runtime/embedded/intermediates.h"
#include "runtime/embedded/task_graph.h"

namespace pto::embedded {

// The table handed to every orchestration; the calls go to the session of the calling thread.
const pto_ninja::OrchestrationServices& OrchestrationServiceTable();

using LogFunction = std::function<void(int level, std::string_view function, std::string_view message)>;

class Session : public TaskListener {
  public:
    // `tasks` is storage that is kept between runs.
    Session(RunContext& run, Executor& executor, std::deque<TaskState>& tasks, const LogFunction& log, int log_level);
    ~Session() override;

    // Makes this the session of the calling thread while `body` runs.
    void RunOnThisThread(const std::function<void()>& body);

    // Where a failure of the orchestration itself stands among those of its tasks: before all that it has not
    // submitted.
    FailureOrder NextOrder() const { return {next_number_, -1}; }
    uint32_t task_count() const { return next_number_; }

    void AllocTensors(const pto_ninja::TensorRequest* requests, uint32_t count, const char* names,
                      pto_ninja::TaskResult* result);
    void SubmitTask(const pto_ninja::TaskRequest& request, pto_ninja::TaskResult* result);
    void BeginScope(bool manual, const char* file, int line);
    void EndScope();
    uint64_t GetTensorData(const pto_ninja::TensorDescriptor& tensor, uint32_t ndims, const uint32_t* indices);
    void SetTensorData(const pto_ninja::TensorDescriptor& tensor, uint32_t ndims, const uint32_t* indices,
                       uint64_t value);
    void ReportFatal(int code, const char* function, const char* message);

    const RunContext& run() const { return run_; }
    const LogFunction& log() const { return log_; }
    int log_level() const { return log_level_; }

    void TaskDone(TaskState& task) override;

  private:
    TaskState& NewTask();
    uint64_t NewTaskId(int64_t number);
    int Ring() const;
    bool InManualScope() const { return manual_depth_ > 0; }
    int64_t NumberOf(uint64_t task_id) const;
    const Kernel* LookUpKernel(int func_id, int slot) const;
    void FillKernels(const pto_ninja::TaskRequest& request, Task& task) const;
    void FillTensors(const pto_ninja::TaskRequest& request, TaskState& state, pto_ninja::TaskResult* result);
    void FillCondition(const pto_ninja::Predicate& predicate, Task& task) const;
    void FindDependencies(const pto_ninja::TaskRequest& request, TaskState& state);
    pto_ninja::TensorDescriptor Materialize(const pto_ninja::TensorRequest& request, uint64_t owner,
                                            std::string_view name);
    uint64_t ElementAddress(const pto_ninja::TensorDescriptor& tensor, uint32_t ndims, const uint32_t* indices,
                            const char* function) const;
    void WaitForConflicts(const Access& access);
    int64_t ObservedStart() const;
    void NotifySubmitted(SubmitEvent event) const;
    void NotifyScope(bool begin, bool manual, const char* file, int line) const;

    RunContext& run_;
    Executor& executor_;
    std::deque<TaskState>& tasks_;
    const LogFunction& log_;
    const int log_level_;
    Intermediates intermediates_;
    TaskGraph graph_;
    std::deque<pto_ninja::TensorDescriptor> allocated_;  // by alloc_tensors
    std::vector<std::vector<int64_t>> ring_numbers_;     // task number by ring and local id; -1: an allocation
    uint32_t next_number_ = 0;
    int depth_ = 0;
    int manual_depth_ = 0;  // depth at which the manual scope was opened, 0 outside
};

}  // namespace pto::embedded
