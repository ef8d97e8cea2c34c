#include "generator/ide/jsonc.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

std::string Values(const std::string& text) {
    const std::optional<JsoncNode> node = ParseJsonc(text);
    return node ? JsoncValue(*node, text).dump() : "none";
}

TEST(Jsonc, CommentsAndTrailingCommasAreNoValues) {
    EXPECT_EQ(Values(R"( // first
{ "a": 1, /* two
lines */ "b": ["x // no comment", -2.5e3, true, null,], // end
  "c": {},
} // last)"),
              R"({"a":1,"b":["x // no comment",-2500.0,true,null],"c":{}})");
    EXPECT_EQ(Values("\"a \\\" \\\\\""), R"("a \" \\")");
    EXPECT_EQ(Values("[]"), "[]");
    EXPECT_EQ(Values("{\"k\\u0065y\": 1}"), R"({"key":1})");
}

TEST(Jsonc, WhatIsNoValueGivesNone) {
    for (const char* text : {"",
                             "  // only a comment",
                             "{",
                             "[1, 2",
                             "{\"a\" 1}",
                             "{a: 1}",
                             "[1 2]",
                             "[,]",
                             "{,}",
                             "[1,,2]",
                             "nul",
                             "1 2",
                             "{} {}",
                             "\"open",
                             "\"end\\",
                             "/* open",
                             "[1 /* open ]",
                             "{\"a\": }",
                             "[01]",
                             "'single'",
                             "{\"a\": 1]"}) {
        EXPECT_EQ(Values(text), "none") << text;
    }
    EXPECT_EQ(Values(std::string(100000, '[')), "none") << "and no stack is left over";
}

TEST(Jsonc, NodesLieWhereTheirTextIs) {
    const std::string text = R"({"a": [ {"b": 1} , 22 ], "a": "last"})";
    const std::optional<JsoncNode> node = ParseJsonc(text);
    ASSERT_TRUE(node);
    const JsoncNode& list = node->children[0];
    const auto shown = [&text](const JsoncNode& part) { return text.substr(part.begin, part.end - part.begin); };
    EXPECT_EQ(shown(list), R"([ {"b": 1} , 22 ])");
    EXPECT_EQ(shown(list.children[0]), R"({"b": 1})");
    EXPECT_EQ(shown(list.children[1]), "22");
    EXPECT_FALSE(list.comma_at_end);
    EXPECT_EQ(shown(*node->Find("a")), "\"last\"") << "the last of equal keys counts";
    EXPECT_EQ(node->Find("b"), nullptr);
    EXPECT_EQ(list.Find("b"), nullptr);
}

}  // namespace
}  // namespace pto::gen
