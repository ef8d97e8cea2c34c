#include "generator/toolchain/program_identity.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "generator/toolchain/toolchain_probe.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

TEST(ProgramIdentity, BinaryIsItsFile) {
    const std::string identity = ProgramIdentity("/bin/sh", 1);
    EXPECT_EQ(identity, ProgramIdentity("/bin/sh", 2));
    EXPECT_EQ(identity.front(), '/');
    EXPECT_EQ(ProgramIdentity("no-such-compiler", 1), "no-such-compiler not found");
}

TEST(ProgramIdentity, SameUnderALink) {
    const test::TempSpace space;
    test::EnvironmentVariable path("PATH", (space.Root() + ":/usr/bin:/bin").c_str());
    EXPECT_EQ(symlink("/bin/sh", space.Path("g++-15").c_str()), 0);
    EXPECT_EQ(ProgramIdentity("g++-15", 1), ProgramIdentity("/bin/sh", 1));
}

// A script stands for another program, which may change while the script does not.
TEST(ProgramIdentity, ScriptIsWhatItSaysOfItself) {
    const test::TempSpace space;
    space.WriteProgram("cxx", "#!/bin/sh\necho my compiler 13.2\n");
    EXPECT_EQ(ProgramIdentity(space.Path("cxx"), 1), ProgramIdentity(space.Path("cxx"), 2));
    EXPECT_NE(ProgramIdentity(space.Path("cxx"), 1).find("my compiler 13.2"), std::string::npos);
}

TEST(ProgramIdentity, UnidentifiedScriptIsNeverTheSame) {
    const test::TempSpace space;
    space.WriteProgram("cxx", "#!/bin/sh\nexit 1\n");
    EXPECT_NE(ProgramIdentity(space.Path("cxx"), 1), ProgramIdentity(space.Path("cxx"), 2));
}

TEST(CompilerMajor, FromTheFirstLine) {
    const std::pair<const char*, int> cases[] = {
        {"g++ (Debian 12.2.0-14+deb12u1) 12.2.0", 12},
        {"g++-15 (GCC) 15.0.1 20250301 (experimental)", 15},
        {"g++ (Ubuntu 13.2.0-4ubuntu3) 13.2.0", 13},
        {"Debian clang version 19.1.7 (3~deb12u1)", 19},
        {"clang version 17.0.6", 17},
        {"Ubuntu clang version 18.1.3-1ubuntu1", 18},
        {"Apple clang version 15.0.0 (clang-1500.3.9.4)", 15},
        {"some compiler", 0},
        {"", 0},
    };
    for (const auto& [line, major] : cases) EXPECT_EQ(CompilerMajor(line), major) << line;
}

}  // namespace
}  // namespace pto::gen
