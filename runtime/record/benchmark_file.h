// The result of a benchmark as a file: raw samples, statistics, and everything needed to know what they were taken of.
#pragma once

#include <string>

#include "base/file_system.h"
#include "base/json.h"
#include "runtime/bench/host_info.h"
#include "runtime/core/manifest.h"
#include "runtime/record/run_record.h"

namespace pto::run {

// Pure. Keys are stable; schema_version changes when one of them changes its meaning.
Json BenchmarkJson(const Manifest& manifest, const Entry& entry, const EntryResult& result, const HostInfo& host,
                   const std::string& date);

// Writes bench_outputs/<date>_<time>.json, numbered when that exists, beside it the samples as .csv and a page as
// .html, and the same as bench_outputs/latest.*; entries with a name have a folder of that name in between. Returns the
// paths of the dated files, relative to the directory, the .json first.
std::vector<std::string> WriteBenchmark(FileSystem& files, const Manifest& manifest, const Entry& entry,
                                        const EntryResult& result, const HostInfo& host, Clock& clock);

// The same for result.comparison: bench_outputs/<date>_<time>_compare.json with the samples of both, the ratio with its
// interval, the verdict and the edit it is about; the same as latest_compare.json. Returns the path of the dated file.
std::vector<std::string> WriteComparison(FileSystem& files, const Manifest& manifest, const Entry& entry,
                                         const EntryResult& result, const HostInfo& host, Clock& clock);

}  // namespace pto::run
