// An earlier benchmark to compare with, and whether it may be compared at all.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "runtime/bench/benchmark.h"
#include "runtime/core/manifest.h"

namespace pto::run {

// Name and value of everything that has to be equal, as messages show them.
using BenchmarkSettings = std::vector<std::pair<std::string, std::string>>;

struct Baseline {
    std::string file;
    BenchmarkSettings settings;
    std::string metric;
    std::vector<double> samples_us;
};

// Platform, runtime, program, entry, rounds, warm-up, time asked for and arguments. `program`: as in the report.
BenchmarkSettings SettingsOf(const Manifest& manifest, const Entry& entry, const std::string& program,
                             const BenchmarkPlan& plan, const std::vector<std::string>& arguments);

// From a file of bench_outputs/. Throws an input Error that names file and field.
Baseline LoadBaseline(const FileSystem& files, const std::string& path);

// Throws an input Error that names what differs.
void CheckComparable(const Baseline& baseline, const BenchmarkSettings& settings);

// Throws unless both measured the same.
BaselineResult CompareWithBaseline(const Baseline& baseline, const BenchmarkResult& result);

}  // namespace pto::run
