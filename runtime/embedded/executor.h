// Runs tasks on host threads as soon as the tasks they wait for are done.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "runtime/embedded/core.h"
#include "runtime/embedded/crew.h"

namespace pto::embedded {

// A task and its place in the schedule, which only the executor touches.
struct TaskState {
    Task task;
    std::vector<uint64_t> buffers;  // intermediates that it keeps alive, see Intermediates

    int pending = 0;  // tasks it still waits for
    bool done = false;
    std::vector<TaskState*> successors;
    std::vector<DeferredCondition> deferred;
};

// Told on the thread that ran the task, before anything that waits for it starts.
class TaskListener {
  public:
    virtual ~TaskListener() = default;
    virtual void TaskDone(TaskState& task) = 0;
};

// One run at a time. The kernels of a task (its blocks, and cube and vector cores of each) run side by side, as many
// blocks as the chip has cores for; further blocks take turns.
class Executor {
  public:
    // `worker_count` threads run tasks; the cores of a task beyond its first run on further threads, kept for later.
    Executor(int worker_count, const PlatformInfo& platform);
    // Joins the threads; call Abandon first if one of them hangs.
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    void Begin(RunContext& run, TaskListener& listener);
    // Called by one thread, in program order. `dependencies` are earlier tasks of the run.
    void Submit(TaskState& task, std::span<TaskState* const> dependencies);
    // Returns when all are done; throws RunStopped when the run fails meanwhile.
    void WaitFor(std::span<TaskState* const> tasks);
    // Returns true when every submitted task has run or, after a failure, was dropped. Returns false when kernels are
    // still running although they were asked to stop: those threads cannot be ended.
    bool WaitAll();

    // Leaves hanging threads to themselves. All they use has to stay alive for ever.
    void Abandon();

    int BlocksAtATime(const Task& task) const;

  private:
    void WorkerLoop(int index);
    TaskState* NextReady(std::unique_lock<std::mutex>& lock, uint32_t& misses);
    // OnSchedule around a step of a worker; `step` alone when nobody observes.
    template <typename Step>
    void Observed(ScheduleEvent::Kind kind, int worker, uint32_t misses, const Step& step);
    ReadyCounts CountReady() const;
    bool Execute(TaskState& state);
    void RunCores(TaskState& state);
    void RunThread(TaskState& state, TaskSync& sync, int index, int width);
    void RunBlocks(TaskState& state, TaskSync& sync, int index, int width);
    void Finish(TaskState& state);
    void FinishDeferred();
    void MakeReady(TaskState& state);

    const PlatformInfo& platform_;
    RunContext* run_ = nullptr;
    TaskListener* listener_ = nullptr;
    Crew crew_;

    std::mutex mutex_;
    std::condition_variable work_;
    std::condition_variable done_;
    std::deque<TaskState*> ready_;
    std::vector<TaskState*> deferred_;  // ran, wait for conditions in memory
    int idle_workers_ = 0;
    bool waiting_for_some_ = false;
    bool waiting_for_all_ = false;
    uint64_t submitted_ = 0;
    uint64_t finished_ = 0;
    bool quit_ = false;
    std::vector<std::thread> workers_;
};

}  // namespace pto::embedded
