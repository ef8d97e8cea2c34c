#include "runtime/bench/progress.h"

#include <gmock/gmock.h>

#include "tests/support/replay_fakes.h"

namespace pto::run {
namespace {

TEST(ProgressTest, TellsWhereItIsAndWhatIsLeft) {
    const BenchmarkPlan plan{100, 5, 0};
    EXPECT_EQ(ProgressText(plan, {1, 0, 0}, 0), "warm-up 2 of 5");
    EXPECT_EQ(ProgressText(plan, {5, 0, 0}, 0), "round 1 of 100");
    EXPECT_EQ(ProgressText(plan, {5, 36, 0}, 2), "round 37 of 100, about 4 s left");
    const BenchmarkPlan longer{100, 5, 2.5};
    EXPECT_EQ(ProgressText(longer, {5, 36, 0.1}, 2), "round 37 of 100");
    EXPECT_EQ(ProgressText(longer, {5, 120, 0.42}, 2), "round 121, 0.4 of 2.5 s");
}

TEST(ProgressTest, IsShownAfterASecondThenSometimesAndWipedAtTheEnd) {
    test::FakeClock clock;
    std::string screen;
    const BenchmarkPlan plan{10, 1, 0};
    {
        Progress progress(plan, clock, [&](std::string_view text) { screen += text; });
        progress.Show({0, 0, 0});
        clock.now_ns += 900'000'000;
        progress.Show({1, 0, 0});
        EXPECT_EQ(screen, "");
        clock.now_ns += 200'000'000;
        progress.Show({1, 1, 0.2});
        EXPECT_EQ(screen, "\r\x1b[Kround 2 of 10, about 2 s left");
        clock.now_ns += 100'000'000;
        progress.Show({1, 2, 0.3});
        EXPECT_EQ(screen, "\r\x1b[Kround 2 of 10, about 2 s left");
        screen.clear();
    }
    EXPECT_EQ(screen, "\r\x1b[K");
}

TEST(ProgressTest, OfAShortBenchmarkOrWithoutATerminalIsNothing) {
    test::FakeClock clock;
    std::string screen;
    {
        Progress progress({10, 0, 0}, clock, [&](std::string_view text) { screen += text; });
    }
    EXPECT_EQ(screen, "");
    Progress nowhere({10, 0, 0}, clock, nullptr);
    clock.now_ns += 5'000'000'000;
    nowhere.Show({0, 1, 5});
}

}  // namespace
}  // namespace pto::run
