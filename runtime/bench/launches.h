// Spans of the runtime -> runs of chip programs -> rounds of a benchmark. Pure; times in microseconds.
//
// A round of a distributed program is over when its slowest rank is, and a rank runs its dispatches one after the
// other: a round's time is the largest over the ranks of the sum over their dispatches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/bench/strace.h"

namespace pto::run {

// What is measured of a run. Effective is what PyPTO calls so, from the first start to the last end of orchestrating
// and scheduling on the device; device is the whole of the run there; host is the whole of it as the host sees it.
inline constexpr std::string_view kHostMetric = "host";
inline constexpr std::string_view kDeviceMetric = "device";
inline constexpr std::string_view kEffectiveMetric = "effective";

// One run of a chip program.
struct Launch {
    int64_t pid = 0;
    uint64_t invocation = 0;
    std::string callable;
    double host_us = 0;
    std::optional<double> device_us;
    std::optional<double> effective_us;
};

struct Launches {
    std::vector<Launch> list;  // by process, then in order
    size_t incomplete = 0;     // runs whose own record is missing although parts of them are there
};

// Spans that belong to no run are ignored: what is prepared before (chip.prewarm), and the scheduler of the nodes.
// Where some processes have device times, those without are no ranks.
Launches GroupLaunches(const std::vector<Span>& spans);

struct Series {
    std::string metric;
    std::vector<double> samples_us;

    bool operator==(const Series&) const = default;
};

struct RankTimes {
    size_t rank = 0;  // in the order of the processes' numbers, which is the order they were started in
    std::vector<Series> series;
};

struct DispatchTimes {
    size_t rank = 0;
    size_t slot = 0;  // position within the rank's round
    std::string callable;
    std::vector<Series> series;
};

// Without warm-up. Each list of series has "host", and "device" and "effective" where every run has them.
struct RoundTimes {
    std::vector<Series> per_round;
    std::vector<RankTimes> ranks;           // none of a single rank
    std::vector<DispatchTimes> dispatches;  // none of a single one per round
    bool fallback_flattened = false;        // runs cannot be divided among rounds: per_round has one sample per run
    bool unstable_slots = false;            // a rank's dispatches change their order: no dispatches
    size_t without_device = 0;              // measured runs that lack the device time that others have
};

// `rounds` includes the first `warmup` ones.
RoundTimes DivideIntoRounds(const std::vector<Launch>& launches, size_t rounds, size_t warmup);

}  // namespace pto::run
