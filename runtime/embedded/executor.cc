#include "runtime/embedded/executor.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>

#include "runtime/embedded/fault_guard.h"

namespace pto::embedded {
namespace {

using Clock = std::chrono::steady_clock;

// After a failure, earlier tasks may run on for this long: one of them may fail too and is then the one to report.
constexpr std::chrono::seconds kFailureGrace{2};
// How long kernels may take to notice that they are to stop, before their threads are given up.
constexpr std::chrono::seconds kStopGrace{1};
constexpr std::chrono::microseconds kDeferredInterval{50};

LocalMemoryArena& ThreadArena(const PlatformInfo& platform) {
    thread_local std::unique_ptr<LocalMemoryArena> arena;
    if (arena == nullptr || &arena->platform() != &platform) arena = std::make_unique<LocalMemoryArena>(platform);
    return *arena;
}

bool Holds(const TaskCondition& condition) {
    if (condition.bytes == 0) return true;
    int64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(condition.address), condition.bytes);
    const int unused_bits = 64 - 8 * static_cast<int>(condition.bytes);
    value = static_cast<int64_t>(static_cast<uint64_t>(value) << unused_bits) >> unused_bits;
    switch (condition.comparison) {
        case pto_ninja::Comparison::kEq:
            return value == condition.target;
        case pto_ninja::Comparison::kNe:
            return value != condition.target;
        case pto_ninja::Comparison::kGt:
            return value > condition.target;
        case pto_ninja::Comparison::kLt:
            return value < condition.target;
        case pto_ninja::Comparison::kGe:
            return value >= condition.target;
        case pto_ninja::Comparison::kLe:
            return value <= condition.target;
        case pto_ninja::Comparison::kAlways:
            break;
    }
    return true;
}

bool HasArrived(const DeferredCondition& condition) {
    const auto* word = reinterpret_cast<const uint32_t*>(condition.address);
    return static_cast<int32_t>(__atomic_load_n(word, __ATOMIC_ACQUIRE)) >= static_cast<int32_t>(condition.expected);
}

}  // namespace

Executor::Executor(int worker_count, const PlatformInfo& platform) : platform_(platform), crew_(worker_count) {
    for (int i = 0; i < worker_count; i++) workers_.emplace_back([this, i] { WorkerLoop(i); });
}

Executor::~Executor() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    work_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void Executor::Abandon() {
    for (std::thread& worker : workers_) worker.detach();
    workers_.clear();
    crew_.Abandon();
}

void Executor::Begin(RunContext& run, TaskListener& listener) {
    const std::lock_guard lock(mutex_);
    run_ = &run;
    listener_ = &listener;
    submitted_ = 0;
    finished_ = 0;
}

int Executor::BlocksAtATime(const Task& task) const {
    const bool one_vector_core = task.kernels[0] == nullptr && task.LaneCount() == 1;
    return one_vector_core ? platform_.clusters * platform_.lanes : platform_.clusters;
}

void Executor::Submit(TaskState& state, std::span<TaskState* const> dependencies) {
    const std::lock_guard lock(mutex_);
    submitted_++;
    for (TaskState* dependency : dependencies) {
        if (dependency->done) continue;
        dependency->successors.push_back(&state);
        state.pending++;
    }
    if (state.pending == 0) MakeReady(state);
}

void Executor::MakeReady(TaskState& state) {
    ready_.push_back(&state);
    if (idle_workers_ > 0) work_.notify_one();
}

void Executor::WaitFor(std::span<TaskState* const> tasks) {
    std::unique_lock lock(mutex_);
    waiting_for_some_ = true;
    const auto all_done = [&] {
        return std::all_of(tasks.begin(), tasks.end(), [](TaskState* task) { return task->done; });
    };
    while (!all_done() && !run_->failures.any() && !run_->Stopped())
        done_.wait_for(lock, std::chrono::milliseconds(20));
    waiting_for_some_ = false;
    if (!all_done()) throw RunStopped{};
}

bool Executor::WaitAll() {
    std::unique_lock lock(mutex_);
    waiting_for_all_ = true;
    Clock::time_point failed_at{};
    Clock::time_point stopped_at{};
    bool in_time = true;
    while (finished_ < submitted_ && in_time) {
        done_.wait_for(lock, std::chrono::milliseconds(20));
        const Clock::time_point now = Clock::now();
        if (run_->failures.any() && failed_at == Clock::time_point{}) failed_at = now;
        if (failed_at != Clock::time_point{} && now - failed_at > kFailureGrace) run_->stop_all = true;
        if (run_->Stopped() && stopped_at == Clock::time_point{}) stopped_at = now;
        in_time = stopped_at == Clock::time_point{} || now - stopped_at <= kStopGrace;
    }
    waiting_for_all_ = false;
    return finished_ == submitted_;
}

void Executor::WorkerLoop(int index) {
    StartThread(index);
    const SignalStack signal_stack;
    std::unique_lock lock(mutex_);
    uint32_t misses = 0;
    while (TaskState* state = NextReady(lock, misses)) {
        Observed(ScheduleEvent::Kind::kDispatch, index, misses, [&] { ready_.pop_front(); });
        misses = 0;
        lock.unlock();
        const bool done = Execute(*state);
        lock.lock();
        if (done) {
            Observed(ScheduleEvent::Kind::kComplete, index, 0, [&] { Finish(*state); });
        } else {
            deferred_.push_back(state);
        }
    }
}

