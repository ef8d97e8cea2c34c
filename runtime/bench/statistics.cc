#include "runtime/bench/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pto::run {
namespace {

constexpr double kNormalMad = 1.4826;        // standard deviation of normal noise whose mad is 1
constexpr double kOutlierDeviations = 10.0;  // timings are skewed: the textbook 3.5 would flag every series
constexpr double kShortRoundUs = 10.0;       // below it, reading the clock and the scheduler are a visible share
constexpr size_t kFewRounds = 10;

// Sorts its argument.
double MedianOf(std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double MeanOf(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

double SampleDeviation(std::span<const double> values, double mean) {
    if (values.size() < 2) return 0;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

Statistics Summarize(std::span<const double> samples) {
    Statistics result;
    result.count = samples.size();
    if (samples.empty()) return result;
    std::vector<double> values(samples.begin(), samples.end());
    result.median = MedianOf(values);
    result.min = values.front();
    result.max = values.back();
    result.mean = MeanOf(samples);
    result.stddev = SampleDeviation(samples, result.mean);
    result.cv = result.mean == 0 ? 0 : result.stddev / result.mean;
    for (double& value : values) value = std::fabs(value - result.median);
    result.mad = MedianOf(values);
    result.outliers = static_cast<size_t>(
        std::count_if(samples.begin(), samples.end(), [&](double sample) { return IsOutlier(sample, result); }));
    return result;
}

bool IsOutlier(double sample, const Statistics& statistics) {
    if (statistics.mad == 0) return false;
    return std::fabs(sample - statistics.median) > kOutlierDeviations * kNormalMad * statistics.mad;
}

std::vector<std::string> TimingWarnings(std::span<const double> samples_us, const Statistics& statistics) {
    std::vector<std::string> warnings;
    if (samples_us.empty()) return warnings;
    const bool slow_first = samples_us[0] > statistics.median && IsOutlier(samples_us[0], statistics);
    if (slow_first) {
        warnings.push_back(
            fmt::format("the first round took {:.1f} us, the median is {:.1f} us: more warm-up rounds would help",
                        samples_us[0], statistics.median));
    }
    const size_t others = statistics.outliers - (slow_first ? 1 : 0);
    if (others > 0) {
        warnings.push_back(fmt::format("{} of {} rounds are outliers: something else was using the machine", others,
                                       statistics.count));
    }
    if (statistics.median < kShortRoundUs) {
        warnings.push_back(fmt::format("the median is {:.1f} us: rounds below {:.0f} us are too short to compare",
                                       statistics.median, kShortRoundUs));
    }
    if (statistics.count < kFewRounds) {
        warnings.push_back(fmt::format("{} {} too few to compare", statistics.count,
                                       statistics.count == 1 ? "round is" : "rounds are"));
    }
    return warnings;
}

}  // namespace pto::run
