// Where a directory lies and what it is called makes no difference; moving it costs nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <filesystem>

#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class OddNameTest : public testing::TestWithParam<const char*> {};

TEST_P(OddNameTest, BuildsAndReplays) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift", GetParam());
    const Outcome outcome = work.Replay(directory);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    const Outcome from_root = work.Tool({"ninja", "-C", directory, "replay"}, "/");
    EXPECT_EQ(from_root.exit_code, 0) << from_root.All();
    EXPECT_THAT(work.Compiled(directory), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, OddNameTest,
                         testing::Values("with blank", "dollar$HOME", "colon:name", "hash#tag", "quote'single",
                                         "quote\"double", "\xc3\xbcml\xc3\xa4ut \xe6\x98\x87\xe8\x85\xbe", "back`tick",
                                         "semi;colon&and", "pipe|name", "_jit_trailing_"));

TEST(OddKernelNameTest, SourcesWithOddNamesBuild) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    const std::string odd = "odd $name #1.cpp";
    std::filesystem::rename(directory + "/kernels/aiv/scale_shift.cpp", directory + "/kernels/aiv/" + odd);
    EditFile(directory + "/kernel_config.py", "\"aiv\" / \"scale_shift.cpp\"", "\"aiv\" / \"" + odd + "\"");
    const Outcome outcome = work.Replay(directory);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_EQ(work.Ninja(directory, {"replay"}).exit_code, 0);
    EXPECT_THAT(work.Compiled(directory), IsEmpty());
}

TEST(PlaceTest, AMovedAndACopiedDirectoryIsUpToDateWhereItArrives) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    const std::string graph = ReadFile(directory + "/build.ninja");
    const std::string moved = work.Path("somewhere/else");
    std::filesystem::create_directories(work.Path("somewhere"));
    std::filesystem::rename(directory, moved);
    const Outcome outcome = work.Ninja(moved, {"replay"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_THAT(work.Compiled(moved), IsEmpty());
    EXPECT_EQ(ReadFile(moved + "/build.ninja"), graph);
    EXPECT_THAT(ReadFile(moved + "/compile_commands.json"), HasSubstr(moved));

    const std::string copied = work.Path("copied");
    ASSERT_EQ(work.Tool({"cp", "-a", moved, copied}).exit_code, 0);
    EXPECT_EQ(work.Ninja(copied, {"replay"}).exit_code, 0);
    EXPECT_THAT(work.Compiled(copied), IsEmpty());
}

// A program of an earlier compile that had several is no part of the later build, and can still be replayed.
TEST(PlaceTest, ALeftOverProgramIsADirectoryOfItsOwn) {
    Workspace work;
    const std::string directory = work.CopyExample("three_steps");
    std::filesystem::create_directory(directory + "/next_levels");
    const std::string left_over = work.CopyExample("scale_shift", "three_steps/next_levels/scale_shift");
    ASSERT_EQ(work.Generate(directory).exit_code, 0);
    EXPECT_THAT(ReadFile(directory + "/build.ninja"), Not(HasSubstr("scale_shift")));
    const Outcome outcome = work.Replay(left_over);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_EQ(LastRun(left_over, "result"), "\"passed\"");
}

TEST(PlaceTest, TheSameDirectoryGivesTheSameBytes) {
    Workspace work;
    const std::string one = work.CopyExample("three_steps", "one");
    const std::string two = work.CopyExample("three_steps", "two");
    ASSERT_EQ(work.Generate(one).exit_code, 0);
    ASSERT_EQ(work.Generate(two).exit_code, 0);
    for (const char* file : {"/build.ninja", "/.pto-ninja/manifest.json", "/.pto-ninja/toolchain.ninja"}) {
        EXPECT_EQ(ReadFile(one + file), ReadFile(two + file)) << file;
    }
    EXPECT_THAT(ReadFile(one + "/build.ninja"), Not(HasSubstr(one)));
}

// Root may write where the mode forbids it, so the directory is mounted read-only.
TEST(PlaceTest, AReadOnlyDirectoryIsRefusedInOneLine) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    const bool mounted = mount(directory.c_str(), directory.c_str(), nullptr, MS_BIND, nullptr) == 0;
    const bool read_only =
        mounted && mount(nullptr, directory.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) == 0;
    if (mounted && !read_only) umount(directory.c_str());
    PTO_NEEDS(read_only ? "" : "this machine does not allow mounts");
    const Outcome outcome = work.Generate(directory);
    umount(directory.c_str());
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("Read-only file system; make the directory writable or work on a copy of it\n"));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

