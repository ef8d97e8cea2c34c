// Whether one series of timings is faster than another: the ratio of their medians, and how far chance alone reaches.
// Pure, and deterministic: the random numbers of the bootstrap start at a fixed seed.
//
// The interval covers the noise between rounds, taken as independent of one another. It does not know what else changed
// between two runs at different times (clock frequency, temperature, neighbours): for a verdict on an edit run both
// versions in turns and use CompareInterleaved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pto::run {

enum class Speed { kUnknown, kNoDifference, kFaster, kSlower };  // unknown: too few rounds to tell

struct Difference {
    size_t count_a = 0;
    size_t count_b = 0;
    double median_a = 0;
    double median_b = 0;
    double ratio = 1;  // median_b / median_a: below 1 is faster than a
    double low = 1;    // of the ratio, 95 % confidence; low <= ratio <= high
    double high = 1;
    Speed speed = Speed::kUnknown;
};

// With fewer rounds on either side more than 5 % of the intervals would miss: the ratio is given, low and
// high are equal to it, and the speed is unknown. Without any samples the ratio is 1.
inline constexpr size_t kFewestCompared = 10;

// `a` is the series compared with, `b` the new one, both of the same unit and at least 0. The interval is the middle
// 95 % of the ratio in resamples of both (percentile bootstrap); b is faster or slower when it does not contain 1.
Difference Compare(std::span<const double> a, std::span<const double> b);

// The same for rounds run in turns: round i of `a` stood next to round i of `b`, so a slow phase of the machine hit
// both. They are drawn in pairs, and what both have in common cancels. Series of unequal length are cut to the shorter.
Difference CompareInterleaved(std::span<const double> a, std::span<const double> b);

// "faster", "slower", "no difference seen", "too few rounds to tell".
std::string_view SpeedWord(Speed speed);

// "faster: 0.8312 of 'latest.json' (95 % confidence 0.8100 to 0.8501), median 123.4 us, was 148.5 us"; `a` is what
// the first series is called.
std::string DifferenceText(const Difference& difference, std::string_view a);

}  // namespace pto::run
