// How the times of two programs that ran in pairs differ. Pure.
//
// Each pair gives one ratio; their median is the answer. Its interval needs no assumption about the noise: it is the
// sign test turned round, two order statistics of the ratios between which their true median lies with at least the
// confidence below (e.g. Conover, Practical Nonparametric Statistics, section 3.2). What slows the machine down for a
// while slows both of a pair, and cancels.
#pragma once

#include <span>
#include <string_view>

namespace pto::run {

inline constexpr double kConfidence = 0.99;
// Where code and data happen to lie makes the same code this much faster or slower in another process.
inline constexpr double kSmallestDifference = 0.02;
// Fewer pairs have no interval at this confidence.
inline constexpr size_t kFewestPairs = 8;

enum class DifferenceVerdict { kFaster, kSlower, kNone, kTooFewPairs };

struct PairedDifference {
    double ratio = 1;  // median of after / before
    double low = 1;    // of its interval
    double high = 1;
    DifferenceVerdict verdict = DifferenceVerdict::kTooFewPairs;
};

// The i-th values are one pair, all above 0. The verdict is about `after`: faster or slower only when the whole
// interval is further from 1 than kSmallestDifference.
PairedDifference ComparePairs(std::span<const double> before, std::span<const double> after);

// "faster", "slower", "no difference seen", "too few rounds to tell".
std::string_view DifferenceText(DifferenceVerdict verdict);

}  // namespace pto::run
