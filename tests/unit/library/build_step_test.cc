#include "library/build_step.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/support/temp_space.h"

namespace pto::lib {
namespace {

TEST(BuildStep, TheFirstErrorIsQuoted) {
    EXPECT_EQ(FirstError("[1/2] compile a.cpp\nFAILED: a.so\na.cpp:3:1: error: no\na.cpp:4:1: error: never\n"),
              "a.cpp:3:1: error: no");
    EXPECT_EQ(FirstError("FAILED: x\npto-ninja: error: a.pto:2: ptoas says no; mend it\nninja: stopped\n"),
              "a.pto:2: ptoas says no; mend it");
    EXPECT_EQ(FirstError("ninja: entering\n  ninja: no work\n\n"), "ninja: no work");
    EXPECT_EQ(FirstError(""), "it printed nothing");
}

TEST(BuildStep, ToolsLieTogetherOrInPath) {
    test::TempSpace space;
    space.WriteProgram("bin/pto-ninja", "#!/bin/sh\n");
    space.WriteProgram("bin/pto-replay", "#!/bin/sh\n");
    space.WriteProgram("path/pto-replay", "#!/bin/sh\n");
    const test::EnvironmentVariable path("PATH", space.Path("path").c_str());
    EXPECT_EQ(ToolPath(space.Path("bin/pto-ninja"), "pto-ninja"), space.Path("bin/pto-ninja"));
    EXPECT_EQ(ToolPath(space.Path("bin/pto-ninja"), "pto-replay"), space.Path("bin/pto-replay"));
    EXPECT_EQ(ToolPath("", "pto-replay"), space.Path("path/pto-replay"));
    EXPECT_EQ(ToolPath(space.Path("gone/pto-ninja"), "pto-replay"), space.Path("path/pto-replay"));
    try {
        ToolPath("", "pto-ninja");
        FAIL() << "found";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kToolchain);
        EXPECT_STREQ(error.what(),
                     "'pto-ninja' is not in PATH; install pto-ninja, or name it with BuildOptions::pto_ninja");
    }
}

// Stands for pto-ninja and answers with what it was told.
TEST(BuildStep, AFailedGenerationIsTheErrorThatItPrinted) {
    test::TempSpace space;
    space.WriteProgram("pto-ninja",
                       "#!/bin/sh\necho 'pto-ninja: warning: odd' >&2\n"
                       "echo \"pto-ninja: error: d: told '$*'; mend it\" >&2\nexit 2\n");
    BuildOptions options;
    options.pto_ninja = space.Path("pto-ninja");
    std::string printed;
    options.print = [&](std::string_view text) { printed += text; };
    try {
        GenerateIfNeeded(RealFileSystem(), space.Path("d"), {"a5sim", {2, 0}}, options);
        FAIL() << "generated";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
        EXPECT_EQ(std::string(error.what()),
                  "d: told 'generate --quiet --keep-flags --platform a5sim --device-ids 2,0 " + space.Path("d") +
                      "'; mend it");
    }
    EXPECT_THAT(printed, testing::StartsWith("pto-ninja: warning: odd\npto-ninja: error: d: told"));
}

}  // namespace
}  // namespace pto::lib
