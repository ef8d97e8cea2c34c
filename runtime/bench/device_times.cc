#include "runtime/bench/device_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace pto::run {
namespace {

Series* FindSeries(std::vector<Series>& list, std::string_view metric) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Series& series) { return series.metric == metric; });
    return found == list.end() ? nullptr : &*found;
}

void AddRecordWarnings(const Launches& launches, const RoundTimes& times, BenchmarkResult& result) {
    std::vector<std::string>& warnings = result.warnings;
    if (launches.list.empty()) {
        warnings.emplace_back(
            "the runtime recorded no run, it may be built without SIMPLER_HOST_STRACE: host times only");
        return;
    }
    if (result.dropped_records > 0) {
        warnings.push_back(Count(result.dropped_records, "timing record") +
                           " of the runtime arrived damaged and did not count");
    }
    if (launches.incomplete > 0) {
        warnings.push_back(Count(launches.incomplete, "run") + " of a chip program left no complete record");
    }
    if (times.without_device > 0) {
        warnings.push_back(Count(times.without_device, "run") +
                           " of a chip program left no device time as the others did: host times only");
    }
    if (times.fallback_flattened) {
        warnings.emplace_back(
            "the recorded runs do not divide among the rounds: each sample is one run of a chip program, not a round");
    }
    if (times.unstable_slots) {
        warnings.emplace_back("a rank's dispatches change their order between rounds: no times for each of them");
    }
}

void Promote(std::vector<Series>& per_round, BenchmarkResult& result) {
    Series* best = FindSeries(per_round, kEffectiveMetric);
    if (best == nullptr) best = FindSeries(per_round, kDeviceMetric);
    if (best == nullptr) return;
    result.others.push_back({result.metric, std::move(result.samples_us)});
    result.metric = best->metric;
    result.samples_us = std::move(best->samples_us);
    result.statistics = Summarize(result.samples_us);
    result.warnings = TimingWarnings(result.samples_us, result.statistics);
    Series* device = FindSeries(per_round, kDeviceMetric);
    if (device != best && device != nullptr) result.others.push_back(std::move(*device));
}

}  // namespace

void AddDeviceTimes(const Strace& strace, BenchmarkResult& result) {
    const Launches launches = GroupLaunches(strace.spans);
    const auto warmup = static_cast<size_t>(result.plan.warmup);
    RoundTimes times = DivideIntoRounds(launches.list, warmup + result.samples_us.size(), warmup);
    result.dropped_records = strace.dropped;
    Promote(times.per_round, result);
    result.ranks = std::move(times.ranks);
    result.dispatches = std::move(times.dispatches);
    result.fallback_flattened = times.fallback_flattened && result.metric != kHostMetric;
    AddRecordWarnings(launches, times, result);
}

void AddDispatchTimes(const std::vector<DispatchRun>& runs, BenchmarkResult& result) {
    std::vector<Launch> launches;
    for (const DispatchRun& run : runs) {
        Launch& launch = launches.emplace_back();
        launch.pid = static_cast<int64_t>(run.rank);
        launch.callable = run.program;
        launch.host_us = run.host_us;
    }
    std::stable_sort(launches.begin(), launches.end(), [](const Launch& a, const Launch& b) { return a.pid < b.pid; });
    const auto warmup = static_cast<size_t>(result.plan.warmup);
    RoundTimes times = DivideIntoRounds(launches, warmup + result.samples_us.size(), warmup);
    result.ranks = std::move(times.ranks);
    result.dispatches = std::move(times.dispatches);
}

}  // namespace pto::run
