// How the times of two programs that ran in pairs differ. Pure.
//
// Rounds that stood next to each other form a group, and each group gives one ratio; their median is the answer. Its
// interval needs no assumption about the noise: it is the sign test turned round, two order statistics of the ratios
// between which their true median lies with at least the confidence below (e.g. Conover, Practical Nonparametric
// Statistics, section 3.2). What slows the machine down for a while slows all of a group, and cancels.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace pto::run {

// Of the verdict, however many of the allowed looks at the growing series it took: each look spends its share of the
// error (Bonferroni), so that looking again is no way to be wrong more often.
inline constexpr double kConfidence = 0.99;
inline constexpr int kMostLooks = 4;
// Differences that are not worth telling.
inline constexpr double kSmallestDifference = 0.02;
// Fewer ratios have no interval at this confidence.
inline constexpr size_t kFewestRatios = 10;

// An interval this wide has room for differences that people care about.
inline constexpr double kWideInterval = 0.06;

enum class DifferenceVerdict { kFaster, kSlower, kNone, kTooFew };

struct PairedDifference {
    double ratio = 1;  // median of after / before
    double low = 1;    // of its interval
    double high = 1;
    DifferenceVerdict verdict = DifferenceVerdict::kTooFew;

    // No difference was seen, but one could hide in the interval.
    bool IsUndecided() const { return verdict == DifferenceVerdict::kNone && high - low > kWideInterval; }
};

// The ratio of a group: least of `after` to least of `before`, since noise only adds. 1 when one is empty.
double LeastRatio(std::span<const double> before, std::span<const double> after);

// The verdict is about what came after: faster or slower only when the whole interval is further from 1 than
// kSmallestDifference. The ratios are independent of each other.
PairedDifference CompareRatios(std::vector<double> ratios);

// "faster", "slower", "no difference seen", "too few rounds to tell".
std::string_view DifferenceText(DifferenceVerdict verdict);

}  // namespace pto::run
