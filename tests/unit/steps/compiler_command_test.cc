#include "generator/steps/compiler_command.h"

#include <gmock/gmock.h>

namespace pto::gen {
namespace {

using testing::ElementsAre;

CompileOptions Options() {
    CompileOptions options;
    options.source = "k.cpp";
    options.object = "k.so";
    options.command = {"g++", "-shared", "-O2", "-Wl,--build-id=sha1", "common.o", "-ldl"};
    options.include_if_missing = {"runtime.h"};
    return options;
}

TEST(CompilerCommand, CompilesAndLinksAtOnceWithoutALauncher) {
    EXPECT_FALSE(LinksSeparately(Options()));
    EXPECT_THAT(CompilerCommandLine(Options(), "#include \"runtime.h\"", {}, "tmp", "tmp.d"),
                ElementsAre("g++", "-shared", "-O2", "-Wl,--build-id=sha1", "common.o", "-ldl", "-MD", "-MF", "tmp.d",
                            "-MT", "k.so", "-o", "tmp", "k.cpp"));
}

TEST(CompilerCommand, ALauncherGetsACompileAndTheLinkIsALinkOnly) {
    CompileOptions options = Options();
    options.launcher = {"ccache", "--verbose"};
    ASSERT_TRUE(LinksSeparately(options));
    EXPECT_THAT(CompilerCommandLine(options, "", {"-include", "p.hpp"}, "tmp.o", "tmp.d"),
                ElementsAre("ccache", "--verbose", "g++", "-O2", "-c", "-include", "p.hpp", "-include", "runtime.h",
                            "-MD", "-MF", "tmp.d", "-MT", "k.so", "-o", "tmp.o", "k.cpp"));
    EXPECT_THAT(LinkCommandLine(options, "tmp.o", "tmp"),
                ElementsAre("g++", "-shared", "-O2", "-Wl,--build-id=sha1", "common.o", "-o", "tmp", "tmp.o", "-ldl"));
}

TEST(CompilerCommand, WhatOnlyCompilesIsLaunchedAsItIs) {
    CompileOptions options = Options();
    options.launcher = {"ccache"};
    options.command = {"g++", "-c", "-fPIC"};
    options.include_if_missing = {};
    EXPECT_FALSE(LinksSeparately(options));
    EXPECT_THAT(
        CompilerCommandLine(options, "", {}, "tmp", "tmp.d"),
        ElementsAre("ccache", "g++", "-c", "-fPIC", "-MD", "-MF", "tmp.d", "-MT", "k.so", "-o", "tmp", "k.cpp"));
}

}  // namespace
}  // namespace pto::gen
