// Whether a benchmark is faster than an earlier one: the ratio of their medians, and how far chance alone reaches.
// Pure, and deterministic: the random numbers of the bootstrap start at a fixed seed.
//
// The interval covers the noise between rounds, taken as independent of one another. It does not know what else changed
// between the two runs (clock frequency, neighbours, where code and data came to lie); rounds in pairs do, see
// paired_difference.h.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "runtime/bench/paired_difference.h"

namespace pto::run {

struct Difference {
    size_t count_a = 0;
    size_t count_b = 0;
    double median_a = 0;
    double median_b = 0;
    double ratio = 1;  // median_b / median_a: below 1 is faster than a
    double low = 1;    // of the ratio, 95 % confidence; low <= ratio <= high
    double high = 1;
    DifferenceVerdict verdict = DifferenceVerdict::kTooFew;
};

// With fewer rounds on either side more than 5 % of the intervals would miss: the ratio is given, low and high are
// equal to it, and there is no verdict. Without any samples the ratio is 1.
inline constexpr size_t kFewestCompared = 10;
inline constexpr int kBootstrapConfidencePercent = 95;

// `a` is the series compared with, `b` the new one, both of the same unit and at least 0. The interval is the middle
// 95 % of the ratio in resamples of both (percentile bootstrap). b is faster or slower when the whole interval is
// further from 1 than kSmallestDifference.
Difference Compare(std::span<const double> a, std::span<const double> b);

// "0.8310 of 'latest.json' (95 % confidence 0.8100 to 0.8501), median 123.4 us, was 148.5 us: faster (the code or the
// machine: 'ninja compare' tells them apart)"; `a` is what the first series is called.
std::string DifferenceLine(const Difference& difference, std::string_view a);

}  // namespace pto::run
