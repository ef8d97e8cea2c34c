#include "base/own_places.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/file_lock.h"
#include "tests/support/error_of.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

namespace fs = std::filesystem;
using test::ErrorOf;
using test::TempSpace;

// A directory `d` and, beside it, what belongs to somebody else.
class OwnPlacesTest : public testing::Test {
  protected:
    OwnPlacesTest() {
        space_.Write("canary", "precious\n");
        space_.Write("elsewhere/file", "theirs\n");
        space_.MakeDirectory("d/.pto-ninja");
    }

    std::string Root() const { return space_.Path("d"); }
    // A link of that name in `d`, its folders made.
    void Link(const std::string& name, const std::string& target) const {
        fs::create_directories(fs::path(space_.Path("d/" + name)).parent_path());
        fs::create_symlink(target, space_.Path("d/" + name));
    }
    std::string Refused(const std::string& name) const {
        return space_.Path("d/" + name) +
               ": is a link that leads out of the directory, where nothing of ours is written; remove the link; what "
               "it "
               "leads to stays as it is";
    }
    std::string Refusal() const {
        return ErrorOf([this] { RefuseLinksOut(Root()); });
    }

    TempSpace space_;
    RealFileSystem files_;
};

TEST_F(OwnPlacesTest, FoldersThatLeadOutAreRefused) {
    EXPECT_EQ(Refusal(), "no error");
    fs::remove(space_.Path("d/.pto-ninja"));
    for (const char* name : {".pto-ninja", "bench_outputs", "dfx_outputs", "cache", "next_levels"}) {
        for (const char* target : {"../elsewhere", "/", "..", "../nowhere"}) {
            Link(name, target);
            EXPECT_EQ(Refusal(), Refused(name)) << target;
            fs::remove(space_.Path(std::string("d/") + name));
        }
    }
}

TEST_F(OwnPlacesTest, WhatLiesInThemIsRefusedAtAnyDepth) {
    for (const char* name :
         {".pto-ninja/.ninja_log", ".pto-ninja/.ninja_deps", ".pto-ninja/state", ".pto-ninja/a2a3sim-embedded",
          ".pto-ninja/a2a3sim-embedded/kernels/aiv/k.so", ".pto-ninja/golden/witness", ".pto-ninja/baseline",
          ".pto-ninja/replaced", ".pto-ninja/compare/.pto-ninja", "bench_outputs/latest.json", "bench_outputs/decode",
          "dfx_outputs/rank0/d0", "dfx_outputs/trace.json", "next_levels/decode", "next_levels/prefill/dfx_outputs",
          "next_levels/prefill/dfx_outputs/deps.json"}) {
        Link(name, fs::path(name).has_extension() ? space_.Path("canary") : space_.Path("elsewhere"));
        EXPECT_EQ(Refusal(), Refused(name));
        fs::remove(space_.Path(std::string("d/") + name));
    }
    EXPECT_EQ(Refusal(), "no error");
}

TEST_F(OwnPlacesTest, LinksThatStayInsideAndKeptOnesAreNone) {
    space_.Write("d/.pto-ninja/real/file", "");
    Link(".pto-ninja/same", "real");
    Link(".pto-ninja/replaced/20260101-000000/kernels/aiv/k.cpp", space_.Path("canary"));
    Link("dfx_outputs", ".pto-ninja/real");
    EXPECT_EQ(Refusal(), "no error");
    const test::WorkingDirectory inside(Root());
    RefuseLinksOut("");
    RefuseLinksOut(".");
    fs::create_symlink("..", "cache");
    EXPECT_EQ(
        ErrorOf([] { RefuseLinksOut("."); }),
        "cache: is a link that leads out of the directory, where nothing of ours is written; remove the link; what "
        "it leads to stays as it is");
}

// A program may be called what the folder of kept links is called.
TEST_F(OwnPlacesTest, OnlyTheFolderOfKeptLinksMayHoldLinksOut) {
    for (const char* name : {".pto-ninja/next_levels/replaced/.ninja_log", ".pto-ninja/state/replaced/u.json",
                             "bench_outputs/replaced/latest.json", "dfx_outputs/replaced/deps.json"}) {
        Link(name, space_.Path("canary"));
        EXPECT_EQ(Refusal(), Refused(name));
        fs::remove(space_.Path(std::string("d/") + name));
    }
    Link(".pto-ninja/replaced/k.cpp", space_.Path("canary"));
    EXPECT_EQ(Refusal(), "no error");
    Link(".pto-ninja/state/p", "../replaced");
    EXPECT_EQ(Refusal(), Refused(".pto-ninja/replaced/k.cpp")) << "what is written to by another name is not kept";
}

