// Two builds of one program timed in turn in one process: whatever else the machine does, it does to both.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "runtime/bench/benchmark.h"
#include "runtime/bench/paired_difference.h"
#include "runtime/core/runner.h"

namespace pto::run {

// A build, loaded anew and ready to run.
using Loader = std::function<std::unique_ptr<Runner>()>;

struct SideBySide {
    BenchmarkResult compiled;  // the code as PyPTO compiled it
    BenchmarkResult edited;
    std::vector<double> ratios;   // edited / compiled, least of each group
    PairedDifference difference;  // of edited from compiled, over the groups
};

// plan.rounds of each in pairs; which of a pair goes first alternates, so that neither gains from what the other leaves
// in the caches or from a clock that speeds up. The pairs are spread over up to twenty groups, and both builds are
// loaded anew for each: where memory and threads happen to lie makes one loading of the same code faster than another
// for as long as it lives, and only many loadings tell that from an edit. Each loading is warmed up, the first as long
// as the plan says.
// A result that leaves room for a difference is looked at again after as many rounds more, up to kMostLooks times:
// samples_us then holds more than plan.rounds, and a warning says so when that did not settle it.
// `arguments` are what outputs are reset to before each round, outside of the time taken.
// `look` gets both after their last round, with what that has computed.
using LookAtLast = std::function<void(Runner& compiled, Runner& edited)>;
SideBySide RunSideBySide(const BenchmarkPlan& plan, const Loader& compiled, const Loader& edited,
                         const std::vector<Argument>& arguments, Clock& clock, const LookAtLast& look = {});

}  // namespace pto::run
