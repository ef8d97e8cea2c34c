#include "generator/report/ninja_log.h"

#include <gmock/gmock.h>

namespace pto::gen {
namespace {

using testing::ElementsAre;
using testing::FieldsAre;
using testing::IsEmpty;

TEST(NinjaLog, LongestFirstEachWhenItLastRan) {
    const std::string log =
        "# ninja log v5\n"
        "0\t5000\t17\ta.so\tabc\n"
        "10\t260\t17\tb.so\tdef\n"
        "0\t250\t18\ta.so\tabc\n"
        "3\t2003\t0\tgolden/inputs\t77\n"
        "3\t2003\t0\tgolden/expected\t77\n";
    EXPECT_THAT(LongestEdges(log),
                ElementsAre(FieldsAre("golden/inputs", 2.0), FieldsAre("a.so", 0.25), FieldsAre("b.so", 0.25)));
}

TEST(NinjaLog, DamagedLinesAreLeftOut) {
    const std::string log =
        "# ninja log v6\n"
        "0\t5\t17\ta.so\n"
        "x\t5\t17\tb.so\tabc\n"
        "5\t0\t17\tc.so\tabc\n"
        "-9223372036854775808\t9223372036854775807\t17\te.so\tabc\n"
        "0\t1000\t17\td.so\tabc\n"
        "0\t10";
    EXPECT_THAT(LongestEdges(log), ElementsAre(FieldsAre("d.so", 1.0)));
}

TEST(NinjaLog, AnotherVersionGivesNothing) {
    EXPECT_THAT(LongestEdges("# ninja log v4\n0\t1000\t17\td.so\tabc\n"), IsEmpty());
    EXPECT_THAT(LongestEdges(""), IsEmpty());
}

}  // namespace
}  // namespace pto::gen
