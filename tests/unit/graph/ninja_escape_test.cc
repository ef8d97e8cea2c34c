#include "generator/graph/ninja_escape.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/process.h"
#include "tests/support/error_of.h"

namespace pto::gen {
namespace {

using test::ErrorOf;

TEST(NinjaEscape, Path) {
    const std::pair<const char*, const char*> cases[] = {
        {"", ""},
        {"kernels/aiv/a.cpp", "kernels/aiv/a.cpp"},
        {"a b", "a$ b"},
        {"$", "$$"},
        {"C:/x", "C$:/x"},
        {" $:$ ", "$ $$$:$$$ "},
        {"#'&;\"\\*?~\t", "#'&;\"\\*?~\t"},
        {"\xc3\xa4", "\xc3\xa4"},
    };
    for (const auto& [raw, escaped] : cases) EXPECT_EQ(EscapePath(raw), escaped);
}

TEST(NinjaEscape, Value) {
    EXPECT_EQ(EscapeValue(""), "");
    EXPECT_EQ(EscapeValue("a b:c|d #e"), "a b:c|d #e");
    EXPECT_EQ(EscapeValue("$in $$"), "$$in $$$$");
}

TEST(NinjaEscape, WhatNinjaCannotHoldIsRefused) {
    const std::string rest = ", which a ninja file cannot hold; rename the file";
    EXPECT_EQ(ErrorOf([] { EscapePath("a|b"); }), "'a|b' contains '|'" + rest);
    EXPECT_EQ(ErrorOf([] { EscapePath("a\nb"); }), "'a b' contains a line break" + rest);
    EXPECT_EQ(ErrorOf([] { EscapePath("a\rb|"); }), "'a b|' contains a line break" + rest);
    EXPECT_EQ(ErrorOf([] { EscapeValue("a\nb"); }), "'a b' contains a line break" + rest);
    EXPECT_EQ(ErrorOf([] { CommandWord("a\nb"); }), "''a b'' contains a line break" + rest);
    EXPECT_EQ(ErrorOf([] { EscapeDepfilePath("a\nb"); }), "'a b' contains a line break" + rest);
    EXPECT_EQ(ErrorOf([] { EscapeValue("a|b"); }), "no error");
}

TEST(NinjaEscape, ShellWordQuotesOnlyWhatNeedsIt) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "''"},
        {"-O2", "-O2"},
        {"-DA=1,2:3+4@5%", "-DA=1,2:3+4@5%"},
        {"a b", "'a b'"},
        {"it's", "'it'\\''s'"},
        {"'", "''\\'''"},
        {"$HOME", "'$HOME'"},
        {"~", "'~'"},
        {"a;b", "'a;b'"},
        {"\xc3\xa4", "'\xc3\xa4'"},
        {"a\\b", "'a\\b'"},
    };
    for (const auto& [raw, quoted] : cases) EXPECT_EQ(ShellWord(raw), quoted);
}

// Every byte, inside and at the end of a word, must come out of a real shell as it went in.
TEST(NinjaEscape, ShellWordSurvivesTheShell) {
    std::string script = "printf '%s\\n\\n'";
    std::string expected;
    for (int byte = 1; byte < 256; ++byte) {
        const std::string word = std::string("a") + static_cast<char>(byte) + "b" + static_cast<char>(byte);
        script += " " + ShellWord(word);
        expected += word + "\n\n";
    }
    ProcessOptions options;
    options.arguments = {"/bin/sh", "-c", script};
    EXPECT_EQ(RunProcess(options).out, expected);
}

TEST(NinjaEscape, CommandWords) {
    EXPECT_EQ(CommandWords({}), "");
    EXPECT_EQ(CommandWords({"-I/a b", "-DX=$y", "", "plain"}), "'-I/a b' '-DX=$$y' '' plain");
    EXPECT_EQ(CommandWord("a$b c"), "'a$$b c'");
}

TEST(NinjaEscape, DepfilePath) {
    const std::pair<const char*, const char*> cases[] = {
        {"", ""},           {"a/b.h", "a/b.h"},       {"a b", "a\\ b"},
        {"a#b", "a\\#b"},   {"a$b", "a$$b"},          {"a:b", "a:b"},
        {"a\\b", "a\\b"},   {"a\\ b", "a\\\\\\ b"},   {"a\\#b", "a\\\\#b"},
        {"a\tb", "a\\\tb"}, {"\xc3\xa4", "\xc3\xa4"},
    };
    for (const auto& [raw, escaped] : cases) EXPECT_EQ(EscapeDepfilePath(raw), escaped);
}

}  // namespace
}  // namespace pto::gen
