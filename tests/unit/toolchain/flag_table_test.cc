#include "generator/toolchain/flag_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"

namespace pto::gen {
namespace {

using testing::ElementsAre;

TEST(FlagTable, AWordStandsForEachValueOfItsPlaceholders) {
    const std::map<std::string, std::vector<std::string>> values = {
        {"one", {"1"}}, {"two", {"a", "b"}}, {"none", {}}, {"odd", {"${one}"}}};
    EXPECT_THAT(ExpandFlag("-shared", values), ElementsAre("-shared"));
    EXPECT_THAT(ExpandFlag("-I${one}/x", values), ElementsAre("-I1/x"));
    EXPECT_THAT(ExpandFlag("${two}${one}", values), ElementsAre("a1", "b1"));
    EXPECT_THAT(ExpandFlag("${two}-${two}", values), ElementsAre("a-a", "a-b", "b-a", "b-b"));
    EXPECT_THAT(ExpandFlag("${none}", values), ElementsAre());
    EXPECT_THAT(ExpandFlag("-D${odd}", values), ElementsAre("-D${one}"));
}

TEST(FlagTable, APlaceholderWithoutAValueIsAMistake) {
    const std::map<std::string, std::vector<std::string>> values = {{"one", {"1"}}};
    const auto failure = [&](const char* pattern) { return test::ErrorOf([&] { ExpandFlag(pattern, values); }); };
    EXPECT_EQ(failure("-I${other}/x"), "the table of flags has a placeholder without a value: -I${other}/x");
    EXPECT_EQ(failure("-I${one}${other}"), "the table of flags has a placeholder without a value: -I1${other}");
    EXPECT_EQ(failure("-I${one"), "the table of flags has a placeholder without a value: -I${one");
}

}  // namespace
}  // namespace pto::gen
