// What is known of the rounds of a benchmark beyond the time around each: from the runtime's own timing records, or
// from the dispatches that the host made.
#pragma once

#include "runtime/bench/benchmark.h"
#include "runtime/bench/strace.h"
#include "runtime/core/runner.h"

namespace pto::run {

// `result` has the rounds as the host's clock saw them, `strace` holds the records of all rounds, warm-up included, and
// of no other run. Where every round has device times these become the samples: "effective" before "device"; the host's
// move to the others. What is wrong with the records becomes a warning.
void AddDeviceTimes(const Strace& strace, BenchmarkResult& result);

// The times of ranks and slots, by the host's clock. `runs`: the dispatches of all rounds, warm-up included, in order.
// The samples stay: the host's time around a round is longer than its slowest rank.
void AddDispatchTimes(const std::vector<DispatchRun>& runs, BenchmarkResult& result);

}  // namespace pto::run
