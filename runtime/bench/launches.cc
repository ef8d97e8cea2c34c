#include "runtime/bench/launches.h"

#include <algorithm>
#include <map>
#include <utility>

namespace pto::run {
namespace {

constexpr std::string_view kRunSpan = "chip.run";
constexpr std::string_view kDeviceSpan = "chip.run.runner_run.device_wall";
constexpr std::string_view kEffectiveSpans[] = {"chip.run.runner_run.device_wall.orch",
                                                "chip.run.runner_run.device_wall.sched"};

double Microseconds(int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) / 1000.0;
}

using SpansByName = std::map<std::string_view, const Span*>;

std::optional<double> EffectiveOf(const SpansByName& spans) {
    std::optional<std::pair<int64_t, int64_t>> window;
    for (const std::string_view name : kEffectiveSpans) {
        const auto found = spans.find(name);
        if (found == spans.end()) continue;
        const int64_t start = found->second->start_ns;
        const int64_t end = start + found->second->duration_ns;
        window =
            window ? std::pair(std::min(window->first, start), std::max(window->second, end)) : std::pair(start, end);
    }
    if (!window) return std::nullopt;
    return Microseconds(window->second - window->first);
}

std::optional<Launch> LaunchOf(const SpansByName& spans) {
    const auto root = spans.find(kRunSpan);
    if (root == spans.end() || root->second->depth != 0) return std::nullopt;
    const Span& run = *root->second;
    Launch launch{run.pid, run.invocation, run.callable, Microseconds(run.duration_ns), {}, EffectiveOf(spans)};
    const auto device = spans.find(kDeviceSpan);
    if (device != spans.end()) launch.device_us = Microseconds(device->second->duration_ns);
    return launch;
}

void DropProcessesWithoutDevice(std::vector<Launch>& launches) {
    std::map<int64_t, bool> has_device;
    for (const Launch& launch : launches) has_device[launch.pid] |= launch.device_us.has_value();
    const bool any = std::any_of(has_device.begin(), has_device.end(), [](const auto& entry) { return entry.second; });
    if (any) std::erase_if(launches, [&](const Launch& launch) { return !has_device[launch.pid]; });
}

using LaunchRow = std::vector<const Launch*>;

// The metrics that every one of the launches has.
struct Metric {
    std::string_view name;
    std::optional<double> (*value)(const Launch& launch);
};

constexpr Metric kMetrics[] = {{kHostMetric, [](const Launch& launch) { return std::optional(launch.host_us); }},
                               {kDeviceMetric, [](const Launch& launch) { return launch.device_us; }},
                               {kEffectiveMetric, [](const Launch& launch) { return launch.effective_us; }}};

std::vector<Metric> CommonMetrics(const LaunchRow& launches) {
    std::vector<Metric> common;
    for (const Metric& metric : kMetrics) {
        const auto has = [&metric](const Launch* launch) { return metric.value(*launch).has_value(); };
        if (std::all_of(launches.begin(), launches.end(), has)) common.push_back(metric);
    }
    return common;
}

size_t CountWithoutDevice(const LaunchRow& launches) {
    const auto lacks = [](const Launch* launch) { return !launch->device_us.has_value(); };
    const auto count = static_cast<size_t>(std::count_if(launches.begin(), launches.end(), lacks));
    return count == launches.size() ? 0 : count;
}

// The measured launches of each rank.
std::vector<LaunchRow> MeasuredByRank(const std::vector<Launch>& launches, size_t rounds, size_t warmup,
                                      bool& divisible) {
    std::map<int64_t, LaunchRow> by_process;
    for (const Launch& launch : launches) by_process[launch.pid].push_back(&launch);
    divisible = rounds > 0;
    for (const auto& [process, row] : by_process) divisible = divisible && row.size() % rounds == 0;
    std::vector<LaunchRow> ranks;
    for (auto& [process, row] : by_process) {
        const size_t skipped = std::min(row.size(), divisible ? row.size() / rounds * warmup : warmup);
        ranks.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(skipped), row.end());
    }
    return ranks;
}

// Per round the sum over the rank's dispatches.
Series RankSeries(const LaunchRow& rank, size_t rounds, const Metric& metric) {
    Series series{std::string(metric.name), std::vector<double>(rounds, 0)};
    const size_t per_round = rank.size() / rounds;
    for (size_t i = 0; i < rank.size(); ++i) series.samples_us[i / per_round] += *metric.value(*rank[i]);
    return series;
}