TEST_F(OwnPlacesTest, LinksThatLeadOutByWayOfTheInsideAreRefused) {
    Link("stuff/kernels", "../../elsewhere");
    EXPECT_EQ(Refusal(), "no error") << "no folder of ours leads there";
    Link(".pto-ninja/a2a3sim-embedded", "../stuff");
    EXPECT_EQ(Refusal(), Refused("stuff/kernels"));
    fs::remove(space_.Path("d/.pto-ninja/a2a3sim-embedded"));
    Link("dfx_outputs", "stuff");
    EXPECT_EQ(Refusal(), Refused("stuff/kernels"));
    fs::remove(space_.Path("d/stuff/kernels"));
    Link("stuff/again", "../stuff");
    EXPECT_EQ(Refusal(), "no error") << "each folder is looked at once";
}

TEST_F(OwnPlacesTest, ADirectoryIsReachedByALinkAsItPleases) {
    fs::create_symlink("d", space_.Path("link"));
    Link(".pto-ninja/same", "../kernels");
    space_.MakeDirectory("d/kernels");
    RefuseLinksOut(space_.Path("link"));
    RefuseLinksOut(space_.Path("link/"));
    files_.Write(space_.Path("link/.pto-ninja/options"), "");
    EXPECT_TRUE(space_.Exists("d/.pto-ninja/options"));
}

TEST_F(OwnPlacesTest, ALogThatNinjaAppendsToIsNobodyElses) {
    space_.Write("theirs", "# ninja log v5\n");
    space_.Write("d/golden.py", "theirs, too\n");
    for (const char* name : {".ninja_log", ".ninja_deps", ".ninja_log.recompact", ".ninja_deps.recompact",
                             "next_levels/decode/.ninja_log"}) {
        const std::string log = std::string("d/.pto-ninja/") + name;
        space_.Write(log, "");
        fs::remove(space_.Path(log));
        fs::create_hard_link(space_.Path("theirs"), space_.Path(log));
        RefuseLinksOut(Root());
        EXPECT_EQ(fs::hard_link_count(space_.Path("theirs")), 1U) << name;
        EXPECT_EQ(space_.Read(log), "# ninja log v5\n") << name;
        fs::remove(space_.Path(log));
        fs::create_symlink(space_.Path("d/golden.py"), space_.Path(log));
        RefuseLinksOut(Root());
        EXPECT_FALSE(fs::is_symlink(space_.Path(log))) << name;
        ASSERT_EQ(mkfifo(space_.Path(log).c_str(), 0600), 0);
        RefuseLinksOut(Root());
        EXPECT_FALSE(space_.Exists(log)) << name << ": Ninja would wait for it without end";
        space_.MakeDirectory(log);
        EXPECT_EQ(Refusal(), space_.Path(log) + ": a directory is in the place of a file; remove the directory");
        fs::remove(space_.Path(log));
    }
    EXPECT_EQ(space_.Read("d/golden.py"), "theirs, too\n");
}

TEST_F(OwnPlacesTest, AnOwnFileReplacesWhateverHasItsName) {
    const std::string path = space_.Path("d/build.ninja");
    for (const char* target : {"../canary", "../nothing", "build.ninja", "/dev/full"}) {
        fs::remove(path);
        fs::create_symlink(target, path);
        files_.Write(path, "ours\n");
        EXPECT_FALSE(fs::is_symlink(path)) << target;
        EXPECT_EQ(space_.Read("d/build.ninja"), "ours\n") << target;
    }
    fs::remove(path);
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    files_.Write(path, "ours\n");
    EXPECT_EQ(space_.Read("d/build.ninja"), "ours\n");
    fs::remove(path);
    fs::create_hard_link(space_.Path("canary"), path);
    files_.Write(path, "ours\n");
    EXPECT_EQ(space_.Read("canary"), "precious\n");
    EXPECT_FALSE(space_.Exists("nothing"));
    fs::remove(path);
    space_.MakeDirectory("d/build.ninja");
    EXPECT_EQ(ErrorOf([&] { files_.Write(path, "ours\n"); }),
              path + ": a directory is in the place of a file; remove the directory");
}

