#include "contract/activity.h"

#include <gmock/gmock.h>

namespace pto {
namespace {

using testing::IsEmpty;

TEST(Activity, IsReadAsItIsWritten) {
    const std::vector<BuildStep> steps = {
        {"compiled", "next_levels/a: gate", "never built", ".pto-ninja/o/gate.so", "never-built"},
        {"spliced", "a b", "its .pto changed", "", "pto"},
        {"refused", "golden", "", "", ""},
        {"compiled", "gate", "", "o/gate.so", ""}};
    std::string text;
    for (const BuildStep& step : steps) text += ActivityLine(step);
    EXPECT_EQ(text,
              "compiled\tnext_levels/a: gate\tnever built\t.pto-ninja/o/gate.so\tnever-built\n"
              "spliced\ta b\tits .pto changed\t\tpto\n"
              "refused\tgolden\n"
              "compiled\tgate\t\to/gate.so\n");
    const std::vector<BuildStep> read = ParseActivity(text);
    ASSERT_EQ(read.size(), steps.size());
    for (size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(read[i].action, steps[i].action) << i;
        EXPECT_EQ(read[i].name, steps[i].name) << i;
        EXPECT_EQ(read[i].reason, steps[i].reason) << i;
        EXPECT_EQ(read[i].file, steps[i].file) << i;
        EXPECT_EQ(read[i].cause, steps[i].cause) << i;
    }
}

TEST(Activity, LeavesOutWhatIsNoStep) {
    EXPECT_THAT(ParseActivity(""), IsEmpty());
    EXPECT_THAT(ParseActivity("compiled\n\nnothing"), IsEmpty());
    const std::vector<BuildStep> cut = ParseActivity("compiled\tgate");
    ASSERT_EQ(cut.size(), 1U);
    EXPECT_EQ(cut[0].name, "gate");
    EXPECT_EQ(ParseActivity("a\tb\tc\td\te\tf\n")[0].cause, "e");
}

}  // namespace
}  // namespace pto