// On a file system of its own that gets full while the build is written, once of bytes and once of files.
TEST(PlaceTest, AFullDiskIsTheMachinesTroubleAndTold) {
    Workspace work;
    const std::string source = work.CopyExample("scale_shift");
    const std::string disk = work.Path("disk");
    struct Limit {
        const char* limit;
        std::string rest;
    };
    const Limit limits[] = {
        {"size=64k", "No space left on device; its file system has 0 of 65536 bytes free: make room there\n"},
        {"nr_inodes=24", "No space left on device; its file system has none of 24 files free: make room there\n"}};
    for (const Limit& c : limits) {
        // What a generation needs is more than what is left beside the sources.
        const std::string prepare = "mkdir -p " + disk + " && mount -t tmpfs -o " + c.limit + " none " + disk +
                                    " && cp -r " + source + " " + disk + "/d";
        PTO_NEEDS(work.Tool({"unshare", "-m", "sh", "-c", prepare}).exit_code == 0
                      ? ""
                      : "this machine does not allow mounts");
        const Outcome outcome =
            work.Tool({"unshare", "-m", "sh", "-c", prepare + " && exec " PTO_BIN_DIR "/pto-ninja " + disk + "/d"});
        EXPECT_EQ(outcome.exit_code, 3) << outcome.All();
        EXPECT_THAT(outcome.err, testing::StartsWith("pto-ninja: error: .pto-ninja/"));
        EXPECT_THAT(outcome.err, testing::EndsWith(c.rest));
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
}

TEST(PlaceTest, ACurrentDirectoryThatWasRemovedIsNoBug) {
    Workspace work;
    for (const char* program : {"pto-ninja", "pto-replay"}) {
        const std::string gone = work.Path("gone");
        const Outcome outcome = work.Tool({"sh", "-c",
                                           "mkdir " + gone + " && cd " + gone + " && rmdir " + gone + " && exec " +
                                               PTO_BIN_DIR "/" + program + " ."});
        EXPECT_EQ(outcome.exit_code, 2) << outcome.All();
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_THAT(outcome.err, Not(HasSubstr("bug")));
    }
}

// Many more directories than a process may have files open.
TEST(PlaceTest, EveryDirectoryOfManyIsGenerated) {
    Workspace work;
    constexpr int kMany = 60;
    std::filesystem::create_directory(work.Path("out"));
    const std::string first = work.CopyExample("scale_shift", "out/d0");
    for (int i = 1; i < kMany; ++i)
        std::filesystem::copy(first, work.Path("out/d" + std::to_string(i)), std::filesystem::copy_options::recursive);
    const std::string root = work.Path("out");
    const Outcome outcome = work.Tool({"sh", "-c", "ulimit -n 40 && exec " PTO_BIN_DIR "/pto-ninja " + root});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(outcome.out, testing::EndsWith(root + ": 60 directories; next: ninja -C " + root + " replay\n"));
    for (int i = 0; i < kMany; ++i)
        EXPECT_TRUE(std::filesystem::exists(work.Path("out/d" + std::to_string(i) + "/build.ninja"))) << i;
    // One that cannot be is counted.
    std::filesystem::remove_all(work.Path("out/d7/kernels"));
    const Outcome partly = work.Generate(root);
    EXPECT_EQ(partly.exit_code, 2);
    EXPECT_THAT(partly.out, testing::EndsWith(root + ": 59 of 60 directories; next: ninja -C " + root + " replay\n"));
}

// A file name has at most 255 bytes; what we make of it has to have no more.
TEST(PlaceTest, NamesAsLongAsTheyMayBe) {
    for (const size_t length : {249, 251, 255}) {
        Workspace work;
        const std::string directory = work.CopyExample("scale_shift");
        const std::string kernel(length - 4, 'k');
        const std::string orchestration(length - 4, 'o');
        const std::string config = directory + "/kernel_config.py";
        std::filesystem::rename(directory + "/kernels/aiv/scale_shift.cpp",
                                directory + "/kernels/aiv/" + kernel + ".cpp");
        std::filesystem::rename(directory + "/orchestration/scale_shift.cpp",
                                directory + "/orchestration/" + orchestration + ".cpp");
        EditFile(config, "\"aiv\" / \"scale_shift.cpp\"", "\"aiv\" / \"" + kernel + ".cpp\"");
        EditFile(config, "\"orchestration\" / \"scale_shift.cpp\"",
                 "\"orchestration\" / \"" + orchestration + ".cpp\"");
        const Outcome first = work.Replay(directory);
        EXPECT_EQ(first.exit_code, 0) << length << first.All();
        const std::string source = directory + "/kernels/aiv/" + kernel + ".cpp";
        WriteFile(source, ReadFile(source) + "// edited\n");
        const Outcome again = work.Ninja(directory, {"replay"});
        EXPECT_EQ(again.exit_code, 0) << length << again.All();
        EXPECT_EQ(work.Compiled(directory).size(), 1U);
        EXPECT_THAT(work.Tool({PTO_BIN_DIR "/pto-ninja", "diff", directory}).out, HasSubstr("+// edited\n"));
        const Outcome restored = work.Tool({PTO_BIN_DIR "/pto-ninja", "restore", directory, "--yes"});
        EXPECT_EQ(restored.exit_code, 0) << length << restored.All();
        const Outcome debugged = work.Tool({PTO_BIN_DIR "/pto-replay", directory, "--debug"});
        EXPECT_EQ(debugged.exit_code, 0) << length << debugged.All();
    }
}

// As in a chroot that was entered without it.
TEST(PlaceTest, NothingHasToBeMountedAtProc) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    const std::string hide = "mount -t tmpfs none /proc";
    PTO_NEEDS(work.Tool({"unshare", "-m", "sh", "-c", hide}).exit_code == 0 ? ""
                                                                            : "this machine does not allow mounts");
    const auto run = [&](const std::string& command) {
        return work.Tool({"unshare", "-m", "sh", "-c", hide + " && exec " + command});
    };
    const std::string programs = PTO_BIN_DIR;
    const Outcome generated = run(programs + "/pto-ninja " + directory);
    EXPECT_EQ(generated.exit_code, 0) << generated.All();
    const Outcome replayed = run("ninja -C " + directory + " replay");
    EXPECT_EQ(replayed.exit_code, 0) << replayed.All();
    const Outcome again = run(programs + "/pto-replay " + directory);
    EXPECT_EQ(again.exit_code, 0) << again.All();
}

TEST(PlaceTest, TwoReplaysAtOnceBothEndRight) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Generate(directory).exit_code, 0);
    const std::string both =
        "ninja -C '" + directory + "' replay > one.txt & ninja -C '" + directory +
        "' replay > two.txt; second=$?; wait $!; first=$?; cat one.txt two.txt; exit $((first + second))";
    const Outcome outcome = work.Tool({"sh", "-c", both}, work.Path("."));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_EQ(work.Ninja(directory, {"replay"}).exit_code, 0);
}

}  // namespace
}  // namespace pto::test
