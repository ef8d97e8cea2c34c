// One line on a terminal that tells how far a benchmark is, and is gone when it is done.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/bench/benchmark.h"

namespace pto::run {

// "warm-up 2 of 5", "round 37 of 100, about 4 s left", "round 120, 0.4 of 2 s". `seconds`: since the first round began.
// Pure.
std::string ProgressText(const BenchmarkPlan& plan, const RoundsDone& done, double seconds);

class Progress {
  public:
    // `write` puts text on the terminal; null: there is none.
    Progress(const BenchmarkPlan& plan, Clock& clock, std::function<void(std::string_view text)> write);
    // Wipes the line.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Between rounds. Nothing is shown in the first second, and then a few times per second only.
    void Show(const RoundsDone& done);

  private:
    BenchmarkPlan plan_;
    Clock& clock_;
    std::function<void(std::string_view text)> write_;
    int64_t start_ns_;
    int64_t next_ns_;
    std::optional<int64_t> first_round_ns_;
    bool shown_ = false;
};

}  // namespace pto::run
