#include "runtime/side_by_side.h"

#include <gmock/gmock.h>

#include "runtime/report.h"
#include "tests/support/replay_fakes.h"

namespace pto::run {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::SizeIs;

class SideBySideTest : public testing::Test {
  protected:
    Contender Taking(const std::string& name, int64_t ns) {
        return {[this, name] { order_ += "(" + name; },
                [this, ns] {
                    clock_.now_ns += ns;
                    order_ += ")";
                }};
    }

    test::FakeClock clock_;
    std::string order_;
};

TEST_F(SideBySideTest, RoundsAreInPairsThatTakeTurnsInGoingFirst) {
    const SideBySide result = RunSideBySide({3, 1}, Taking("c", 2000), Taking("e", 3000), clock_);
    EXPECT_EQ(order_,
              "(e)(c)"
              "(c)(e)"
              "(e)(c)"
              "(c)(e)")
        << "one warm-up round first; preparing is not timed";
    EXPECT_THAT(result.compiled.samples_us, ElementsAre(2, 2, 2));
    EXPECT_THAT(result.edited.samples_us, ElementsAre(3, 3, 3));
    EXPECT_EQ(result.difference.ratio, 1.5);
}

TEST_F(SideBySideTest, WholeText) {
    const SideBySide result = RunSideBySide({20, 0}, Taking("c", 20'000), Taking("e", 15'000), clock_);
    EXPECT_EQ(ComparisonText(result),
              "compare (20 rounds of each, in turn): as compiled median 20.0 us, edited 15.0 us\n"
              "edited / as compiled 0.750 (99 % confidence 0.750 to 0.750): faster\n");
    EXPECT_THAT(result.edited.samples_us, SizeIs(20));
    EXPECT_THAT(result.edited.samples_us, Each(15));
}

}  // namespace
}  // namespace pto::run
