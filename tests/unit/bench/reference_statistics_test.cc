// Our statistics against those of numpy and scipy, where a Python has them.
#include <gmock/gmock.h>

#include <cmath>

#include "base/process.h"
#include "base/python_interpreters.h"
#include "runtime/bench/difference.h"
#include "runtime/bench/statistics.h"
#include "runtime/core/random_values.h"
#include "tests/support/needs.h"

namespace pto::run {
namespace {

constexpr char kReference[] = R"(
import json, sys
try:
    import numpy, scipy.stats
except ImportError:
    sys.exit(77)
a, b = (numpy.array(x) for x in json.loads(sys.argv[1]))
both = scipy.stats.bootstrap((a, b), lambda x, y, axis=-1: numpy.median(y, axis=axis) / numpy.median(x, axis=axis),
                             method="percentile", n_resamples=9999, random_state=1).confidence_interval
print(json.dumps({"min": a.min(), "median": numpy.median(a), "mean": a.mean(), "max": a.max(), "stddev": a.std(ddof=1),
                  "cv": scipy.stats.variation(a, ddof=1), "mad": scipy.stats.median_abs_deviation(a),
                  "low": both.low, "high": both.high}))
)";

std::vector<double> Timings(SplitMix64& random, size_t count, double fastest_us) {
    std::vector<double> samples;
    for (size_t i = 0; i < count; ++i) {
        const double uniform = (static_cast<double>(random.Next() >> 11) + 0.5) * 0x1p-53;
        samples.push_back(fastest_us * (1 - 0.1 * std::log(uniform)));
    }
    return samples;
}

// Null when no Python has the modules.
Json AskReference(const std::vector<double>& a, const std::vector<double>& b) {
    const Json samples = {a, b};
    for (const Interpreter& python : FindInterpreters()) {
        ProcessOptions options;
        options.arguments = {python.program, "-c", kReference, samples.dump()};
        const ProcessResult result = RunProcess(options);
        if (result.Ok()) return Json::parse(result.out);
        EXPECT_EQ(result.exit_code, 77) << result.err;
    }
    return nullptr;
}

TEST(ReferenceStatistics, AreOurs) {
    SplitMix64 random(11);
    for (const size_t count : {10u, 101u}) {
        const std::vector<double> a = Timings(random, count, 100);
        const std::vector<double> b = Timings(random, count, 90);
        const Json reference = AskReference(a, b);
        PTO_NEEDS(reference.is_null() ? "no Python with numpy and scipy" : "");
        const Statistics ours = Summarize(a);
        const std::pair<const char*, double> values[] = {
            {"min", ours.min},       {"median", ours.median}, {"mean", ours.mean}, {"max", ours.max},
            {"stddev", ours.stddev}, {"cv", ours.cv},         {"mad", ours.mad}};
        for (const auto& [name, value] : values) {
            EXPECT_NEAR(value, reference[name].get<double>(), 1e-12 * std::fabs(value)) << name;
        }
        // Two bootstraps with other random numbers: the ends of the interval agree to a part of its width.
        const Difference difference = Compare(a, b);
        const double width = difference.high - difference.low;
        EXPECT_NEAR(difference.low, reference["low"].get<double>(), width / 10);
        EXPECT_NEAR(difference.high, reference["high"].get<double>(), width / 10);
    }
}

}  // namespace
}  // namespace pto::run
