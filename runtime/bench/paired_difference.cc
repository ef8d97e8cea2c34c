#include "runtime/bench/paired_difference.h"

#include <algorithm>
#include <cmath>

namespace pto::run {
namespace {

constexpr double kErrorOfALook = (1 - kConfidence) / kMostLooks;

// The most values that may be cut off at each end of n sorted ones: with k cut off, the median lies outside with
// probability 2 * P(Binomial(n, 1/2) <= k - 1).
size_t CutOff(size_t n) {
    double probability = std::pow(0.5, static_cast<double>(n));  // of exactly k successes
    double tail = 0;                                             // of at most k
    size_t k = 0;
    // Where 0.5^n is too small for a double, the tail is normal to more digits than are shown.
    if (probability == 0) {
        const double half = static_cast<double>(n) / 2;
        const double deviation = std::sqrt(static_cast<double>(n)) / 2;
        constexpr double kNormalQuantile = 3.0233414397391503;  // of 1 - kErrorOfALook / 2
        return static_cast<size_t>(std::max(0.0, std::floor(half - kNormalQuantile * deviation)));
    }
    while (k < n && 2 * (tail + probability) <= kErrorOfALook) {
        tail += probability;
        probability *= static_cast<double>(n - k) / static_cast<double>(k + 1);
        ++k;
    }
    return k;
}

double MiddleOf(const std::vector<double>& sorted) {
    const size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : std::sqrt(sorted[middle - 1] * sorted[middle]);
}

}  // namespace

double LeastRatio(std::span<const double> before, std::span<const double> after) {
    if (before.empty() || after.empty()) return 1;
    return *std::min_element(after.begin(), after.end()) / *std::min_element(before.begin(), before.end());
}

PairedDifference CompareRatios(std::vector<double> ratios) {
    PairedDifference result;
    if (ratios.empty()) return result;
    std::sort(ratios.begin(), ratios.end());
    result.ratio = MiddleOf(ratios);
    result.low = ratios.front();
    result.high = ratios.back();
    if (ratios.size() < kFewestRatios) return result;
    const size_t cut = std::max<size_t>(CutOff(ratios.size()), 1);
    result.low = ratios[cut - 1];
    result.high = ratios[ratios.size() - cut];
    result.verdict = result.high < 1 - kSmallestDifference  ? DifferenceVerdict::kFaster
                     : result.low > 1 + kSmallestDifference ? DifferenceVerdict::kSlower
                                                            : DifferenceVerdict::kNone;
    return result;
}

std::string_view DifferenceText(DifferenceVerdict verdict) {
    static constexpr std::string_view kTexts[] = {"faster", "slower", "no difference seen", "too few rounds to tell"};
    return kTexts[static_cast<size_t>(verdict)];
}

}  // namespace pto::run
