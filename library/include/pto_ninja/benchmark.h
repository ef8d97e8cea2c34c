// Timing of a program that was built: raw samples, what they say, and what speaks against them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pto_ninja/error.h"
#include "pto_ninja/export.h"
#include "pto_ninja/program.h"

namespace pto {

struct BenchmarkOptions {
    int rounds = 100;  // measured, at least 1
    int warmup = 5;    // before them
    // More rounds until the measured ones took this long together; 0: no more.
    double min_time_seconds = 0;
    CallOptions call;
};

// All zero without samples. In microseconds but for count, cv and outliers.
struct Statistics {
    size_t count = 0;
    double min = 0;
    double median = 0;  // mean of the two middle samples when the count is even
    double mean = 0;
    double max = 0;
    double stddev = 0;  // of the sample: divided by count - 1
    double cv = 0;      // stddev / mean
    double mad = 0;     // median absolute deviation from the median
    size_t outliers = 0;
};

// What another clock says of the same rounds.
struct BenchmarkSeries {
    std::string metric;
    std::vector<double> samples_us;
    Statistics statistics;
};

// What one rank of a distributed program contributes.
struct BenchmarkRank {
    size_t rank = 0;
    std::vector<BenchmarkSeries> series;
};

struct BenchmarkStats {
    // "host": around one run; from a runtime that records times on the device, "device" or "effective" (from the first
    // start to the last end of orchestrating and scheduling there).
    std::string metric;
    std::vector<double> samples_us;  // raw, in order
    Statistics statistics;
    std::vector<std::string> warnings;  // reasons not to trust them, a sentence each
    std::vector<BenchmarkSeries> others;
    std::vector<BenchmarkRank> ranks;  // of a distributed program, where the runtime tells
    bool fallback_flattened = false;   // samples are of single dispatches, not of rounds
    size_t dropped_records = 0;        // that the runtime lost
};

// Runs the program once, with outputs written in place as Call does, then warm-up and measured rounds on copies of the
// arguments: each starts from the same inputs, and copying them is not timed. Nothing is judged. Throws what Call
// throws, and a usage Error for options that make no sense.
PTO_NINJA_API BenchmarkStats Benchmark(const Program& program, const std::vector<Argument>& arguments,
                                       const BenchmarkOptions& options = {});
PTO_NINJA_API BenchmarkStats Benchmark(const Program& program, const std::vector<Argument>& arguments, int rounds);

// The statistics of any samples.
PTO_NINJA_API Statistics Summarize(const std::vector<double>& samples);

}  // namespace pto
