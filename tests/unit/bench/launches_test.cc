#include "runtime/bench/launches.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/file_system.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"

namespace pto::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Span SpanOf(int64_t pid, uint64_t invocation, const std::string& name, int64_t duration_us, int64_t start_us = 0) {
    Span span;
    span.pid = pid;
    span.invocation = invocation;
    span.callable = "c";
    span.depth = name == "chip.run" || name == "chip.prewarm.build" ? 0 : 1;
    span.name = name;
    span.start_ns = start_us * 1000;
    span.duration_ns = duration_us * 1000;
    return span;
}

const std::string kDevice = "chip.run.runner_run.device_wall";

Launch LaunchWith(int64_t pid, uint64_t invocation, double host_us, double device_us, std::string callable = "c") {
    return {pid, invocation, std::move(callable), host_us, device_us, std::nullopt};
}

TEST(LaunchesTest, AreRunsWithTheirHostDeviceAndEffectiveTimes) {
    const Launches launches =
        GroupLaunches({SpanOf(1, 0, "chip.prewarm.build", 900), SpanOf(1, 2, kDevice, 40), SpanOf(1, 2, "chip.run", 90),
                       SpanOf(1, 1, kDevice + ".orch", 10, 5), SpanOf(1, 1, kDevice + ".sched", 20, 8),
                       SpanOf(1, 1, kDevice, 50), SpanOf(1, 1, "chip.run", 100)});
    ASSERT_EQ(launches.list.size(), 2U);
    EXPECT_EQ(launches.incomplete, 0U);
    EXPECT_EQ(launches.list[0].invocation, 1U);
    EXPECT_EQ(launches.list[0].host_us, 100);
    EXPECT_EQ(launches.list[0].device_us, 50);
    EXPECT_EQ(launches.list[0].effective_us, 23);  // from 5 to 28
    EXPECT_EQ(launches.list[1].host_us, 90);
    EXPECT_EQ(launches.list[1].effective_us, std::nullopt);
}

TEST(LaunchesTest, WhoseOwnRecordIsMissingAreCounted) {
    const Launches launches = GroupLaunches({SpanOf(1, 1, kDevice, 50), SpanOf(1, 2, "chip.run", 10)});
    EXPECT_EQ(launches.list.size(), 1U);
    EXPECT_EQ(launches.incomplete, 1U);
}

TEST(LaunchesTest, OfAProcessThatOnlyDirectsAreNone) {
    const Launches launches =
        GroupLaunches({SpanOf(1, 1, "chip.run", 900), SpanOf(2, 1, "chip.run", 50), SpanOf(2, 1, kDevice, 40)});
    ASSERT_EQ(launches.list.size(), 1U);
    EXPECT_EQ(launches.list[0].pid, 2);
}

TEST(LaunchesTest, WithoutAnyDeviceTimesAllCount) {
    EXPECT_EQ(GroupLaunches({SpanOf(1, 1, "chip.run", 900), SpanOf(2, 1, "chip.run", 50)}).list.size(), 2U);
}

TEST(RoundsTest, OfOneRankAreItsRunsWithoutWarmUp) {
    const RoundTimes times =
        DivideIntoRounds({LaunchWith(1, 1, 100, 50), LaunchWith(1, 2, 90, 40), LaunchWith(1, 3, 80, 30)}, 3, 1);
    EXPECT_THAT(times.per_round, ElementsAre(Series{"host", {90, 80}}, Series{"device", {40, 30}}));
    EXPECT_THAT(times.ranks, IsEmpty());
    EXPECT_THAT(times.dispatches, IsEmpty());
    EXPECT_FALSE(times.fallback_flattened);
}

// Two rounds; rank 0 has two dispatches in each.
TEST(RoundsTest, OfSeveralRanksTakeAsLongAsTheSlowest) {
    const RoundTimes times =
        DivideIntoRounds({LaunchWith(5, 1, 10, 1, "a"), LaunchWith(5, 2, 20, 2, "b"), LaunchWith(5, 3, 30, 3, "a"),
                          LaunchWith(5, 4, 40, 4, "b"), LaunchWith(6, 1, 50, 1, "a"), LaunchWith(6, 2, 60, 9, "a")},
                         2, 0);
    EXPECT_THAT(times.per_round, ElementsAre(Series{"host", {50, 70}}, Series{"device", {3, 9}}));
    ASSERT_EQ(times.ranks.size(), 2U);
    EXPECT_THAT(times.ranks[0].series, ElementsAre(Series{"host", {30, 70}}, Series{"device", {3, 7}}));
    EXPECT_THAT(times.ranks[1].series, ElementsAre(Series{"host", {50, 60}}, Series{"device", {1, 9}}));
    ASSERT_EQ(times.dispatches.size(), 3U);
    EXPECT_EQ(times.dispatches[1].rank, 0U);
    EXPECT_EQ(times.dispatches[1].slot, 1U);
    EXPECT_EQ(times.dispatches[1].callable, "b");
    EXPECT_THAT(times.dispatches[1].series, ElementsAre(Series{"host", {20, 40}}, Series{"device", {2, 4}}));
    EXPECT_EQ(times.dispatches[2].rank, 1U);
}

