#include "base/text.h"

#include <gtest/gtest.h>

namespace pto {
namespace {

using Views = std::vector<std::string_view>;
using Strings = std::vector<std::string>;

TEST(Text, Trim) {
    EXPECT_EQ(Trim(""), "");
    EXPECT_EQ(Trim(" \t\r\n\v\f"), "");
    EXPECT_EQ(Trim("a"), "a");
    EXPECT_EQ(Trim("  a b\t\r\n"), "a b");
    EXPECT_EQ(Trim("\xc2\xa0x"), "\xc2\xa0x") << "only ASCII blanks count";
}

TEST(Text, SplitKeepsEmptyParts) {
    EXPECT_EQ(Split("", ','), Views{""});
    EXPECT_EQ(Split("a", ','), Views{"a"});
    EXPECT_EQ(Split(",", ','), (Views{"", ""}));
    EXPECT_EQ(Split("a,,b,", ','), (Views{"a", "", "b", ""}));
}

TEST(Text, Join) {
    EXPECT_EQ(Join({}, ", "), "");
    EXPECT_EQ(Join({"a"}, ", "), "a");
    EXPECT_EQ(Join({"a", "", "b"}, ", "), "a, , b");
}

TEST(Text, Lines) {
    EXPECT_EQ(Lines(""), Views{});
    EXPECT_EQ(Lines("\n"), Views{""});
    EXPECT_EQ(Lines("a"), Views{"a"});
    EXPECT_EQ(Lines("a\n"), Views{"a"});
    EXPECT_EQ(Lines("a\n\nb"), (Views{"a", "", "b"}));
    EXPECT_EQ(Lines("a\r\nb\r\n"), (Views{"a", "b"}));
    EXPECT_EQ(Lines("\r\n"), Views{""});
    EXPECT_EQ(Lines("a\rb\r\r\n"), Views{"a\rb\r"}) << "only the carriage return of the line end goes";
    EXPECT_EQ(Lines("last\r"), Views{"last"});
}

TEST(Text, LineColumnAt) {
    const std::string_view text = "ab\n\ncd";
    const int expected[][2] = {{1, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 1}, {3, 2}, {3, 3}};
    for (size_t offset = 0; offset < 7; ++offset) {
        EXPECT_EQ(LineColumnAt(text, offset).line, expected[offset][0]) << offset;
        EXPECT_EQ(LineColumnAt(text, offset).column, expected[offset][1]) << offset;
    }
    EXPECT_EQ(LineColumnAt(text, 1000).column, 3) << "past the end is the end";
    EXPECT_EQ(LineColumnAt("", 5).line, 1);
    EXPECT_EQ(LineColumnAt("\xc3\xa4x", 2).column, 3) << "columns are bytes";
}

TEST(Text, LineAt) {
    const std::string_view text = "one\r\ntwo\n\nfour";
    EXPECT_EQ(LineAt(text, 1), "one");
    EXPECT_EQ(LineAt(text, 2), "two");
    EXPECT_EQ(LineAt(text, 3), "");
    EXPECT_EQ(LineAt(text, 4), "four");
    EXPECT_EQ(LineAt(text, 5), "");
    EXPECT_EQ(LineAt(text, 1000), "");
    EXPECT_EQ(LineAt("", 1), "");
}

TEST(Text, EditDistance) {
    struct Case {
        const char* a;
        const char* b;
        int distance;
    };
    const Case cases[] = {{"", "", 0},      {"", "abc", 3},     {"abc", "abc", 0},         {"abc", "abd", 1},
                          {"abc", "ab", 1}, {"ab", "ba", 1},    {"abcd", "acbd", 1},       {"kitten", "sitting", 3},
                          {"ca", "abc", 3}, {"a", "b", 1},      {"a2a3sim", "a2a3smi", 1}, {"a2a3", "a5", 3},
                          {"ab", "ab ", 1}, {"Vadd", "vadd", 1}};
    for (const Case& c : cases) {
        EXPECT_EQ(EditDistance(c.a, c.b), c.distance) << c.a << " / " << c.b;
        EXPECT_EQ(EditDistance(c.b, c.a), c.distance) << c.b << " / " << c.a;
    }
}

TEST(Text, ClosestMatchStaysWithinAThird) {
    const Strings platforms = {"a2a3sim", "a2a3", "a5sim", "a5"};
    EXPECT_EQ(ClosestMatch("a2a3sin", platforms), "a2a3sim");
    EXPECT_EQ(ClosestMatch("A5", platforms), "a5");
    EXPECT_EQ(ClosestMatch("a6", platforms), "");
    EXPECT_EQ(ClosestMatch("a6sim", platforms), "") << "another chip";
    EXPECT_EQ(ClosestMatch("a2a3simm", platforms), "a2a3sim");
    EXPECT_EQ(ClosestMatch("bfloat61", {"bfloat16"}), "bfloat16") << "swapped";
    EXPECT_EQ(ClosestMatch("fp6", {"fp4", "fp8"}), "");
    EXPECT_EQ(ClosestMatch("Ot", {"In", "Out"}), "Out");
    EXPECT_EQ(ClosestMatch("ascend910b", platforms), "");
    EXPECT_EQ(ClosestMatch("abc", {"xyz"}), "");
    EXPECT_EQ(ClosestMatch("abc", {}), "");
    EXPECT_EQ(ClosestMatch("abcdef", {"abcxyz", "abcdxy"}), "abcdxy");
    EXPECT_EQ(ClosestMatch("aaa", {"aab", "aac"}), "aab") << "of equals the first";
}

TEST(Text, DidYouMean) {
    EXPECT_EQ(DidYouMean("replya", {"replay", "run"}), "did you mean 'replay'?");
    EXPECT_EQ(DidYouMean("zzz", {"replay", "run"}), "");
}

TEST(Text, QuotedList) {
    EXPECT_EQ(QuotedList({}), "");
    EXPECT_EQ(QuotedList({"a"}), "'a'");
    EXPECT_EQ(QuotedList({"a", "b"}), "'a' and 'b'");
    EXPECT_EQ(QuotedList({"a", "b", "c"}), "'a', 'b' and 'c'");
}

TEST(Text, Count) {
    EXPECT_EQ(Count(0, "kernel"), "0 kernels");
    EXPECT_EQ(Count(1, "kernel"), "1 kernel");
    EXPECT_EQ(Count(2, "kernel"), "2 kernels");
    EXPECT_EQ(Count(1, "entry", "entries"), "1 entry");
    EXPECT_EQ(Count(18446744073709551615u, "entry", "entries"), "18446744073709551615 entries");
}

TEST(Text, ValidUtf8KeepsCharactersAndMarksOtherBytes) {
    const std::string mark = "\xef\xbf\xbd";
    const std::pair<std::string, std::string> cases[] = {
        {"", ""},
        {"plain\n", "plain\n"},
        {"\xc3\xbc\xe4\xb8\xad\xf0\x9f\x98\x80", "\xc3\xbc\xe4\xb8\xad\xf0\x9f\x98\x80"},
        {"a\xfcz", "a" + mark + "z"},
        {"\xc3", mark},
        {"\xe4\xb8", mark + mark},
        {"\xc0\xaf", mark + mark},                        // overlong
        {"\xe0\x9f\xbf", mark + mark + mark},             // overlong
        {"\xed\xa0\x80", mark + mark + mark},             // a surrogate
        {"\xf4\x90\x80\x80", mark + mark + mark + mark},  // behind the last
        {"\xf8\x88\x80\x80", mark + mark + mark + mark},
        {"\xbf", mark},
    };
    for (const auto& [text, valid] : cases) EXPECT_EQ(ValidUtf8(text), valid) << text;
}

TEST(Text, CutUtf8LeavesNoHalfCharacter) {
    EXPECT_EQ(CutUtf8("abc", 3), "abc");
    EXPECT_EQ(CutUtf8("abc", 2), "ab");
    EXPECT_EQ(CutUtf8("a\xc3\xbc", 2), "a");
    EXPECT_EQ(CutUtf8("\xe4\xb8\xad!", 3), "\xe4\xb8\xad");
    EXPECT_EQ(CutUtf8("\xe4\xb8\xad!", 2), "");
}

TEST(Text, ExactLinesKeepCarriageReturns) {
    EXPECT_EQ(ExactLines("a\r\nb\r"), (std::vector<std::string_view>{"a\r", "b\r"}));
    EXPECT_EQ(ExactLines("\n"), (std::vector<std::string_view>{""}));
    EXPECT_EQ(ExactLines(""), std::vector<std::string_view>{});
}

}  // namespace
}  // namespace pto
