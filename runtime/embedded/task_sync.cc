#include "runtime/embedded/task_sync.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/embedded/failure.h"

namespace pto::embedded {
namespace {

// A stop of the whole run is not announced to each task; waiting cores look for it this often.
constexpr std::chrono::milliseconds kStopInterval{20};

bool IsVector(int slot) {
    return slot != 0;
}

}  // namespace

TaskSync::TaskSync(const Task& task, int thread_count, std::function<bool()> stop_requested,
                   std::function<void(CoreIdentity, const std::string&)> on_deadlock)
    : task_(task),
      stop_requested_(std::move(stop_requested)),
      on_deadlock_(std::move(on_deadlock)),
      threads_left_(thread_count) {}

TaskSync::CoreState& TaskSync::StateAt(int index) {
    if (states_ == nullptr) states_ = std::make_unique<CoreState[]>(static_cast<size_t>(task_.block_num) * kSlotCount);
    return states_[index];
}

// The cores that have to set before mode 0, 1 or 2 (from a vector lane) takes effect.
std::vector<int> TaskSync::Group(CoreIdentity core, uint32_t mode) const {
    std::vector<int> group;
    const int first = mode == 0 ? 0 : core.block;
    const int last = mode == 0 ? task_.block_num : core.block + 1;
    for (int block = first; block < last; block++) {
        for (int slot = 0; slot < kSlotCount; slot++) {
            if (task_.kernels[slot] == nullptr || IsVector(slot) != IsVector(core.slot)) continue;
            group.push_back(IndexOf({block, slot}));
        }
    }
    return group;
}

// Counts the arrival; returns how many times more than before all of the group have arrived.
uint32_t TaskSync::Arrive(int core, const std::vector<int>& group, uint32_t mode, uint32_t flag) {
    StateAt(core).arrived[mode][flag]++;
    uint32_t complete = UINT32_MAX;
    for (const int member : group) complete = std::min(complete, StateAt(member).arrived[mode][flag]);
    uint32_t& released = StateAt(group.front()).released[mode][flag];
    return complete - std::exchange(released, complete);
}

// Nothing happens for a slot without kernel.
void TaskSync::Give(CoreIdentity core, uint32_t flag, uint32_t count) {
    if (task_.kernels[core.slot] == nullptr || count == 0) return;
    CoreState& state = StateAt(IndexOf(core));
    state.available[flag] += count;
    state.changed.notify_one();
}

void TaskSync::Set(CoreIdentity core, uint32_t mode, uint32_t flag) {
    const std::lock_guard lock(mutex_);
    const bool from_cube = !IsVector(core.slot);
    if (mode == kIntraBlockMode && from_cube) {
        Give({core.block, flag < 16 ? 1 : 2}, flag % 16, 1);
    } else if (mode == kIntraBlockMode) {
        Give({core.block, 0}, flag + 16 * static_cast<uint32_t>(core.slot - 1), 1);
    } else if (mode == 2 && from_cube) {
        Give({core.block, 1}, flag, 1);
        Give({core.block, 2}, flag, 1);
    } else {
        const std::vector<int> group = Group(core, mode);
        const uint32_t times = Arrive(IndexOf(core), group, mode, flag);
        if (mode == 2) return Give({core.block, 0}, flag, times);
        for (const int member : group) Give({member / kSlotCount, member % kSlotCount}, flag, times);
    }
}

void TaskSync::Wait(CoreIdentity core, uint32_t flag) {
    std::unique_lock lock(mutex_);
    CoreState& state = StateAt(IndexOf(core));
    state.flag = flag;
    WaitUntilReady(lock, core);
    state.available[flag]--;
}

void TaskSync::Barrier(CoreIdentity core) {
    std::unique_lock lock(mutex_);
    CoreState& state = StateAt(IndexOf(core));
    state.flag = kFlagCount;
    state.barrier = barrier_;
    if (++barrier_arrived_ == task_.CoreCount()) {
        barrier_arrived_ = 0;
        barrier_++;
        AnnounceToAll();
    }
    WaitUntilReady(lock, core);
}

bool TaskSync::IsReady(const CoreState& state) const {
    return state.flag == kFlagCount ? state.barrier != barrier_ : state.available[state.flag] > 0;
}

void TaskSync::WaitUntilReady(std::unique_lock<std::mutex>& lock, CoreIdentity core) {
    CoreState& state = StateAt(IndexOf(core));
    if (IsReady(state)) return;
    state.waiting = true;
    CheckDeadlock();
    while (!IsReady(state)) {
        if (stopped() || stop_requested_()) throw RunStopped{};
        state.changed.wait_for(lock, kStopInterval);
    }
    state.waiting = false;
}

void TaskSync::AnnounceToAll() {
    for (int i = 0; i < StateCount(); i++) states_[i].changed.notify_one();
}

void TaskSync::CheckDeadlock() {
    if (states_ == nullptr || deadlocked_ || threads_left_ == 0) return;
    int stuck = 0;
    int first = -1;
    for (int i = 0; i < StateCount(); i++) {
        if (!states_[i].waiting || IsReady(states_[i])) continue;
        stuck++;
        if (first < 0) first = i;
    }
    if (stuck != threads_left_) return;
    deadlocked_ = true;
    const uint32_t flag = states_[first].flag;
    const std::string what = flag == kFlagCount
                                 ? "waits in SYNCALL for a core that has ended or waits elsewhere"
                                 : "waits for flag " + std::to_string(flag) + ", which no core is left to set";
    on_deadlock_({first / kSlotCount, first % kSlotCount}, what);
    stopped_ = true;
    AnnounceToAll();
}

void TaskSync::ThreadDone() {
    const std::lock_guard lock(mutex_);
    threads_left_--;
    CheckDeadlock();
}

void TaskSync::Stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    AnnounceToAll();
}

}  // namespace pto::embedded