TEST(RoundsTest, ThatCannotBeToldApartAreFlattenedAndFlagged) {
    const RoundTimes times =
        DivideIntoRounds({LaunchWith(5, 1, 10, 1), LaunchWith(5, 2, 20, 2), LaunchWith(5, 3, 30, 3),
                          LaunchWith(6, 1, 50, 5), LaunchWith(6, 2, 60, 6)},
                         2, 1);
    EXPECT_TRUE(times.fallback_flattened);
    EXPECT_THAT(times.per_round, ElementsAre(Series{"host", {20, 30, 60}}, Series{"device", {2, 3, 6}}));
    EXPECT_THAT(times.ranks, IsEmpty());
    EXPECT_THAT(times.dispatches, IsEmpty());
}

TEST(RoundsTest, WithDispatchesInChangingOrderHaveNoSlots) {
    const RoundTimes times = DivideIntoRounds({LaunchWith(5, 1, 10, 1, "a"), LaunchWith(5, 2, 20, 2, "b"),
                                               LaunchWith(5, 3, 30, 3, "b"), LaunchWith(5, 4, 40, 4, "a")},
                                              2, 0);
    EXPECT_TRUE(times.unstable_slots);
    EXPECT_THAT(times.dispatches, IsEmpty());
    EXPECT_THAT(times.per_round, ElementsAre(Series{"host", {30, 70}}, Series{"device", {3, 7}}));
}

TEST(RoundsTest, WithoutSomeDeviceTimesHaveHostTimesOnly) {
    std::vector<Launch> launches = {LaunchWith(1, 1, 10, 1), LaunchWith(1, 2, 20, 2)};
    launches[1].device_us.reset();
    const RoundTimes times = DivideIntoRounds(launches, 2, 0);
    EXPECT_THAT(times.per_round, ElementsAre(Series{"host", {10, 20}}));
    EXPECT_EQ(times.without_device, 1U);
    launches[0].device_us.reset();
    EXPECT_EQ(DivideIntoRounds(launches, 2, 0).without_device, 0U);
}

TEST(RoundsTest, OfNothingAreNone) {
    EXPECT_THAT(DivideIntoRounds({}, 3, 1).per_round, IsEmpty());
    EXPECT_THAT(DivideIntoRounds({LaunchWith(1, 1, 10, 1)}, 1, 1).per_round, IsEmpty());
}

RoundTimes RecordedRounds(const std::string& name) {
    const std::string text = RealFileSystem().Read(test::SharedRoot() + "/dfx-samples/logs/" + name);
    return DivideIntoRounds(GroupLaunches(ParseStrace(text).spans).list, 1, 0);
}

TEST(RoundsTest, AreReadFromWhatTheRealRuntimeWrote) {
    PTO_NEEDS_DATA("dfx-samples/logs");
    const RoundTimes one = RecordedRounds("strace_l2.log");
    EXPECT_THAT(one.per_round, ElementsAre(Series{"host", {511117.623}}, Series{"device", {19692.311}},
                                           Series{"effective", {4099.64}}));
    // Rank 0 runs two programs, rank 1 one; the directing process and what it prepares are no ranks.
    const RoundTimes two = RecordedRounds("strace_l3_two_ranks.log");
    ASSERT_EQ(two.ranks.size(), 2U);
    EXPECT_EQ(two.dispatches.size(), 3U);
    EXPECT_FALSE(two.fallback_flattened);
    EXPECT_DOUBLE_EQ(two.ranks[0].series[1].samples_us[0], 30625.064 + 44905.589);
    EXPECT_DOUBLE_EQ(two.ranks[1].series[1].samples_us[0], 37713.766);
    EXPECT_DOUBLE_EQ(two.per_round[0].samples_us[0], 414299.623 + 525530.449);
}

}  // namespace
}  // namespace pto::run
