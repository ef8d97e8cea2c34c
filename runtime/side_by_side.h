// Two builds of one program timed in turn in one process: whatever else the machine does, it does to both.
#pragma once

#include <functional>

#include "runtime/benchmark.h"
#include "runtime/paired_difference.h"

namespace pto::run {

// One of the two: `prepare` brings its outputs back to what they were before the first run, outside of the time taken.
struct Contender {
    std::function<void()> prepare;
    std::function<void()> run;
};

struct SideBySide {
    BenchmarkResult compiled;  // the code as PyPTO compiled it
    BenchmarkResult edited;
    PairedDifference difference;  // of edited from compiled
};

// plan.warmup rounds of each, then plan.rounds of each, in pairs; which of a pair goes first alternates, so that
// neither gains from what the other leaves in the caches or from a clock that speeds up.
SideBySide RunSideBySide(const BenchmarkPlan& plan, const Contender& compiled, const Contender& edited, Clock& clock);

}  // namespace pto::run
