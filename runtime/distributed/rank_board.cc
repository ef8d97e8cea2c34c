#include "runtime/distributed/rank_board.h"

#include <algorithm>

#include "base/text.h"

namespace pto::run {

bool RankBoard::WaitFor(const std::vector<size_t>& dispatches) {
    std::unique_lock lock(mutex_);
    const auto ready = [&] {
        return std::all_of(dispatches.begin(), dispatches.end(), [&](size_t dispatch) { return done_[dispatch]; });
    };
    changed_.wait(lock, [&] { return !failures_.empty() || ready(); });
    return failures_.empty();
}

void RankBoard::Done(size_t dispatch) {
    {
        const std::lock_guard lock(mutex_);
        done_[dispatch] = true;
    }
    changed_.notify_all();
}

void RankBoard::Fail(size_t dispatch, const Error& error, bool time_limit) {
    {
        const std::lock_guard lock(mutex_);
        failures_.emplace(dispatch, Entry{error, time_limit});
        // The time is over for all running ranks at once: each says itself what it was waiting for.
        if (!time_limit) stop_ = true;
    }
    changed_.notify_all();
}

std::optional<Error> RankBoard::Failure() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> late;
    for (const auto& [dispatch, entry] : failures_) {
        if (!entry.time_limit) return entry.error;
        late.push_back(entry.error.message());
    }
    if (late.empty()) return std::nullopt;
    const Error& first = failures_.begin()->second.error;
    return Error(first.kind(), first.place(), Join(late, "; "), first.remedy());
}

}  // namespace pto::run
