// What a series of timings says: location, spread, outliers, and reasons for doubt. Pure; values in one unit
// throughout.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pto::run {

// All zero without samples. With one sample min, median, mean and max are that sample and every spread is 0.
struct Statistics {
    size_t count = 0;
    double min = 0;
    double median = 0;  // mean of the two middle values when the count is even
    double mean = 0;
    double max = 0;
    double stddev = 0;  // of the sample: divided by count - 1
    double cv = 0;      // stddev / mean; 0 when the mean is 0
    double mad = 0;     // median absolute deviation from the median, not scaled
    size_t outliers = 0;
};

Statistics Summarize(std::span<const double> samples);

// A sample is an outlier when it lies more than ten scaled deviations (1.4826 * mad, which is one standard deviation
// of normal noise) from the median. Without deviation (mad 0) nothing is.
bool IsOutlier(double sample, const Statistics& statistics);

// Reasons not to trust timings in microseconds, each one sentence without full stop: a slow first round, outliers,
// rounds too short for the clock, too few rounds.
std::vector<std::string> TimingWarnings(std::span<const double> samples_us, const Statistics& statistics);

}  // namespace pto::run