Series SlowestOf(const std::vector<RankTimes>& ranks, size_t position) {
    Series slowest = ranks[0].series[position];
    for (const RankTimes& rank : ranks) {
        for (size_t i = 0; i < slowest.samples_us.size(); ++i) {
            slowest.samples_us[i] = std::max(slowest.samples_us[i], rank.series[position].samples_us[i]);
        }
    }
    return slowest;
}

// Nothing when the slot runs different programs in different rounds.
std::optional<DispatchTimes> DispatchAt(const LaunchRow& rank, size_t slot, size_t rounds,
                                        const std::vector<Metric>& metrics) {
    const size_t per_round = rank.size() / rounds;
    DispatchTimes dispatch;
    dispatch.slot = slot;
    dispatch.callable = rank[slot]->callable;
    for (const Metric& metric : metrics) {
        Series series{std::string(metric.name), {}};
        for (size_t i = slot; i < rank.size(); i += per_round) series.samples_us.push_back(*metric.value(*rank[i]));
        dispatch.series.push_back(std::move(series));
    }
    for (size_t i = slot; i < rank.size(); i += per_round) {
        if (rank[i]->callable != dispatch.callable) return std::nullopt;
    }
    return dispatch;
}

void AddDispatches(const std::vector<LaunchRow>& ranks, size_t rounds, const std::vector<Metric>& metrics,
                   RoundTimes& times) {
    if (ranks.size() == 1 && ranks[0].size() == rounds) return;
    for (size_t rank = 0; rank < ranks.size(); ++rank) {
        for (size_t slot = 0; slot < ranks[rank].size() / rounds; ++slot) {
            std::optional<DispatchTimes> dispatch = DispatchAt(ranks[rank], slot, rounds, metrics);
            if (!dispatch) {
                times.unstable_slots = true;
                times.dispatches.clear();
                return;
            }
            dispatch->rank = rank;
            times.dispatches.push_back(*std::move(dispatch));
        }
    }
}

}  // namespace

Launches GroupLaunches(const std::vector<Span>& spans) {
    std::map<std::pair<int64_t, uint64_t>, SpansByName> invocations;
    for (const Span& span : spans) {
        if (!span.name.starts_with(kRunSpan)) continue;
        invocations[{span.pid, span.invocation}].emplace(span.name, &span);
    }
    Launches launches;
    for (const auto& [key, by_name] : invocations) {
        std::optional<Launch> launch = LaunchOf(by_name);
        if (launch) {
            launches.list.push_back(*std::move(launch));
        } else {
            ++launches.incomplete;
        }
    }
    DropProcessesWithoutDevice(launches.list);
    return launches;
}

RoundTimes DivideIntoRounds(const std::vector<Launch>& launches, size_t rounds, size_t warmup) {
    RoundTimes times;
    if (launches.empty() || rounds <= warmup) return times;
    bool divisible = false;
    const std::vector<LaunchRow> ranks = MeasuredByRank(launches, rounds, warmup, divisible);
    LaunchRow all;
    for (const LaunchRow& rank : ranks) all.insert(all.end(), rank.begin(), rank.end());
    const std::vector<Metric> metrics = CommonMetrics(all);
    times.without_device = CountWithoutDevice(all);
    times.fallback_flattened = !divisible;
    if (!divisible) {
        for (const Metric& metric : metrics) {
            Series series{std::string(metric.name), {}};
            for (const Launch* launch : all) series.samples_us.push_back(*metric.value(*launch));
            times.per_round.push_back(std::move(series));
        }
        return times;
    }
    const size_t measured = rounds - warmup;
    for (size_t rank = 0; rank < ranks.size(); ++rank) {
        times.ranks.push_back({rank, {}});
        for (const Metric& metric : metrics) {
            times.ranks.back().series.push_back(RankSeries(ranks[rank], measured, metric));
        }
    }
    for (size_t i = 0; i < metrics.size(); ++i) times.per_round.push_back(SlowestOf(times.ranks, i));
    AddDispatches(ranks, measured, metrics, times);
    if (times.ranks.size() == 1) times.ranks.clear();
    return times;
}

}  // namespace pto::run
