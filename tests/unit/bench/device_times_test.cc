#include "runtime/bench/device_times.h"

#include <gmock/gmock.h>

#include "runtime/bench/span_log.h"

namespace pto::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Span At(int64_t pid, uint64_t invocation, const std::string& name, int64_t duration_us) {
    Span span;
    span.pid = pid;
    span.invocation = invocation;
    span.callable = "c" + std::to_string(invocation);
    span.name = name;
    span.duration_ns = duration_us * 1000;
    return span;
}

void AddRun(Strace& strace, int64_t pid, uint64_t invocation, int64_t device_us, int64_t effective_us) {
    const std::string device = "chip.run.runner_run.device_wall";
    if (effective_us > 0) strace.spans.push_back(At(pid, invocation, device + ".sched", effective_us));
    if (device_us > 0) strace.spans.push_back(At(pid, invocation, device, device_us));
    strace.spans.push_back(At(pid, invocation, "chip.run", 1000));
}

BenchmarkResult HostRounds(size_t rounds, int warmup) {
    BenchmarkResult result;
    result.plan.rounds = static_cast<int>(rounds);
    result.plan.warmup = warmup;
    result.samples_us.assign(rounds, 2000);
    result.statistics = Summarize(result.samples_us);
    result.warnings = {"of the host's times"};
    return result;
}

TEST(DeviceTimesTest, AreTheSamplesAndTheHostsAreKept) {
    Strace strace;
    for (uint64_t run = 1; run <= 11; ++run) AddRun(strace, 7, run, 50, 30);
    BenchmarkResult result = HostRounds(10, 1);
    AddDeviceTimes(strace, result);
    EXPECT_EQ(result.metric, "effective");
    EXPECT_EQ(result.samples_us, std::vector<double>(10, 30));
    EXPECT_EQ(result.statistics.median, 30);
    EXPECT_THAT(result.others, ElementsAre(Series{"host", std::vector<double>(10, 2000)},
                                           Series{"device", std::vector<double>(10, 50)}));
    EXPECT_THAT(result.warnings, IsEmpty());
    EXPECT_FALSE(result.fallback_flattened);
}

TEST(DeviceTimesTest, OfARuntimeThatRecordsNoPhasesAreOfTheWholeRun) {
    Strace strace;
    for (uint64_t run = 1; run <= 10; ++run) AddRun(strace, 7, run, 50, 0);
    BenchmarkResult result = HostRounds(10, 0);
    AddDeviceTimes(strace, result);
    EXPECT_EQ(result.metric, "device");
    EXPECT_EQ(result.others.size(), 1U);
}

TEST(DeviceTimesTest, ThatAreNotThereLeaveTheHosts) {
    Strace strace;
    for (uint64_t run = 1; run <= 10; ++run) AddRun(strace, 7, run, 0, 0);
    BenchmarkResult result = HostRounds(10, 0);
    AddDeviceTimes(strace, result);
    EXPECT_EQ(result.metric, "host");
    EXPECT_EQ(result.samples_us[0], 2000);
    EXPECT_THAT(result.warnings, ElementsAre("of the host's times"));
}

TEST(DeviceTimesTest, SayWhatIsWrongWithTheRecords) {
    BenchmarkResult nothing = HostRounds(10, 0);
    AddDeviceTimes({}, nothing);
    EXPECT_THAT(
        nothing.warnings,
        ElementsAre("of the host's times",
                    "the runtime recorded no run, it may be built without SIMPLER_HOST_STRACE: host times only"));

    Strace lacking;
    for (uint64_t run = 1; run <= 10; ++run) AddRun(lacking, 7, run, run == 4 ? 0 : 50, 0);
    BenchmarkResult host = HostRounds(10, 0);
    AddDeviceTimes(lacking, host);
    EXPECT_EQ(host.metric, "host");
    EXPECT_THAT(host.warnings,
                ElementsAre("of the host's times",
                            "1 run of a chip program left no device time as the others did: host times only"));
}

