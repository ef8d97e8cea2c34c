#include "generator/python/statement_lexer.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

// "line:indent:token token ..." per statement.
std::vector<std::string> Shape(const std::string& text) {
    const std::optional<std::vector<PyLine>> lines = LexPython(text);
    if (!lines) return {"no Python"};
    std::vector<std::string> shapes;
    for (const PyLine& line : *lines) {
        std::string shape = std::to_string(line.line()) + ":" + std::to_string(line.indent) + ":";
        for (const PyToken& token : line.tokens) shape += " " + token.text;
        shapes.push_back(shape);
    }
    return shapes;
}

using Shapes = std::vector<std::string>;

TEST(StatementLexer, CutsStatements) {
    EXPECT_EQ(Shape("a = 1  # note\n\n\n    b = [1,\n 2]; c = 3\n\tif x: y\n"),
              (Shapes{"1:0: a = 1", "4:1: b = [ 1 , 2 ]", "5:1: c = 3", "6:2: if x : y"}));
    EXPECT_EQ(Shape("a = \\\n  1"), (Shapes{"1:0: a = 1"}));
    EXPECT_EQ(Shape(""), Shapes{});
    EXPECT_EQ(Shape("a\r\nb\r\n"), (Shapes{"1:0: a", "2:0: b"}));
}

TEST(StatementLexer, TellsOperatorsAndNumbersApart) {
    EXPECT_EQ(Shape("x == -1e-5 ** .5 += 0x1e-3 //= a.b"), (Shapes{"1:0: x == - 1e-5 ** .5 += 0x1e - 3 //= a . b"}));
}

TEST(StatementLexer, KeepsStringsWhole) {
    EXPECT_EQ(Shape("x = '#[' + \"it's\"\n"), (Shapes{"1:0: x = '#[' + \"it's\""}));
    EXPECT_EQ(Shape("'''two\nlines'''\ny"), (Shapes{"1:0: '''two\nlines'''", "3:0: y"}));
    EXPECT_EQ(Shape("x = 'a\\\nb'\ny"), (Shapes{"1:0: x = 'a\\\nb'", "3:0: y"}));
    EXPECT_EQ(Shape("größe = 1"), (Shapes{"1:0: größe = 1"}));
}

TEST(StatementLexer, DecodesPlainStringsOnly) {
    const auto value = [](const std::string& text) { return (*LexPython(text))[0].tokens[0].value; };
    EXPECT_EQ(value("'a\\\\b\\'c\\n'"), "a\\b'c\n");
    EXPECT_EQ(value("r'a\\b'"), "a\\b");
    EXPECT_EQ(value("\"\"\"x\"\"\""), "x");
    EXPECT_EQ(value("u''"), "");
    EXPECT_EQ(value("f'{x}'"), std::nullopt);
    EXPECT_EQ(value("b'x'"), std::nullopt);
    EXPECT_EQ(value("'\\x41'"), "A");
    EXPECT_EQ(value("'\\N{BULLET}'"), std::nullopt);
}

TEST(StatementLexer, NoticesWhatIsNoPython) {
    for (const char* text :
         {"x = (1", "x = 'abc\n'", "'''abc", "'abc\\", "x = [1)\n  (", "\"\"\"\\", "x = ?", "if x:\n  y\n z"}) {
        EXPECT_EQ(Shape(text), Shapes{"no Python"}) << text;
    }
}

}  // namespace
}  // namespace pto::gen
