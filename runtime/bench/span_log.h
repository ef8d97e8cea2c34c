// Collects the timing records among the messages of the runtime, and keeps them from being shown.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "runtime/bench/strace.h"

namespace pto::run {

// The level at which the runtime writes timing records: `asked` where that shows them anyway, else "timing".
std::string LevelWithSpans(const std::string& asked);

class SpanLog {
  public:
    // `asked`: the level of messages that should be shown; empty: warn.
    explicit SpanLog(std::string asked) : asked_(std::move(asked)) {}

    // Any thread. Whether the line is not to be shown.
    bool Take(std::string_view line);
    // Of all lines so far.
    Strace Read() const;

  private:
    std::string asked_;
    mutable std::mutex mutex_;
    std::string text_;
};

}  // namespace pto::run
