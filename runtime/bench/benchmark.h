// Timing of one program: warm-up rounds, then measured ones, each on inputs as they were before the first.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/bench/difference.h"
#include "runtime/bench/launches.h"
#include "runtime/bench/statistics.h"
#include "runtime/core/clock.h"

namespace pto::run {

inline constexpr int kMaxRounds = 1'000'000;

struct BenchmarkPlan {
    int rounds = 100;  // at least 1
    int warmup = 5;
    // Rounds go on until they have taken this long together, however many that are beyond `rounds`; 0: no more.
    double min_time_seconds = 0;
};

// Against an earlier run.
struct BaselineResult {
    std::string file;
    Difference difference;
};

struct BenchmarkResult {
    BenchmarkPlan plan;
    std::string metric = std::string(kHostMetric);  // which clock, see launches.h
    std::vector<double> samples_us;                 // of that clock, in order
    Statistics statistics;
    std::vector<std::string> warnings;
    std::vector<Series> others;             // what other clocks say of the same rounds
    std::vector<RankTimes> ranks;           // of a distributed program
    std::vector<DispatchTimes> dispatches;  // where a round has several
    bool fallback_flattened = false;        // samples_us are of single dispatches, not of rounds
    size_t dropped_records = 0;             // of the runtime
    std::vector<std::string> arguments;     // "x fp32[48, 64]", what was timed on
    std::optional<BaselineResult> baseline;
};

struct RoundsDone {
    int warmup = 0;
    int rounds = 0;
    double measured_seconds = 0;
};

// Calls prepare() before every round, outside of the time taken, and run() in it; tell(), unless it is null, between
// rounds.
BenchmarkResult RunBenchmark(const BenchmarkPlan& plan, const std::function<void()>& prepare,
                             const std::function<void()>& run, Clock& clock,
                             const std::function<void(const RoundsDone& done)>& tell = {});

}  // namespace pto::run
