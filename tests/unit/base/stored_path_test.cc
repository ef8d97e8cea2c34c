#include "base/stored_path.h"

#include <gtest/gtest.h>

namespace pto {
namespace {

TEST(StoredPath, PathsBelowTheDirectory) {
    for (const char* path :
         {"golden.py", "kernels/aiv/a b.cpp", ".pto-ninja/v/k.so", "odd $name #1.cpp", "..x/...", "\xe4\xb8\xad.cpp"}) {
        EXPECT_EQ(StoredPathProblem(path), "") << path;
    }
    EXPECT_EQ(StoredPathProblem(std::string(255, 'n')), "");
}

TEST(StoredPath, SaysWhatIsWrong) {
    for (const char* path : {"../x", "/x", "/", "a/../../x", "a/..", "..", "//x", "a/../b"}) {
        EXPECT_EQ(StoredPathProblem(path), "leads out of the directory") << path;
    }
    EXPECT_EQ(StoredPathProblem(""), "is empty");
    for (const char* path : {"a\\b", "..\\x", "C:\\x"}) EXPECT_EQ(StoredPathProblem(path), "has a backslash") << path;
    for (const char* path : {".", "./a", "a//b", "a/", "a/./b"}) {
        EXPECT_EQ(StoredPathProblem(path), "is no plain path") << path;
    }
    EXPECT_EQ(StoredPathProblem(std::string("a\0b", 3)), "has a control character");
    EXPECT_EQ(StoredPathProblem("a\nb"), "has a control character");
    EXPECT_EQ(StoredPathProblem("a\x1b[2J"), "has a control character");
    EXPECT_EQ(StoredPathProblem(std::string(256, 'n')), "is too long");
    std::string deep = "a";
    while (deep.size() <= 4096) deep += "/a";
    EXPECT_EQ(StoredPathProblem(deep), "is too long");
}

TEST(StoredPath, IsShownOnOneLine) {
    EXPECT_EQ(QuotedPath("a b"), "'a b'");
    EXPECT_EQ(QuotedPath(std::string("a\0b\n\x1b\x7f", 6)), "'a?b" + std::string(3, '?') + "'");
    EXPECT_EQ(QuotedPath(std::string(201, 'n')), "'" + std::string(200, 'n') + "...'");
}

}  // namespace
}  // namespace pto
