#include "base/error.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace pto {
namespace {

TEST(Error, TextHoldsPlaceMessageRemedyAndCaret) {
    struct Case {
        Place place;
        const char* what;
        const char* remedy;
        const char* text;
    };
    const Case cases[] = {
        {{}, "found this", "", "found this"},
        {{}, "found this", "do that", "found this; do that"},
        {{"a.py", 0, 0, {}}, "found this", "", "a.py: found this"},
        {{"a.py", 3, 0, {}}, "found this", "do that", "a.py:3: found this; do that"},
        {{"a.py", 3, 7, {}}, "found this", "", "a.py:3:7: found this"},
        // A column means nothing without its line.
        {{"a.py", 0, 7, {}}, "found this", "", "a.py: found this"},
        {{"a.py", 3, 1, "x = 1"}, "found this", "", "a.py:3:1: found this\n    x = 1\n    ^"},
        {{"a.py", 3, 5, "x = 1"}, "found this", "do that", "a.py:3:5: found this; do that\n    x = 1\n        ^"},
        {{"a.py", 3, 4, "\t\tx"}, "found this", "", "a.py:3:4: found this\n    \t\tx\n    \t\t ^"},
        // Past the end: right behind the last character.
        {{"a.py", 3, 99, "ab"}, "found this", "", "a.py:3:99: found this\n    ab\n      ^"},
        {{"a.py", 3, 0, "ab"}, "found this", "", "a.py:3: found this\n    ab\n    ^"},
    };
    for (const Case& c : cases) {
        const Error error(ErrorKind::kInput, c.place, c.what, c.remedy);
        EXPECT_STREQ(error.what(), c.text);
        EXPECT_EQ(error.message(), c.what);
        EXPECT_EQ(error.remedy(), c.remedy);
        EXPECT_EQ(error.place().file, c.place.file);
    }
}

TEST(Error, CopyKeepsItsText) {
    const Error original(ErrorKind::kUsage, "no such flag '--x'", "see --help");
    const Error copy = original;
    EXPECT_STREQ(copy.what(), "no such flag '--x'; see --help");
    EXPECT_EQ(copy.kind(), ErrorKind::kUsage);
}

TEST(Error, ExitCodesAndWords) {
    EXPECT_EQ(ExitCode(ErrorKind::kMismatch), 1);
    EXPECT_EQ(ExitCode(ErrorKind::kUsage), 2);
    EXPECT_EQ(ExitCode(ErrorKind::kInput), 2);
    EXPECT_EQ(ExitCode(ErrorKind::kToolchain), 3);
    EXPECT_EQ(ExitWord(0), "passed");
    EXPECT_EQ(ExitWord(1), "mismatch");
    EXPECT_EQ(ExitWord(2), "input");
    EXPECT_EQ(ExitWord(3), "infrastructure");
    EXPECT_EQ(ExitWord(-1), "infrastructure");
    EXPECT_EQ(ExitWord(130), "infrastructure");
}

TEST(Error, ThrowInputNamesTheFile) {
    try {
        ThrowInput("kernel_config.py", "is empty", "compile the program again");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "kernel_config.py: is empty; compile the program again");
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
    }
}

TEST(Error, ThrowSystemPutsTheSystemTextLast) {
    try {
        ThrowSystem(ErrorKind::kToolchain, "/dev/davinci0", "cannot be opened", EACCES);
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "/dev/davinci0: cannot be opened: Permission denied");
        EXPECT_EQ(error.kind(), ErrorKind::kToolchain);
    }
}

// Files hold anything, and their words are quoted.
TEST(ThrowInput, IsOneLineWhateverAFileSays) {
    const auto text = [](const std::string& what) -> std::string {
        try {
            ThrowInput("f", what, "look");
        } catch (const Error& error) {
            return error.what();
        }
    };
    EXPECT_EQ(text(std::string("a\n\x1b[2Jb\0c\x7f\td", 12)), "f: a??[2Jb?c?\td; look");
    EXPECT_EQ(text(std::string(4001, 'x')), "f: " + std::string(4000, 'x') + "...; look");
}

}  // namespace
}  // namespace pto
