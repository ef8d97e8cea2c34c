// What the runtime's own timing records say about the rounds of a benchmark.
#pragma once

#include "runtime/bench/strace.h"
#include "runtime/benchmark.h"

namespace pto::run {

// `result` has the rounds as the host's clock saw them, `strace` holds the records of all rounds, warm-up included, and
// of no other run. Where every round has device times these become the samples: "effective" before "device"; the host's
// move to the others. What is wrong with the records becomes a warning.
void AddDeviceTimes(const Strace& strace, BenchmarkResult& result);

}  // namespace pto::run
