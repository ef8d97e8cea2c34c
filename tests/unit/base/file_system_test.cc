#include "base/file_system.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "base/error.h"
#include "base/left_overs.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

using test::ErrorOf;

mode_t ModeOf(const std::string& path) {
    struct stat info {};
    EXPECT_EQ(stat(path.c_str(), &info), 0);
    return info.st_mode & 07777;
}

// The superuser may write everywhere, so for a test of permissions it becomes somebody else.
class Unprivileged {
  public:
    Unprivileged() : before_(geteuid()) {
        if (before_ == 0 && seteuid(65534) != 0) ADD_FAILURE() << "seteuid";
    }
    ~Unprivileged() {
        if (before_ == 0 && seteuid(0) != 0) ADD_FAILURE() << "seteuid";
    }
    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;

  private:
    uid_t before_;
};

TEST(FileSystem, ReadsBackWhateverWasWritten) {
    const test::TempSpace space;
    RealFileSystem files;
    std::string large(300'000, 'x');
    large[70'000] = '\0';
    const std::string contents[] = {"", "a", "no newline", "a\r\nb\n", std::string("\0\xff\n", 3), large};
    for (const std::string& content : contents) {
        files.Write(space.Path("deep/er/file"), content);
        EXPECT_EQ(files.Read(space.Path("deep/er/file")), content);
        EXPECT_EQ(space.Read("deep/er/file"), content);
        EXPECT_EQ(files.Stat(space.Path("deep/er/file"))->size, content.size());
    }
    EXPECT_EQ(space.Files(), std::vector<std::string>{"deep/er/file"});
}

TEST(FileSystem, WriteReplacesByRename) {
    const test::TempSpace space;
    RealFileSystem files;
    files.Write(space.Path("file"), "old");
    const int reader = open(space.Path("file").c_str(), O_RDONLY | O_CLOEXEC);
    const uint64_t inode = files.Stat(space.Path("file"))->inode;
    files.Write(space.Path("file"), "new text");
    char buffer[16];
    EXPECT_EQ(read(reader, buffer, sizeof buffer), 3) << "a reader that had it open must still see the old text";
    close(reader);
    EXPECT_NE(files.Stat(space.Path("file"))->inode, inode);
    EXPECT_EQ(space.Read("file"), "new text");
}

TEST(FileSystem, WriteIsNeverSeenHalfDone) {
    const test::TempSpace space;
    RealFileSystem files;
    const std::string texts[] = {std::string(200'000, 'a'), std::string(100, 'b')};
    files.Write(space.Path("file"), texts[0]);
    std::thread writer([&] {
        RealFileSystem own;
        for (int i = 0; i < 100; ++i) own.Write(space.Path("file"), texts[i % 2]);
    });
    bool whole = true;
    for (int i = 0; i < 100; ++i) {
        const std::string seen = files.Read(space.Path("file"));
        whole = whole && (seen == texts[0] || seen == texts[1]);
    }
    writer.join();
    EXPECT_TRUE(whole);
}

TEST(FileSystem, WriteKeepsPermissionsAndHonoursTheMask) {
    const test::TempSpace space;
    RealFileSystem files;
    space.WriteProgram("old", "#!/bin/sh\n");
    ASSERT_EQ(chmod(space.Path("old").c_str(), 0750), 0);
    const mode_t before = umask(027);
    files.Write(space.Path("old"), "changed");
    files.Write(space.Path("new"), "text");
    umask(before);
    EXPECT_EQ(ModeOf(space.Path("old")), 0750u);
    EXPECT_EQ(ModeOf(space.Path("new")), 0640u);
}

TEST(FileSystem, ASourceIsWrittenThroughLinks) {
    const test::TempSpace space;
    RealFileSystem files;
    space.WriteProgram("far/kernel", "old");
    ASSERT_EQ(chmod(space.Path("far/kernel").c_str(), 0750), 0);
    space.MakeDirectory("near");
    ASSERT_EQ(symlink("../far/kernel", space.Path("near/link").c_str()), 0);
    ASSERT_EQ(symlink(space.Path("near/link").c_str(), space.Path("link_to_link").c_str()), 0);
    const int reader = open(space.Path("far/kernel").c_str(), O_RDONLY | O_CLOEXEC);
    files.WriteThroughLink(space.Path("link_to_link"), "new text");
    EXPECT_EQ(std::filesystem::read_symlink(space.Path("link_to_link")), space.Path("near/link"));
    EXPECT_EQ(std::filesystem::read_symlink(space.Path("near/link")), "../far/kernel");
    EXPECT_EQ(space.Read("far/kernel"), "new text");
    EXPECT_EQ(ModeOf(space.Path("far/kernel")), 0750u);
    char buffer[16];
    EXPECT_EQ(read(reader, buffer, sizeof buffer), 3) << "it must still be replaced by a rename";
    close(reader);

    ASSERT_EQ(symlink("new/place", space.Path("dangling").c_str()), 0);
    files.WriteThroughLink(space.Path("dangling"), "made");
    EXPECT_EQ(space.Read("new/place"), "made");
    EXPECT_TRUE(std::filesystem::is_symlink(space.Path("dangling")));

    ASSERT_EQ(symlink("b", space.Path("a").c_str()), 0);
    ASSERT_EQ(symlink("a", space.Path("b").c_str()), 0);
    EXPECT_EQ(ErrorOf([&] { files.WriteThroughLink(space.Path("a"), "x"); }),
              space.Path("a") + ": cannot be written: Too many levels of symbolic links");
}

// The limit on file sizes ends a process in the middle of a write.
TEST(FileSystem, AKilledWriteLeavesTheOldTextAndOneFileThatIsRecognised) {
    const test::TempSpace space;
    space.Write("kernels/k.cpp", "old");
    const pid_t child = fork();
    if (child == 0) {
        const rlimit none = {0, 0};
        const rlimit small = {100'000, 100'000};
        setrlimit(RLIMIT_CORE, &none);
        setrlimit(RLIMIT_FSIZE, &small);
        RealFileSystem().Write(space.Path("kernels/k.cpp"), std::string(300'000, 'x'));
        _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
    const std::string left_over = "kernels/.k.cpp.pto-ninja-" + std::to_string(child) + "-";
    ASSERT_EQ(space.Files().size(), 2U);
    EXPECT_EQ(space.Files()[0].substr(0, left_over.size()), left_over);
    EXPECT_EQ(space.Read("kernels/k.cpp"), "old");
    RemoveLeftOvers(space.Path("kernels"));
    EXPECT_EQ(space.Files(), std::vector<std::string>{"kernels/k.cpp"});
}

TEST(FileSystem, AnInterruptionWaitsForTheRename) {
    const test::TempSpace space;
    for (int round = 0; round < 10; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            const std::string text(2'000'000, static_cast<char>('a' + round));
            for (;;) RealFileSystem().Write(space.Path("file"), text);
        }
        ASSERT_GT(child, 0);
        while (!space.Exists("file")) usleep(1000);
        usleep(1000 * static_cast<useconds_t>(round));
        kill(child, SIGINT);
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
        EXPECT_EQ(space.Files(), std::vector<std::string>{"file"});
        EXPECT_EQ(space.Read("file"), std::string(2'000'000, space.Read("file")[0]));
    }
}

TEST(FileSystem, StatTellsTypesAndFollowsLinks) {
    const test::TempSpace space;
    const RealFileSystem files;
    space.Write("file", "12345");
    space.SetTime("file", 1'700'000'000'123'456'789);
    space.WriteProgram("program", "#!/bin/sh\n");
    ASSERT_EQ(symlink("file", space.Path("link").c_str()), 0);
    ASSERT_EQ(symlink("nothing", space.Path("dangling").c_str()), 0);
    ASSERT_EQ(mkfifo(space.Path("fifo").c_str(), 0600), 0);

    const FileInfo file = files.Stat(space.Path("file")).value();
    EXPECT_EQ(file.type, FileType::kRegular);
    EXPECT_EQ(file.size, 5u);
    EXPECT_EQ(file.mtime_ns, 1'700'000'000'123'456'789);
    EXPECT_GT(file.ctime_ns, file.mtime_ns) << "setting the time back is itself a change of the inode";
    EXPECT_FALSE(file.executable);
    EXPECT_TRUE(files.Stat(space.Path("program"))->executable);
    EXPECT_EQ(files.Stat(space.Path("link"))->inode, file.inode);
    EXPECT_EQ(files.Stat(space.Root())->type, FileType::kDirectory);
    EXPECT_EQ(files.Stat(space.Path("fifo"))->type, FileType::kOther);
    EXPECT_FALSE(files.Stat(space.Path("dangling")).has_value());
    EXPECT_FALSE(files.Stat(space.Path("nothing")).has_value());
    EXPECT_FALSE(files.Stat(space.Path("file/below")).has_value());

    EXPECT_TRUE(IsFile(files, space.Path("link")));
    EXPECT_FALSE(IsFile(files, space.Root()));
    EXPECT_FALSE(IsFile(files, space.Path("fifo")));
    EXPECT_TRUE(IsDirectory(files, space.Root()));
    EXPECT_FALSE(IsDirectory(files, space.Path("file")));
    EXPECT_FALSE(IsDirectory(files, space.Path("nothing")));
}

// What cannot be looked at is not what is not there.
TEST(FileSystem, AFailedLookIsNoAbsence) {
    const test::TempSpace space;
    const RealFileSystem files;
    space.Write("closed/file", "");
    space.MakeDirectory("closed/directory");
    ASSERT_EQ(symlink("other", space.Path("one").c_str()), 0);
    ASSERT_EQ(symlink("one", space.Path("other").c_str()), 0);
    EXPECT_FALSE(files.Stat(space.Path("one")).has_value()) << "links that lead nowhere";
    const std::string long_name = space.Path(std::string(300, 'n'));
    EXPECT_EQ(ErrorOf([&] { files.Stat(long_name); }), long_name + ": cannot be looked at: File name too long");

    const std::string file = space.Path("closed/file");
    ASSERT_EQ(chmod(space.Path("closed").c_str(), 0), 0);
    ASSERT_EQ(chmod(space.Root().c_str(), 0755), 0);
    std::vector<std::string> said;
    {
        const Unprivileged user;
        said = {ErrorOf([&] { files.Stat(file); }), ErrorOf([&] { IsFile(files, file); }),
                ErrorOf([&] { IsDirectory(files, file); }), ErrorOf([&] { files.Stat(space.Path("closed/nothing")); })};
    }
    chmod(space.Path("closed").c_str(), 0755);
    const std::string failed = ": cannot be looked at: Permission denied";
    EXPECT_EQ(said, (std::vector<std::string>{file + failed, file + failed, file + failed,
                                              space.Path("closed/nothing") + failed}));
}

TEST(FileSystem, ListIsSortedByBytes) {
    const test::TempSpace space;
    const RealFileSystem files;
    for (const char* name : {"b", "a", "B", ".hidden", "a b", "\xc3\xa4", "10", "9"}) space.Write(name, "");
    space.MakeDirectory("directory");
    EXPECT_EQ(files.List(space.Root()),
              (std::vector<std::string>{".hidden", "10", "9", "B", "a", "a b", "b", "directory", "\xc3\xa4"}));
    EXPECT_EQ(files.List(space.Path("directory")), std::vector<std::string>{});
}

TEST(FileSystem, ErrorsNameThePath) {
    const test::TempSpace space;
    RealFileSystem files;
    space.Write("file", "");
    space.MakeDirectory("directory/inner");
    const auto at = [&space](const char* name) { return space.Path(name); };

    EXPECT_EQ(ErrorOf([&] { files.Read(at("nothing")); }),
              at("nothing") + ": cannot be read: No such file or directory");
    EXPECT_EQ(ErrorOf([&] { files.Read(at("directory")); }),
              at("directory") + ": is a directory, expected a file; move it away");
    EXPECT_EQ(ErrorOf([&] { files.List(at("nothing")); }),
              at("nothing") + ": cannot be listed: No such file or directory");
    EXPECT_EQ(ErrorOf([&] { files.List(at("file")); }), at("file") + ": is no directory, expected one; move it away");
    EXPECT_EQ(ErrorOf([&] { files.Remove(at("directory")); }),
              at("directory") + ": a directory is in the place of a file; remove the directory");
    EXPECT_EQ(ErrorOf([&] { files.Write(at("directory"), "x"); }),
              at("directory") + ": a directory is in the place of a file; remove the directory");
    const std::string no_directory = ": is no directory, expected one; move it away";
    EXPECT_EQ(ErrorOf([&] { files.Write(at("file/below/it"), "x"); }), at("file") + no_directory);
    EXPECT_EQ(ErrorOf([&] { MakeDirectories(at("file/below")); }), at("file") + no_directory);
    EXPECT_EQ(ErrorOf([&] { MakeDirectories(at("file")); }), at("file") + no_directory);
    std::filesystem::create_symlink("nowhere", at("dangling"));
    EXPECT_EQ(ErrorOf([&] { MakeDirectories(at("dangling/below")); }), at("dangling") + no_directory);
    std::filesystem::remove(at("dangling"));
    EXPECT_EQ(space.Files(), std::vector<std::string>{"file"}) << "no temporary file may stay behind";
}

TEST(FileSystem, ReadOnlyDirectoryIsNamedWithARemedy) {
    const test::TempSpace space;
    RealFileSystem files;
    space.Write("closed/file", "old");
    ASSERT_EQ(chmod(space.Path("closed").c_str(), 0555), 0);
    ASSERT_EQ(chmod(space.Root().c_str(), 0755), 0);
    const auto write = [&](const std::string& name) { return ErrorOf([&] { files.Write(name, "x"); }); };
    std::string in_it, below_it;
    {
        const Unprivileged user;
        in_it = write(space.Path("closed/file"));
        below_it = write(space.Path("closed/new/file"));
    }
    const std::string rest = "Permission denied; make the directory writable or work on a copy of it";
    EXPECT_EQ(in_it, space.Path("closed/file") + ": cannot be written: " + rest);
    EXPECT_EQ(below_it, space.Path("closed/new") + ": cannot be created: " + rest);
    EXPECT_EQ(space.Read("closed/file"), "old");
    chmod(space.Path("closed").c_str(), 0755);
}

TEST(FileSystem, RemoveOfNothingIsDone) {
    const test::TempSpace space;
    RealFileSystem files;
    space.Write("file", "");
    files.Remove(space.Path("file"));
    files.Remove(space.Path("file"));
    EXPECT_FALSE(space.Exists("file"));
}

TEST(FileSystem, LinkGivesASecondNameAndReplacesWhatIsThere) {
    const test::TempSpace space;
    RealFileSystem files;
    space.Write("one", "text");
    space.Write("old", "old");
    for (const char* name : {"old", "deep/new", "old"}) {
        files.Link(space.Path("one"), space.Path(name));
        EXPECT_EQ(files.Stat(space.Path(name))->inode, files.Stat(space.Path("one"))->inode);
    }
    files.Write(space.Path("old"), "another text");
    EXPECT_EQ(space.Read("one"), "text") << "a write replaces the name, not what the others stand for";
    EXPECT_EQ(space.Files(), (std::vector<std::string>{"deep/new", "old", "one"})) << "nothing temporary is left";
}

TEST(FileSystem, LinkIsACopyWhereThereAreNoSecondNames) {
    const test::TempSpace space;
    RealFileSystem files;
    space.Write("one", "text");
    files.FileSystem::Link(space.Path("one"), space.Path("copy"));
    EXPECT_EQ(space.Read("copy"), "text");
    EXPECT_NE(files.Stat(space.Path("copy"))->inode, files.Stat(space.Path("one"))->inode);
}

TEST(FileSystem, WriteIfChangedKeepsTheTimeOfEqualBytes) {
    const test::TempSpace space;
    RealFileSystem files;
    const std::string path = space.Path("a/file");
    EXPECT_EQ(WriteIfChanged(files, path, "text"), WriteResult::kWritten);
    space.SetTime("a/file", 1'000'000'000);
    EXPECT_EQ(WriteIfChanged(files, path, "text"), WriteResult::kUnchanged);
    EXPECT_EQ(space.Time("a/file"), 1'000'000'000);
    EXPECT_EQ(WriteIfChanged(files, path, "texts"), WriteResult::kWritten);
    EXPECT_GT(space.Time("a/file"), 1'000'000'000);
    EXPECT_EQ(space.Read("a/file"), "texts");
    EXPECT_EQ(WriteIfChanged(files, path, ""), WriteResult::kWritten);
    EXPECT_EQ(WriteIfChanged(files, path, ""), WriteResult::kUnchanged);
}

TEST(FileSystem, MakeDirectoriesAcceptsWhatIsThere) {
    const test::TempSpace space;
    MakeDirectories(space.Path("a/b/c"));
    MakeDirectories(space.Path("a/b/c"));
    MakeDirectories(space.Path("a/b/d/"));
    // The parent of a bare file name is "".
    MakeDirectories("");
    const RealFileSystem files;
    EXPECT_TRUE(IsDirectory(files, space.Path("a/b/c")));
    EXPECT_TRUE(IsDirectory(files, space.Path("a/b/d")));
}

TEST(FileSystem, RelativeNamesWithoutADirectory) {
    const test::TempSpace space;
    const test::WorkingDirectory inside(space.Root());
    RealFileSystem files;
    files.Write("plain", "text");
    EXPECT_EQ(space.Read("plain"), "text");
}

}  // namespace
}  // namespace pto
