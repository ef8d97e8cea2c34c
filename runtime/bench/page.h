// A benchmark as one HTML page that needs nothing else: statistics, drawings, warnings, and what was timed where. Pure.
#pragma once

#include <string>

#include "base/json.h"
#include "runtime/bench/benchmark.h"

namespace pto::run {

// `context`: an object whose entries are shown as a table, in its order; nested objects and lists as "name: value" and
// in one line.
std::string BenchmarkPage(const BenchmarkResult& result, const Json& context);

}  // namespace pto::run
