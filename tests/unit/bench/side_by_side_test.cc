#include "runtime/bench/side_by_side.h"

#include <gmock/gmock.h>

#include "runtime/record/report.h"
#include "tests/support/replay_fakes.h"

namespace pto::run {
namespace {

using testing::Each;
using testing::SizeIs;

// A build that takes a given time; "order" tells what happened: '+' loaded, '.' run, '-' gone, after the build's
// letter.
class TimedRunner : public Runner {
  public:
    TimedRunner(std::string name, int64_t ns, test::FakeClock& clock, std::string& order)
        : name_(std::move(name)), ns_(ns), clock_(clock), order_(order) {
        order_ += name_ + "+";
    }
    ~TimedRunner() override { order_ += name_ + "-"; }
    void Place(const std::vector<Argument>&) override {}
    void Reset(const std::vector<Argument>&) override { clock_.now_ns += 1'000'000; }
    void Execute() override {
        clock_.now_ns += ns_;
        order_ += name_ + ".";
    }
    void Fetch(std::vector<Argument>&) override {}

  private:
    std::string name_;
    int64_t ns_;
    test::FakeClock& clock_;
    std::string& order_;
};

class SideBySideTest : public testing::Test {
  protected:
    SideBySide Go(const BenchmarkPlan& plan, int64_t compiled_ns, int64_t edited_ns) {
        const auto loader = [this](const char* name, int64_t ns) {
            return [this, name, ns] { return std::make_unique<TimedRunner>(name, ns, clock_, order_); };
        };
        return RunSideBySide(plan, loader("c", compiled_ns), loader("e", edited_ns), {}, clock_);
    }

    test::FakeClock clock_;
    std::string order_;
};

TEST_F(SideBySideTest, PairsAndLoadingsTakeTurnsInGoingFirst) {
    Go({2, 3}, 2000, 3000);
    EXPECT_EQ(order_,
              "c+e+e.c.c.e.e.c.c.e.e-c-"
              "e+c+e.c.c.e.e.c.e-c-")
        << "three warm-up pairs for the first loading, two for the second";
}

TEST_F(SideBySideTest, RoundsAreSpreadOverTwentyLoadings) {
    const SideBySide result = Go({50, 0}, 2000, 3000);
    EXPECT_EQ(std::count(order_.begin(), order_.end(), '+'), 40);
    EXPECT_EQ(std::count(order_.begin(), order_.end(), '.'), 100);
    EXPECT_THAT(result.compiled.samples_us, SizeIs(50));
    EXPECT_THAT(result.compiled.samples_us, Each(2)) << "what comes before a round is not timed";
    EXPECT_THAT(result.edited.samples_us, Each(3));
    EXPECT_THAT(result.ratios, SizeIs(20));
    EXPECT_THAT(result.ratios, Each(1.5));
}

// The edited build takes 10 % more or less, by turns: no difference is seen, and one of 5 % could hide.
TEST_F(SideBySideTest, LooksAgainWhileADifferenceCouldHide) {
    int loadings = 0;
    const auto compiled = [&] { return std::make_unique<TimedRunner>("c", 1000, clock_, order_); };
    const auto edited = [&] {
        const int64_t ns = ++loadings % 2 == 0 ? 900 : 1100;
        return std::make_unique<TimedRunner>("e", ns, clock_, order_);
    };
    const SideBySide result = RunSideBySide({20, 1}, compiled, edited, {}, clock_);
    EXPECT_THAT(result.ratios, SizeIs(80));
    EXPECT_THAT(result.edited.samples_us, SizeIs(80));
    EXPECT_EQ(result.difference.verdict, DifferenceVerdict::kNone);
    EXPECT_THAT(result.edited.warnings,
                testing::Contains("the interval is wide, a difference within it went unseen: more --rounds, or a "
                                  "quieter machine, tell more"));
}

TEST_F(SideBySideTest, WholeText) {
    EXPECT_EQ(ComparisonText(Go({20, 0}, 20'000, 15'000)),
              "compare (20 rounds of each, in turn): as compiled median 20.0 us, edited 15.0 us\n"
              "edited / as compiled 0.750 (99 % confidence 0.750 to 0.750): faster\n");
    EXPECT_EQ(ComparisonText(Go({2, 0}, 20'000, 15'000)),
              "compare (2 rounds of each, in turn): as compiled median 20.0 us, edited 15.0 us\n"
              "edited / as compiled 0.750 (99 % confidence 0.750 to 0.750): too few rounds to tell\n"
              "warning: 2 rounds are too few to compare\n");
}

}  // namespace
}  // namespace pto::run
