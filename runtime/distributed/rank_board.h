// Where the ranks of a distributed run meet: which dispatches are done, and whether all have to stop.
#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace pto::run {

class RankBoard {
  public:
    explicit RankBoard(size_t dispatches) : done_(dispatches, false) {}

    // Blocks until all of `dispatches` are done; false when the run has to stop instead.
    bool WaitFor(const std::vector<size_t>& dispatches);
    void Done(size_t dispatch);

    // Ends all waiting, and makes running ranks stop. `time_limit`: the dispatch did not fail, it was not done in time;
    // running ranks are then left to their own limits, which are the same.
    void Fail(size_t dispatch, const Error& error, bool time_limit);

    // Told to engines that work for this run: true when they should give up, because another rank has failed.
    const std::atomic<bool>& stop() const { return stop_; }

    // What to tell the user, when anything failed: the failure that comes first in submit order, or all dispatches that
    // were not done in time, since any of them may be the one the others wait for.
    std::optional<Error> Failure() const;

  private:
    struct Entry {
        Error error;
        bool time_limit;
    };

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<bool> done_;
    std::atomic<bool> stop_{false};
    std::map<size_t, Entry> failures_;  // by dispatch
};

}  // namespace pto::run
