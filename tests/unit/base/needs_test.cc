#include "tests/support/needs.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "base/file_system.h"
#include "base/text.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

// Lines of a test's source in which a skip leaves something else than the test: "<line>: <text>".
std::vector<std::string> Misplaced(const std::string& source) {
    // Bodies begin in the first column, or in the second level within a fixture; what begins there otherwise are
    // statements.
    static const std::regex function(R"(^(    )?[\w~:].*\)[^;=]*\{$|^(    )?#define .*)");
    static const std::regex statement(R"(^\s*(if|for|while|switch|do|try|namespace|struct|class|enum)\b.*)");
    static const std::regex test(
        R"(^(TEST|TEST_F|TEST_P|TYPED_TEST)\(.*|^    void SetUp\(\) override \{$|^void \w+::SetUp\(\) \{$)");
    std::vector<std::string> found;
    bool own_body = false;
    int number = 0;
    for (const std::string_view view : Lines(source)) {
        const std::string line(view);
        ++number;
        const bool skips = line.find("GTEST_SKIP()") != line.npos;
        const bool needs = line.find("PTO_NEEDS(") != line.npos || line.find("PTO_NEEDS_DATA(") != line.npos;
        if (skips || (needs && !own_body)) found.push_back(std::to_string(number) + ": " + line);
        if (std::regex_match(line, function) && !std::regex_match(line, statement)) {
            own_body = std::regex_match(line, test);
        }
    }
    return found;
}

TEST(NeedsTest, StandWhereTheyLeaveTheTest) {
    namespace fs = std::filesystem;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(std::string(PTO_SOURCE_DIR) + "/tests")) {
        if (entry.path().extension() != ".cc" || entry.path().filename() == "needs_test.cc") continue;
        EXPECT_EQ(Misplaced(RealFileSystem().Read(entry.path().string())), std::vector<std::string>{}) << entry.path();
    }
}

TEST(NeedsTest, AHelperIsNoPlaceForThem) {
    using Found = std::vector<std::string>;
    EXPECT_EQ(Misplaced("TEST_F(A, B) {\n    PTO_NEEDS(x);\n}\n"), Found{});
    EXPECT_EQ(Misplaced("class A {\n    void SetUp() override {\n        PTO_NEEDS(x);\n    }\n"), Found{});
    EXPECT_EQ(Misplaced("TEST_F(A, B) {\n    if (x) {\n        PTO_NEEDS_DATA(\"x\");\n    }\n}\n"), Found{});
    EXPECT_EQ(Misplaced("void Compare(int a) {\n    PTO_NEEDS(x);\n}\n"), Found{"2:     PTO_NEEDS(x);"});
    EXPECT_EQ(Misplaced("class A {\n    void Need(int a) {\n        PTO_NEEDS(x);\n    }\n"),
              Found{"3:         PTO_NEEDS(x);"});
    EXPECT_EQ(Misplaced("TEST(A, B) {\n    const auto f = [&](int a) {\n        PTO_NEEDS(x);\n    };\n}\n"),
              Found{"3:         PTO_NEEDS(x);"});
    EXPECT_EQ(Misplaced("TEST(A, B) {\n    GTEST_SKIP() << 1;\n}\n"), Found{"2:     GTEST_SKIP() << 1;"});
}

void NeedData() {
    PTO_NEEDS_DATA("nothing/there");
}

TEST(NeedsTest, AbsentDataFailWhereTheyAreRequired) {
    const test::TempSpace space;
    space.Write("there", "");
    const test::EnvironmentVariable shared("PTO_SHARED", space.Root().c_str());
    const test::EnvironmentVariable required("PTO_REQUIRE_DATA", "1");
    const std::string message =
        "no reference data at " + space.Path("nothing/there") + " (PTO_SHARED names their place)";
    EXPECT_EQ(test::MissingData("there"), "");
    EXPECT_EQ(test::MissingData("nothing/there"), message);
    EXPECT_FATAL_FAILURE(NeedData(), "nothing/there (PTO_SHARED names their place), and PTO_REQUIRE_DATA asks for it");
    for (const char* value : {"", "0"}) {
        const test::EnvironmentVariable off("PTO_REQUIRE_DATA", value);
        EXPECT_FALSE(test::DataIsRequired()) << value;
    }
    const test::EnvironmentVariable unset("PTO_REQUIRE_DATA", nullptr);
    EXPECT_FALSE(test::DataIsRequired());
}

TEST(NeedsTest, AProgramIsLookedUpInPath) {
    const test::TempSpace space;
    space.WriteProgram("tool", "#!/bin/sh\n");
    const test::EnvironmentVariable path("PATH", space.Root().c_str());
    EXPECT_EQ(test::MissingProgram("tool"), "");
    EXPECT_EQ(test::MissingProgram("other"), "other is not installed");
    EXPECT_EQ(test::MissingPython(), "python3 is not installed");
}

}  // namespace
}  // namespace pto
