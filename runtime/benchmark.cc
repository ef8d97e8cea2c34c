#include "runtime/benchmark.h"

namespace pto::run {

BenchmarkResult RunBenchmark(const BenchmarkPlan& plan, const std::function<void()>& prepare,
                             const std::function<void()>& run, Clock& clock) {
    BenchmarkResult result;
    result.plan = plan;
    for (int round = 0; round < plan.warmup; ++round) {
        prepare();
        run();
    }
    result.samples_us.reserve(static_cast<size_t>(plan.rounds));
    for (int round = 0; round < plan.rounds; ++round) {
        prepare();
        const int64_t start = clock.NowNs();
        run();
        result.samples_us.push_back(static_cast<double>(clock.NowNs() - start) / 1000.0);
    }
    result.statistics = Summarize(result.samples_us);
    result.warnings = TimingWarnings(result.samples_us, result.statistics);
    return result;
}

}  // namespace pto::run
