// Flags and barriers between the cores of one task.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/embedded/pipe_state.h"
#include "runtime/embedded/task.h"

namespace pto::embedded {

// What pto_ninja::CoreServices::cross_core_set does. Counting flags per core: a set adds, a wait takes one.
//   0  when all cores of the setter's kind have set, each of them gets one
//   1  the same among the vector lanes of the setter's cluster
//   2  the cube core: each vector lane of its cluster gets one; a vector lane: when all lanes have set, the cube core
//   does 4  the cube core: lane 0 for flags 0..15, lane 1 for flag - 16; a lane: the cube core gets flag + 16 * lane
//   (a5)
inline constexpr uint32_t kFlagCount = 64;
inline constexpr uint32_t kIntraBlockMode = 4;

class TaskSync {
  public:
    // `thread_count` threads run the cores of the task; fewer than its cores when blocks take turns.
    // `stop_requested` is asked by waiting cores; `on_deadlock` is called once, with the first core that waits in vain,
    // when every thread that is left waits for a flag or barrier that nobody can provide any more.
    TaskSync(const Task& task, int thread_count, std::function<bool()> stop_requested,
             std::function<void(CoreIdentity, const std::string& text)> on_deadlock);

    // Return after the event; throw RunStopped when the run or the task ends early.
    void Set(CoreIdentity core, uint32_t mode, uint32_t flag);
    void Wait(CoreIdentity core, uint32_t flag);
    void Barrier(CoreIdentity core);

    // A thread has run its last core.
    void ThreadDone();
    // Ends all waiting: another core of the task has failed.
    void Stop();
    bool stopped() const { return stopped_.load(std::memory_order_acquire); }

    PipeStates& pipe_states() { return pipe_states_; }

  private:
    struct CoreState {
        std::array<uint32_t, kFlagCount> available{};
        std::array<std::array<uint32_t, kFlagCount>, 3> arrived{};   // by mode
        std::array<std::array<uint32_t, kFlagCount>, 3> released{};  // by mode, kept in a group's first core
        bool waiting = false;
        uint32_t flag = kFlagCount;  // kFlagCount: waits for the barrier
        uint64_t barrier = 0;
        std::condition_variable changed;
    };

    int IndexOf(CoreIdentity core) const { return core.block * kSlotCount + core.slot; }
    std::vector<int> Group(CoreIdentity core, uint32_t mode) const;
    uint32_t Arrive(int core, const std::vector<int>& group, uint32_t mode, uint32_t flag);
    void WaitUntilReady(std::unique_lock<std::mutex>& lock, CoreIdentity core);
    void Give(CoreIdentity core, uint32_t flag, uint32_t count);
    void AnnounceToAll();
    bool IsReady(const CoreState& state) const;
    void CheckDeadlock();
    CoreState& StateAt(int index);
    int StateCount() const { return states_ == nullptr ? 0 : task_.block_num * kSlotCount; }

    const Task& task_;
    const std::function<bool()> stop_requested_;
    const std::function<void(CoreIdentity, const std::string&)> on_deadlock_;
    std::mutex mutex_;
    std::unique_ptr<CoreState[]> states_;  // allocated by the first use
    int threads_left_;
    int barrier_arrived_ = 0;
    uint64_t barrier_ = 0;
    bool deadlocked_ = false;
    std::atomic<bool> stopped_{false};
    PipeStates pipe_states_;
};

}  // namespace pto::embedded