TEST(DeviceTimesTest, ThatDoNotDivideAreFlattenedAndFlagged) {
    Strace strace;
    strace.dropped = 2;
    for (uint64_t run = 1; run <= 24; ++run) AddRun(strace, 7, run, 50, 0);
    strace.spans.pop_back();  // the last run's own record
    BenchmarkResult result = HostRounds(10, 2);
    AddDeviceTimes(strace, result);
    EXPECT_TRUE(result.fallback_flattened);
    EXPECT_EQ(result.dropped_records, 2U);
    EXPECT_EQ(result.samples_us.size(), 21U);  // 23 complete ones without 2 for the warm-up
    EXPECT_THAT(
        result.warnings,
        ElementsAre("2 timing records of the runtime arrived damaged and did not count",
                    "1 run of a chip program left no complete record",
                    "the recorded runs do not divide among the rounds: each sample is one run of a chip program, not a "
                    "round"));
}

TEST(DeviceTimesTest, OfDispatchesInChangingOrderAreOnesOfRoundsOnly) {
    Strace strace;
    for (uint64_t run = 1; run <= 24; ++run) AddRun(strace, 7, run, 50, 0);  // each with a program of its own
    BenchmarkResult result = HostRounds(12, 0);
    AddDeviceTimes(strace, result);
    EXPECT_EQ(result.samples_us, std::vector<double>(12, 100));
    EXPECT_THAT(result.dispatches, IsEmpty());
    EXPECT_THAT(result.warnings,
                ElementsAre("a rank's dispatches change their order between rounds: no times for each of them"));
}

TEST(SpanLogTest, KeepsRecordsAndHidesWhatWasNotAskedFor) {
    const std::string record = "[TIMING] emit: [STRACE] v=1 pid=1 inv=1 hid=1 depth=0 name=chip.run ts=0 dur=5 ";
    SpanLog log("");
    EXPECT_TRUE(log.Take(record));
    EXPECT_TRUE(log.Take("[mono_ns=1][T0x1][TIMING] clock_anchor: ..."));
    EXPECT_FALSE(log.Take("[WARN] ring: nearly full"));
    EXPECT_FALSE(log.Take(record + "[ERROR] run: lost"));
    EXPECT_EQ(log.Read().spans.size(), 2U);
    SpanLog open("timing");
    EXPECT_FALSE(open.Take(record));
    EXPECT_EQ(open.Read().spans.size(), 1U);
    EXPECT_EQ(LevelWithSpans(""), "timing");
    EXPECT_EQ(LevelWithSpans("error"), "timing");
    EXPECT_EQ(LevelWithSpans("debug"), "debug");
}

TEST(DispatchTimesTest, AreOfRanksAndSlotsWithoutTheWarmUp) {
    std::vector<DispatchRun> runs;
    for (int round = 0; round < 3; ++round) {
        runs.push_back({0, "publish", 10.0 + round});
        runs.push_back({1, "publish", 20.0 + round});
        runs.push_back({0, "collect", 5.0});
        runs.push_back({1, "collect", 7.0});
    }
    BenchmarkResult result = HostRounds(2, 1);
    AddDispatchTimes(runs, result);
    EXPECT_EQ(result.metric, "host");
    EXPECT_EQ(result.samples_us, std::vector<double>(2, 2000));
    EXPECT_THAT(result.warnings, ElementsAre("of the host's times"));
    ASSERT_EQ(result.ranks.size(), 2U);
    EXPECT_THAT(result.ranks[0].series, ElementsAre(Series{"host", {16, 17}}));
    EXPECT_THAT(result.ranks[1].series, ElementsAre(Series{"host", {28, 29}}));
    ASSERT_EQ(result.dispatches.size(), 4U);
    EXPECT_EQ(result.dispatches[3].callable, "collect");
    EXPECT_THAT(result.dispatches[3].series, ElementsAre(Series{"host", {7, 7}}));
}

}  // namespace
}  // namespace pto::run
