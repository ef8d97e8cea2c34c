#include "runtime/side_by_side.h"

namespace pto::run {
namespace {

double TimeOne(const Contender& contender, Clock& clock) {
    contender.prepare();
    const int64_t start = clock.NowNs();
    contender.run();
    return static_cast<double>(clock.NowNs() - start) / 1000.0;
}

void Finish(const BenchmarkPlan& plan, BenchmarkResult& result) {
    result.plan = plan;
    result.statistics = Summarize(result.samples_us);
    result.warnings = TimingWarnings(result.samples_us, result.statistics);
}

}  // namespace

SideBySide RunSideBySide(const BenchmarkPlan& plan, const Contender& compiled, const Contender& edited, Clock& clock) {
    SideBySide result;
    for (int round = -plan.warmup; round < plan.rounds; ++round) {
        const bool compiled_first = round % 2 == 0;
        double compiled_us = compiled_first ? TimeOne(compiled, clock) : 0;
        const double edited_us = TimeOne(edited, clock);
        if (!compiled_first) compiled_us = TimeOne(compiled, clock);
        if (round < 0) continue;
        result.compiled.samples_us.push_back(compiled_us);
        result.edited.samples_us.push_back(edited_us);
    }
    Finish(plan, result.compiled);
    Finish(plan, result.edited);
    result.difference = ComparePairs(result.compiled.samples_us, result.edited.samples_us);
    return result;
}

}  // namespace pto::run