template <typename Step>
void Executor::Observed(ScheduleEvent::Kind kind, int worker, uint32_t misses, const Step& step) {
    Observer* const observer = run_->observer;
    if (observer == nullptr) return step();
    ScheduleEvent event = {kind, worker, SteadyNanoseconds(), 0, misses, CountReady(), {}};
    step();
    event.ready_at_end = CountReady();
    event.end_ns = SteadyNanoseconds();
    observer->OnSchedule(event);
}

ReadyCounts Executor::CountReady() const {
    ReadyCounts counts{};
    for (const TaskState* state : ready_) {
        const Task& task = state->task;
        if (task.LaneCount() == 0) continue;
        const size_t shape = task.LaneCount() > 1 ? 2 : task.kernels[0] == nullptr ? 1 : 0;
        counts[shape]++;
    }
    return counts;
}

// The first of the tasks that are ready, null when the threads are to end. It stays in the queue.
TaskState* Executor::NextReady(std::unique_lock<std::mutex>& lock, uint32_t& misses) {
    while (ready_.empty() && !quit_) {
        misses++;
        if (!deferred_.empty()) {
            FinishDeferred();
            if (ready_.empty() && !deferred_.empty()) work_.wait_for(lock, kDeferredInterval);
        } else {
            idle_workers_++;
            work_.wait(lock);
            idle_workers_--;
        }
    }
    return ready_.empty() ? nullptr : ready_.front();
}

// True when the task is done, false when it waits for conditions in memory.
bool Executor::Execute(TaskState& state) {
    const Task& task = state.task;
    const bool runs = !run_->ShouldStop(task.number) && task.LaneCount() > 0 && Holds(task.condition);
    if (runs) {
        if (run_->observer != nullptr) run_->observer->OnTaskStart(task);
        RunCores(state);
        if (!state.deferred.empty() && !run_->ShouldStop(task.number)) return false;
        if (run_->observer != nullptr) run_->observer->OnTaskFinish(task);
    }
    listener_->TaskDone(state);
    return true;
}

void Executor::RunCores(TaskState& state) {
    const Task& task = state.task;
    RunContext& run = *run_;
    const int width = std::min(task.block_num, BlocksAtATime(task));
    const int threads = width * task.LaneCount();
    TaskSync sync(
        task, threads, [&run, number = task.number] { return run.ShouldStop(number); },
        [&run, &task](CoreIdentity core, const std::string& text) {
            run.failures.Report({task.number, core.block * kSlotCount + core.slot},
                                Error(ErrorKind::kToolchain, DescribeCore(task, core) + ": " + text));
        });
    if (threads == 1) {
        RunThread(state, sync, 0, width);
    } else {
        crew_.Run(threads, [&](int index) { RunThread(state, sync, index, width); });
    }
}

void Executor::RunThread(TaskState& state, TaskSync& sync, int index, int width) {
    try {
        RunBlocks(state, sync, index, width);
    } catch (const Error& error) {  // no memory for the core
        run_->failures.Report({state.task.number, index}, error);
        sync.Stop();
    }
    sync.ThreadDone();
}

// Thread `index` imitates one core of cluster `index / lanes` and runs every width-th block on it.
void Executor::RunBlocks(TaskState& state, TaskSync& sync, int index, int width) {
    const Task& task = state.task;
    int slots[kSlotCount];
    int lanes = 0;
    for (int slot = 0; slot < kSlotCount; slot++) {
        if (task.kernels[slot] != nullptr) slots[lanes++] = slot;
    }
    std::vector<DeferredCondition> deferred;
    for (int block = index / lanes; block < task.block_num; block += width) {
        const CoreIdentity identity = {block, slots[index % lanes]};
        const int64_t dispatch_ns = run_->observer == nullptr ? 0 : SteadyNanoseconds();
        Core core(*run_, task, identity, sync, ThreadArena(platform_), BlocksAtATime(task));
        if (run_->observer == nullptr) {
            core.Run(deferred);
            continue;
        }
        CoreEvent event = {&task, identity, ThreadIndex(), dispatch_ns, SteadyNanoseconds(), 0};
        run_->observer->OnCoreStart(event);
        core.Run(deferred);
        event.end_ns = SteadyNanoseconds();
        run_->observer->OnCoreFinish(event);
    }
    if (!deferred.empty()) {
        const std::lock_guard lock(mutex_);
        state.deferred.insert(state.deferred.end(), deferred.begin(), deferred.end());
    }
}

void Executor::Finish(TaskState& state) {
    state.done = true;
    finished_++;
    for (TaskState* successor : state.successors) {
        if (--successor->pending == 0) MakeReady(*successor);
    }
    if (waiting_for_some_ || (waiting_for_all_ && finished_ == submitted_)) done_.notify_all();
}

void Executor::FinishDeferred() {
    const auto arrived = [&](TaskState* state) {
        return run_->ShouldStop(state->task.number) ||
               std::all_of(state->deferred.begin(), state->deferred.end(), HasArrived);
    };
    for (size_t i = 0; i < deferred_.size();) {
        TaskState* state = deferred_[i];
        if (!arrived(state)) {
            i++;
            continue;
        }
        deferred_.erase(deferred_.begin() + static_cast<ptrdiff_t>(i));
        if (run_->observer != nullptr) run_->observer->OnTaskFinish(state->task);
        listener_->TaskDone(*state);
        Finish(*state);
    }
}

}  // namespace pto::embedded
