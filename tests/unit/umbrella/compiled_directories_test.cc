#include "generator/umbrella/compiled_directories.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include "contract/compiled_files.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LooksCompiled, ByAnyFileThatABuildLeavesAtItsTop) {
    for (const char* marker :
         {"kernel_config.py", "compiled_meta.json", "distributed_meta.json", "orchestration/host_orch.py",
          "report/codegen_errors.txt", "artifact_manifest.json", "next_levels/a/kernel_config.py",
          "next_levels/a/report/codegen_errors.txt", "kernels/aiv/unit.pto"}) {
        MemoryFileSystem files;
        files.Add(std::string("d/") + marker);
        EXPECT_TRUE(LooksCompiled(files, "d")) << marker;
    }
    for (const char* other : {"kernels/aiv/k.cpp", "sub/kernel_config.py", "next_levels/a/readme", "build.ninja"}) {
        MemoryFileSystem files;
        files.Add(std::string("d/") + other);
        EXPECT_FALSE(LooksCompiled(files, "d")) << other;
    }
}

TEST(FindCompiledDirectories, AtAnyDepthButNotInsideOneAndNotHidden) {
    MemoryFileSystem files;
    for (const char* path : {"t/b/kernel_config.py", "t/b/copies/c/kernel_config.py", "t/a/x/y/kernel_config.py",
                             "t/.hidden/kernel_config.py", "t/notes/readme.txt", "t/readme.txt"}) {
        files.Add(path);
    }
    EXPECT_THAT(FindCompiledDirectories(files, "t").paths, ElementsAre("a/x/y", "b"));
    EXPECT_THAT(FindCompiledDirectories(files, "t").problems, IsEmpty());
    EXPECT_THAT(FindCompiledDirectories(files, "t/notes").paths, IsEmpty());
}

TEST(FindCompiledDirectories, NamesThatNinjaCannotHoldAreLeftOut) {
    MemoryFileSystem files;
    for (const char* name : {"a", "x|y", "two\nlines"}) files.Add("t/" + std::string(name) + "/kernel_config.py");
    const CompiledDirectories found = FindCompiledDirectories(files, "t");
    EXPECT_THAT(found.paths, ElementsAre("a"));
    EXPECT_THAT(found.problems, ElementsAre("t/two lines: the name has a line break, which ninja cannot hold; left out",
                                            "t/x|y: the name has '|', which ninja cannot hold; left out"));
}

TEST(FindCompiledDirectories, WhatCannotBeLookedAtIsNamedAndTheRestFound) {
    MemoryFileSystem files;
    for (const char* name : {"a", "closed", "z"}) files.Add("t/" + std::string(name) + "/kernel_config.py");
    files.MakeInvisible("t/closed/kernel_config.py");
    files.AddDirectory("t/odd");
    files.MakeInvisible("t/odd");
    const CompiledDirectories found = FindCompiledDirectories(files, "t");
    EXPECT_THAT(found.paths, ElementsAre("a", "z"));
    EXPECT_THAT(found.problems, ElementsAre("t/closed: cannot be looked at: Permission denied; left out",
                                            "t/odd: cannot be looked at: Permission denied; left out"));
}

TEST(FindCompiledDirectories, LinksAreFollowedOnceAndLoopsEnd) {
    const test::TempSpace space;
    space.Write("real/one/kernel_config.py", "");
    ASSERT_EQ(symlink("..", space.Path("real/loop").c_str()), 0);
    ASSERT_EQ(symlink(".", space.Path("self").c_str()), 0);
    ASSERT_EQ(symlink("nowhere", space.Path("dangling").c_str()), 0);
    ASSERT_EQ(symlink("real/one", space.Path("z_again").c_str()), 0);
    EXPECT_THAT(FindCompiledDirectories(RealFileSystem(), space.Root()).paths, ElementsAre("real/one"));
}

}  // namespace
}  // namespace pto::gen
