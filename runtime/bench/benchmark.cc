#include "runtime/bench/benchmark.h"

namespace pto::run {
namespace {

bool AreEnough(const BenchmarkPlan& plan, const RoundsDone& done) {
    if (done.rounds >= kMaxRounds) return true;
    return done.rounds >= plan.rounds && done.measured_seconds >= plan.min_time_seconds;
}

}  // namespace

BenchmarkResult RunBenchmark(const BenchmarkPlan& plan, const std::function<void()>& prepare,
                             const std::function<void()>& run, Clock& clock,
                             const std::function<void(const RoundsDone& done)>& tell) {
    BenchmarkResult result;
    result.plan = plan;
    RoundsDone done;
    for (; done.warmup < plan.warmup; ++done.warmup) {
        if (tell) tell(done);
        prepare();
        run();
    }
    result.samples_us.reserve(static_cast<size_t>(plan.rounds));
    for (; !AreEnough(plan, done); ++done.rounds) {
        if (tell) tell(done);
        prepare();
        const int64_t start = clock.NowNs();
        run();
        const auto nanoseconds = static_cast<double>(clock.NowNs() - start);
        result.samples_us.push_back(nanoseconds / 1000.0);
        done.measured_seconds += nanoseconds / 1e9;
    }
    result.statistics = Summarize(result.samples_us);
    result.warnings = TimingWarnings(result.samples_us, result.statistics);
    return result;
}

}  // namespace pto::run