TEST_F(OwnPlacesTest, TheModeOfWhatALinkLeadsToIsNotTaken) {
    ASSERT_EQ(chmod(space_.Path("canary").c_str(), 0777), 0);
    Link("build.ninja", "../canary");
    files_.Write(space_.Path("d/build.ninja"), "ours\n");
    struct stat info {};
    ASSERT_EQ(stat(space_.Path("d/build.ninja").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0111, 0U);
}

TEST_F(OwnPlacesTest, NothingIsWrittenThroughALinkedFolderOfOurs) {
    Link(".pto-ninja/golden", space_.Path("elsewhere"));
    EXPECT_EQ(ErrorOf([&] { files_.Write(space_.Path("d/.pto-ninja/golden/witness"), ""); }),
              Refused(".pto-ninja/golden"));
    fs::remove_all(space_.Path("d/.pto-ninja"));
    Link(".pto-ninja", "../elsewhere");
    EXPECT_EQ(ErrorOf([&] { files_.Write(space_.Path("d/.pto-ninja/last_run.json"), ""); }), Refused(".pto-ninja"));
    const test::WorkingDirectory inside(Root());
    EXPECT_EQ(ErrorOf([&] { files_.Write(".pto-ninja/options", ""); }).substr(0, 11), ".pto-ninja:");
    EXPECT_EQ(space_.Files(), (std::vector<std::string>{"canary", "elsewhere/file"}));
}

TEST_F(OwnPlacesTest, WhatIsNoFileIsNotRead) {
    const std::string path = space_.Path("d/.pto-ninja/scan_plan");
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    EXPECT_EQ(ErrorOf([&] { files_.Read(path); }),
              path + ": is a fifo, a socket or a device, expected a file; remove it");
    EXPECT_EQ(ErrorOf([&] { files_.Read("/dev/zero"); }),
              "/dev/zero: is a fifo, a socket or a device, expected a file; remove it");
}

TEST_F(OwnPlacesTest, TellsWhereLinksLead) {
    Link("kernels", "../elsewhere");
    Link("ptoas", ".pto-ninja");
    Link("debug", "../nowhere");
    EXPECT_EQ(files_.LinkTarget(space_.Path("d/kernels")), space_.Path("elsewhere"));
    EXPECT_EQ(files_.LinkTarget(space_.Path("d/debug")), space_.Path("nowhere"));
    EXPECT_EQ(files_.LinkTarget(space_.Path("d/.pto-ninja")), std::nullopt);
    EXPECT_EQ(files_.LinkTarget(space_.Path("d/nothing")), std::nullopt);
    EXPECT_EQ(LinkedFolder(files_, Root(), "kernels/aiv/k.cpp"), "kernels");
    EXPECT_EQ(LinkedFolder(files_, Root(), "debug/run"), "debug");
    EXPECT_EQ(LinkedFolder(files_, Root(), "ptoas/u.pto"), std::nullopt);
    EXPECT_EQ(LinkedFolder(files_, Root(), "golden.py"), std::nullopt);
    EXPECT_FALSE(IsFreeForOwnFile(files_, Root(), "debug/run"));
    EXPECT_FALSE(IsFreeForOwnFile(files_, Root(), "debug"));
    EXPECT_TRUE(IsFreeForOwnFile(files_, Root(), "new/run"));
}

TEST_F(OwnPlacesTest, ALockIsNeverMadeElsewhere) {
    Link("cache/.binary_context.lock", "../../made");
    EXPECT_EQ(ErrorOf([&] { FileLock(BinaryContextLock(Root()), 0, nullptr); }),
              space_.Path("d/cache/.binary_context.lock") + ": is a link, expected PyPTO's lock; remove the link");
    EXPECT_FALSE(space_.Exists("made"));
}

TEST_F(OwnPlacesTest, WhatIsNoFolderIsNamedNotWhatWouldLieInIt) {
    fs::remove(space_.Path("d/.pto-ninja"));
    space_.Write("d/.pto-ninja", "a file\n");
    EXPECT_EQ(ErrorOf([&] { files_.Write(space_.Path("d/.pto-ninja/golden/witness"), ""); }),
              space_.Path("d/.pto-ninja") + ": is no directory, expected one; move it away");
}

}  // namespace
}  // namespace pto
