#include "base/left_overs.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temp_space.h"

namespace pto {
namespace {

using ::testing::ElementsAre;
using ::testing::MatchesRegex;

// The number of a process that is no more.
std::string DeadProcess() {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    return std::to_string(child);
}

TEST(TemporaryName, IsHiddenBesideItsTargetAndNeverTheSame) {
    const std::string end = "\\.pto-ninja-" + std::to_string(getpid()) + "-[0-9]+";
    EXPECT_THAT(TemporaryName("a/b/kernel.cpp"), MatchesRegex("a/b/\\.kernel\\.cpp" + end));
    EXPECT_THAT(TemporaryName("plain"), MatchesRegex("\\.plain" + end));
    EXPECT_THAT(TemporaryName("/x"), MatchesRegex("/\\.x" + end));
    EXPECT_NE(TemporaryName("plain"), TemporaryName("plain"));
    EXPECT_LE(TemporaryName(std::string(255, 'n')).size(), 255U);
    // Cut between characters of two bytes: 200 bytes are 100 of them, 199 none and a half more.
    std::string umlauts = "n";
    for (int i = 0; i < 127; ++i) umlauts += "\xc3\xbc";
    EXPECT_EQ(TemporaryName(umlauts).substr(0, 201), "." + umlauts.substr(0, 199) + ".");
}

TEST(IsLeftOver, IsANameOfOursWhoseProcessIsGone) {
    const std::string dead = DeadProcess();
    EXPECT_TRUE(IsLeftOver(".kernel.cpp.pto-ninja-" + dead + "-1"));
    EXPECT_TRUE(IsLeftOver("..hidden.pto-ninja-" + dead + "-17"));
    EXPECT_TRUE(IsLeftOver(".unit.pto-ninja-" + dead + "-1.cpp"));
    EXPECT_FALSE(IsLeftOver(TemporaryName("kernel.cpp"))) << "its process is this one";
    EXPECT_FALSE(IsLeftOver(".kernel.cpp.pto-ninja-1-1")) << "process 1 is always there, whosever it is";
    for (const std::string& name :
         {std::string("kernel.cpp"), "kernel.cpp.pto-ninja-" + dead + "-1", ".pto-ninja-" + dead + "-1",
          ".k.pto-ninja-" + dead, ".k.pto-ninja-" + dead + "-", ".k.pto-ninja-" + dead + "-1x",
          ".k.pto-ninja-x" + dead + "-1", ".k.pto-ninja--" + dead + "-1", std::string(".k.pto-ninja-0-1"),
          std::string(".k.pto-ninja-99999999999999999999-1"), std::string()}) {
        EXPECT_FALSE(IsLeftOver(name)) << name;
    }
}

TEST(RemoveLeftOvers, TakesThoseOfOneDirectoryOrOfAllBelow) {
    const test::TempSpace space;
    const std::string left_over = ".f.pto-ninja-" + DeadProcess() + "-1";
    for (const char* directory : {"d/", "d/a/", "d/a/b/", "elsewhere/"}) {
        space.Write(directory + left_over, "half");
        space.Write(std::string(directory) + "f", "whole");
    }
    ASSERT_EQ(symlink("../elsewhere", space.Path("d/link").c_str()), 0);
    RemoveLeftOvers(space.Path("d"));
    EXPECT_THAT(space.Files(), ElementsAre("d/a/" + left_over, "d/a/b/" + left_over, "d/a/b/f", "d/a/f", "d/f",
                                           "elsewhere/" + left_over, "elsewhere/f"));
    RemoveLeftOversBelow(space.Path("d"));
    EXPECT_THAT(space.Files(), ElementsAre("d/a/b/f", "d/a/f", "d/f", "elsewhere/" + left_over, "elsewhere/f"));
    RemoveLeftOversBelow(space.Path("nothing"));
}

}  // namespace
}  // namespace pto
