#include "generator/baseline/patch_text.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

struct Case {
    const char* name;
    std::optional<std::string> compiled;
    std::optional<std::string> now;
    std::string patch;
};

const std::string kNames = "--- a/kernels/aiv/x.cpp\n+++ b/kernels/aiv/x.cpp\n";

const Case kCases[] = {
    {"one_line", "a\nb\nc\n", "a\nB\nc\n", kNames + "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"},
    {"only_line", "a\n", "b\n", kNames + "@@ -1 +1 @@\n-a\n+b\n"},
    {"at_the_beginning", "1\n2\n3\n4\n5\n", "0\n1\n2\n3\n4\n5\n", kNames + "@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n"},
    {"at_the_end", "1\n2\n3\n4\n5\n", "1\n2\n3\n4\n5\n6\n", kNames + "@@ -3,3 +3,4 @@\n 3\n 4\n 5\n+6\n"},
    {"removed_line", "1\n2\n3\n4\n5\n", "1\n2\n3\n5\n", kNames + "@@ -1,5 +1,4 @@\n 1\n 2\n 3\n-4\n 5\n"},
    {"two_hunks", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "one\n2\n3\n4\n5\n6\n7\n8\nnine\n",
     kNames + "@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+nine\n"},
    {"newline_lost", "a\nb\n", "a\nb", kNames + "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n"},
    {"newline_gained", "a\nb", "a\nb\n", kNames + "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"},
    {"newline_never_there", "a\nb", "A\nb", kNames + "@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n"},
    {"line_ends", "a\nb\n", "a\r\nb\n", kNames + "@@ -1,2 +1,2 @@\n-a\n+a\r\n b\n"},
    {"line_ends_kept", "a\r\nb\r\n", "a\r\nc\r\n", kNames + "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"},
    {"emptied", "a\nb\n", "", kNames + "@@ -1,2 +0,0 @@\n-a\n-b\n"},
    {"filled", "", "a\nb\n", kNames + "@@ -0,0 +1,2 @@\n+a\n+b\n"},
    {"deleted", "a\nb\n", std::nullopt, "--- a/kernels/aiv/x.cpp\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"},
    {"new", std::nullopt, "a\nb\n", "--- /dev/null\n+++ b/kernels/aiv/x.cpp\n@@ -0,0 +1,2 @@\n+a\n+b\n"},
    {"binary_new", std::nullopt, std::string("\0", 1), "Binary files /dev/null and b/kernels/aiv/x.cpp differ\n"},
    {"binary", "a\n", std::string("a\0b", 3), "Binary files a/kernels/aiv/x.cpp and b/kernels/aiv/x.cpp differ\n"},
    {"binary_deleted", std::string("\0", 1), std::nullopt, "Binary files a/kernels/aiv/x.cpp and /dev/null differ\n"},
    {"moved_block", "1\n2\n3\n4\n", "3\n4\n1\n2\n", kNames + "@@ -1,4 +1,4 @@\n-1\n-2\n 3\n 4\n+1\n+2\n"},
};

class PatchTextTest : public testing::TestWithParam<Case> {};

TEST_P(PatchTextTest, IsTheWholeText) {
    const Case& tested = GetParam();
    EXPECT_EQ(MakePatch({"kernels/aiv/x.cpp", tested.compiled, tested.now}, PatchStyle::kPlain).text, tested.patch);
}

INSTANTIATE_TEST_SUITE_P(All, PatchTextTest, testing::ValuesIn(kCases),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(PatchText, CountsLines) {
    const LineCounts lines = MakePatch({"x", "a\nb\nc\n", "a\nB\nC\nc\n"}, PatchStyle::kPlain).lines;
    EXPECT_EQ(lines.added, 2U);
    EXPECT_EQ(lines.removed, 1U);
    EXPECT_FALSE(lines.binary);
    EXPECT_TRUE(MakePatch({"x", std::string("\0", 1), "a"}, PatchStyle::kPlain).lines.binary);
}

TEST(PatchText, ColoursEndWithTheirLine) {
    EXPECT_EQ(MakePatch({"x", "a\nb\n", "a\nc\n"}, PatchStyle::kColoured).text,
              "\033[1m--- a/x\033[m\n\033[1m+++ b/x\033[m\n\033[36m@@ -1,2 +1,2 @@\033[m\n"
              " a\n\033[31m-b\033[m\n\033[32m+c\033[m\n");
    EXPECT_EQ(MakePatch({"x", std::string("\0", 1), "a"}, PatchStyle::kColoured).text,
              "\033[1mBinary files a/x and b/x differ\033[m\n");
}

TEST(PatchText, NamesThatAPatchProgramWouldMisreadAreMarked) {
    const auto first_line = [](const std::string& path) {
        const std::string text = MakePatch({path, "a\n", "b\n"}, PatchStyle::kPlain).text;
        return text.substr(0, text.find('\n'));
    };
    EXPECT_EQ(first_line("odd $name #1.cpp"), "--- a/odd $name #1.cpp\t");
    EXPECT_EQ(first_line("a\"b\\c\td.cpp"), "--- \"a/a\\\"b\\\\c\\011d.cpp\"");
    EXPECT_EQ(first_line("\xc3\xbcml.cpp"), "--- a/\xc3\xbcml.cpp");
}

}  // namespace
}  // namespace pto::gen
