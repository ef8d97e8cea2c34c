// The samples of a benchmark as a table for spreadsheets and scripts (RFC 4180, with '\n'). Pure.
#pragma once

#include <string>

#include "runtime/bench/benchmark.h"

namespace pto::run {

// One line per round under a line of names: "round", the headline metric, the others, then the headline metric of each
// rank; microseconds. A series that is shorter than another ends in empty cells.
std::string SampleTable(const BenchmarkResult& result);

}  // namespace pto::run
