#include "generator/baseline/unified_diff.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

TEST(UnifiedDiff, OfEqualTextsIsEmpty) {
    EXPECT_EQ(UnifiedHunks("", ""), "");
    EXPECT_EQ(UnifiedHunks("a\nb", "a\nb"), "");
}

TEST(UnifiedDiff, HasNoNames) {
    EXPECT_EQ(UnifiedHunks("a\nb\n", "a\nc"), "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n");
    EXPECT_EQ(UnifiedHunks("--- a\n+++ b\n", "--- a\n"), "@@ -1,2 +1 @@\n --- a\n-+++ b\n");
}

TEST(UnifiedDiff, TakesAnyBytesForLines) {
    EXPECT_EQ(UnifiedHunks("\xff\r\n", std::string("\0\n", 2)), std::string("@@ -1 +1 @@\n-\xff\r\n+\0\n", 19));
    const std::string large(3 << 20, 'x');
    EXPECT_EQ(UnifiedHunks(large, large + "y"), "@@ -1 +1 @@\n-" + large + "\n\\ No newline at end of file\n+" + large +
                                                    "y\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, MessagesAreEnglish) {
    setenv("LANGUAGE", "de", 1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    EXPECT_EQ(UnifiedHunks("a", "a\n"), "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
    unsetenv("LANGUAGE");
    unsetenv("LC_ALL");
}

TEST(UnifiedDiff, WithoutTheProgramSaysWhatToInstall) {
    const test::TempSpace space;
    const std::string path = std::getenv("PATH");
    std::string message;
    const auto fails = [&] {
        try {
            UnifiedHunks("a", "b");
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::kToolchain);
            message = error.what();
        }
        return message;
    };
    setenv("PATH", space.Root().c_str(), 1);
    EXPECT_EQ(fails(), "'diff' is not in PATH; install diffutils");
    space.WriteProgram("diff", "#!/bin/sh\necho 'diff: no memory' >&2\nexit 2\n");
    setenv("PATH", (space.Root() + ":" + path).c_str(), 1);
    EXPECT_EQ(fails(), "'diff' failed: diff: no memory; check the diffutils of this machine");
    setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace pto::gen
