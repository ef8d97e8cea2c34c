// Where the processes of a distributed run meet: what the parent orders, what the ranks have done, and what went wrong.
// All of it lies in shared memory and nobody holds a lock, so that a rank may die at any point.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "runtime/simpler/shared_memory.h"

namespace pto::run {

enum class RankOrder : uint32_t {
    kStart,
    kReset,
    kRun,
    kQuit,     // leave the others and end
    kAbandon,  // end: something went wrong elsewhere
};

// Made before the ranks are forked. `dispatch` is an index in the plan.
class RankExchange {
  public:
    static constexpr int kNoDispatch = -1;

    RankExchange(size_t ranks, size_t dispatches);

    // Of the parent. One order at a time: the next one only after AllDone.
    void Give(RankOrder order);
    bool AllDone() const;
    // Blocks until something has changed, at most `limit`.
    void WaitForChange(std::chrono::milliseconds limit) const;
    bool IsDone(size_t rank) const;
    // What a rank is doing; kNoDispatch: no dispatch.
    int DispatchOf(size_t rank) const;
    struct Failure {
        int dispatch = kNoDispatch;
        Error error;
    };
    std::optional<Failure> FailureOf(size_t rank) const;
    // Makes ranks that wait give up: their next order is kAbandon.
    void Stop();

    // Of a rank. The first order is kStart, which needs no Give.
    void Complete(size_t rank);
    RankOrder Next(size_t rank);
    // False when the run has to stop instead.
    bool WaitFor(const std::vector<size_t>& dispatches) const;
    void Begin(size_t rank, int dispatch);
    void Finish(size_t rank, size_t dispatch);
    // Keeps the error as well as there is room, and stops the others.
    void Fail(size_t rank, const Error& error);

  private:
    struct Head;
    struct Slot;
    using Counter = std::atomic<uint32_t>;

    Head& head() const;
    Slot& slot(size_t rank) const;
    Counter& done(size_t dispatch) const;
    void Changed() const;

    size_t ranks_;
    SharedMemory memory_;
};

}  // namespace pto::run
