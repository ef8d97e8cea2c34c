#include "runtime/bench/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "runtime/core/random_values.h"

namespace pto::run {
namespace {

constexpr uint64_t kBootstrapSeed = 0x70746f2d6e696e6a;  // any number, but always the same
constexpr size_t kResamples = 2000;
constexpr size_t kFewestResamples = 400;  // 10 of them lie beyond each end of the interval
constexpr size_t kMostDraws = 100'000'000;
constexpr double kTail = (1 - kBootstrapConfidencePercent / 100.0) / 2;

using Pick = uint32_t;

// Reorders its argument, which is not empty.
double PartitionedMedian(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double PartitionedMedian(std::span<const double> values) {
    std::vector<double> copy(values.begin(), values.end());
    return PartitionedMedian(copy);
}

// Of times, which may be 0 where the clock is coarse.
double RatioOf(double a, double b) {
    if (a == 0) return b == 0 ? 1 : std::numeric_limits<double>::infinity();
    return b / a;
}

// Indexes with replacement, each below picks' size.
void Draw(SplitMix64& random, std::vector<Pick>& picks) {
    for (Pick& pick : picks) pick = static_cast<Pick>((random.Next() >> 32) * picks.size() >> 32);
}

double ResampledMedian(std::span<const double> values, const std::vector<Pick>& picks, std::vector<double>& buffer) {
    buffer.resize(picks.size());
    for (size_t i = 0; i < picks.size(); ++i) buffer[i] = values[picks[i]];
    return PartitionedMedian(buffer);
}

// A million rounds took long themselves, and their interval is narrow whatever is done: fewer resamples do.
size_t ResamplesFor(size_t samples) {
    return std::clamp(kMostDraws / samples, kFewestResamples, kResamples);
}

std::vector<double> ResampledRatios(std::span<const double> a, std::span<const double> b) {
    SplitMix64 random(kBootstrapSeed);
    std::vector<Pick> picks_a(a.size());
    std::vector<Pick> picks_b(b.size());
    std::vector<double> buffer;
    std::vector<double> ratios(ResamplesFor(a.size() + b.size()));
    for (double& ratio : ratios) {
        Draw(random, picks_a);
        Draw(random, picks_b);
        const double median_a = ResampledMedian(a, picks_a, buffer);
        ratio = RatioOf(median_a, ResampledMedian(b, picks_b, buffer));
    }
    std::sort(ratios.begin(), ratios.end());
    return ratios;
}

DifferenceVerdict VerdictOn(double low, double high) {
    if (high < 1 - kSmallestDifference) return DifferenceVerdict::kFaster;
    return low > 1 + kSmallestDifference ? DifferenceVerdict::kSlower : DifferenceVerdict::kNone;
}

// Two runs of the same code were seen to differ by more than their intervals.
std::string_view CaveatFor(DifferenceVerdict verdict) {
    const bool differs = verdict == DifferenceVerdict::kFaster || verdict == DifferenceVerdict::kSlower;
    return differs ? " (the code or the machine: 'ninja compare' tells them apart)" : "";
}

}  // namespace

Difference Compare(std::span<const double> a, std::span<const double> b) {
    Difference result;
    result.count_a = a.size();
    result.count_b = b.size();
    if (!a.empty()) result.median_a = PartitionedMedian(a);
    if (!b.empty()) result.median_b = PartitionedMedian(b);
    if (!a.empty() && !b.empty()) result.ratio = RatioOf(result.median_a, result.median_b);
    result.low = result.high = result.ratio;
    if (std::min(a.size(), b.size()) < kFewestCompared) return result;
    const std::vector<double> ratios = ResampledRatios(a, b);
    const auto beyond = static_cast<size_t>(kTail * static_cast<double>(ratios.size()));
    result.low = std::min(ratios[beyond], result.ratio);
    result.high = std::max(ratios[ratios.size() - 1 - beyond], result.ratio);
    result.verdict = VerdictOn(result.low, result.high);
    return result;
}

std::string DifferenceLine(const Difference& difference, std::string_view a) {
    std::string text = fmt::format("{:.4f} of '{}'", difference.ratio, a);
    if (difference.verdict != DifferenceVerdict::kTooFew) {
        text += fmt::format(" ({} % confidence {:.4f} to {:.4f})", kBootstrapConfidencePercent, difference.low,
                            difference.high);
    }
    return text + fmt::format(", median {:.1f} us, was {:.1f} us: {}{}", difference.median_b, difference.median_a,
                              DifferenceText(difference.verdict), CaveatFor(difference.verdict));
}

}  // namespace pto::run
