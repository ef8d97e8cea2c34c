// Timing of one program: warm-up rounds, then measured ones, each on inputs as they were before the first.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/clock.h"
#include "runtime/statistics.h"

namespace pto::run {

struct BenchmarkPlan {
    int rounds = 100;  // at least 1
    int warmup = 5;
};

struct BenchmarkResult {
    BenchmarkPlan plan;
    std::string metric = "host";     // which clock: host time around one run, in microseconds
    std::vector<double> samples_us;  // in order
    Statistics statistics;
    std::vector<std::string> warnings;
};

// Calls prepare() before every round, outside of the time taken, and run() in it.
BenchmarkResult RunBenchmark(const BenchmarkPlan& plan, const std::function<void()>& prepare,
                             const std::function<void()>& run, Clock& clock);

}  // namespace pto::run
