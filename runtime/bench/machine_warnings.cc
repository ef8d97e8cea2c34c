#include "runtime/bench/machine_warnings.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "base/text.h"
#include "runtime/bench/difference.h"
#include "runtime/bench/statistics.h"

namespace pto::run {
namespace {

constexpr std::string_view kSteadyGovernor = "performance";
constexpr double kShortRunMs = 10;  // of all rounds: within a few ticks of the scheduler
constexpr double kSmallestDrift = 0.05;

void AddGovernor(const HostInfo& host, std::vector<std::string>& warnings) {
    for (const std::string& governor : host.governors) {
        if (governor == kSteadyGovernor) continue;
        warnings.push_back("processors are governed by '" + governor + "', not '" + std::string(kSteadyGovernor) +
                           "': their frequency may change between rounds");
        return;
    }
}

void AddLoad(const HostInfo& host, std::vector<std::string>& warnings) {
    if (host.load_average.empty() || host.cpus == 0 || host.load_average[0] <= host.cpus) return;
    warnings.push_back(fmt::format("the load average is {:.1f} on {}: other programs compete with the rounds",
                                   host.load_average[0], Count(static_cast<size_t>(host.cpus), "processor")));
}

// Thirds too short for a verdict have none, and chance alone gives one in twenty.
void AddDrift(std::span<const double> samples_us, std::vector<std::string>& warnings) {
    const size_t third = samples_us.size() / 3;
    const Difference drift = Compare(samples_us.first(third), samples_us.last(third));
    const bool differs = drift.verdict == DifferenceVerdict::kFaster || drift.verdict == DifferenceVerdict::kSlower;
    if (!differs || std::fabs(drift.ratio - 1) < kSmallestDrift) return;
    warnings.push_back(fmt::format(
        "the last third of the rounds took {:.2f} times as long as the first ({:.1f} us, {:.1f} us): the machine's "
        "speed changed meanwhile",
        drift.ratio, drift.median_b, drift.median_a));
}

void AddShortRun(std::span<const double> samples_us, const SettingNames& names, std::vector<std::string>& warnings) {
    const double total_ms = std::accumulate(samples_us.begin(), samples_us.end(), 0.0) / 1000;
    if (samples_us.empty() || total_ms >= kShortRunMs) return;
    warnings.push_back(fmt::format("all rounds together took {:.1f} ms, one disturbance outlasts them: {} adds rounds",
                                   total_ms, names.longer_timing));
}

}  // namespace

std::vector<std::string> MachineWarnings(const HostInfo& host, std::span<const double> samples_us,
                                         const SettingNames& names) {
    std::vector<std::string> warnings;
    AddGovernor(host, warnings);
    AddLoad(host, warnings);
    AddDrift(samples_us, warnings);
    AddShortRun(samples_us, names, warnings);
    return warnings;
}

}  // namespace pto::run
