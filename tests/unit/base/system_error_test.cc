#include "base/system_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/file_system.h"
#include "base/process.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

TEST(SystemError, WhatTheMachineLacksIsNoFaultOfTheInput) {
    for (const int number : {ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE, ENOMEM, ENOBUFS, EAGAIN, EROFS, EIO, ESTALE,
                             ETIMEDOUT, ENOTCONN, EHOSTDOWN}) {
        EXPECT_EQ(KindOf(number), ErrorKind::kToolchain) << number;
        EXPECT_NE(RemedyOf(number, "/"), "") << number;
    }
    for (const int number : {ENOENT, EACCES, EPERM, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EEXIST, EINVAL, EBUSY,
                             ETXTBSY, ENOTEMPTY, ENXIO, ENODEV}) {
        EXPECT_EQ(KindOf(number), ErrorKind::kInput) << number;
        EXPECT_EQ(RemedyOf(number, "/"), "") << number;
    }
}

TEST(SystemError, EveryThrownOneIsSorted) {
    struct Case {
        ErrorKind given;
        int number;
        ErrorKind kind;
        const char* text;
    };
    const Case cases[] = {
        {ErrorKind::kInput, EIO, ErrorKind::kToolchain,
         "d/f: cannot be read: Input/output error; look at the disk: dmesg says what it reports"},
        {ErrorKind::kInput, EROFS, ErrorKind::kToolchain,
         "d/f: cannot be read: Read-only file system; make the directory writable or work on a copy of it"},
        {ErrorKind::kInput, EDQUOT, ErrorKind::kToolchain,
         "d/f: cannot be read: Disk quota exceeded; make room, or have your quota raised"},
        {ErrorKind::kInput, ENFILE, ErrorKind::kToolchain,
         "d/f: cannot be read: Too many open files in system; end other programs: the machine has too many open files"},
        {ErrorKind::kInput, ENOMEM, ErrorKind::kToolchain, "d/f: cannot be read: Cannot allocate memory; free memory"},
        {ErrorKind::kInput, EACCES, ErrorKind::kInput, "d/f: cannot be read: Permission denied; do that"},
        {ErrorKind::kToolchain, EACCES, ErrorKind::kToolchain, "d/f: cannot be read: Permission denied; do that"},
    };
    for (const Case& c : cases) {
        try {
            ThrowSystem(c.given, "d/f", "cannot be read", c.number, "do that");
        } catch (const Error& error) {
            EXPECT_STREQ(error.what(), c.text);
            EXPECT_EQ(error.kind(), c.kind) << c.text;
        }
    }
}

// The path need not be there; what of it is there has a file system.
TEST(SystemError, AFullDiskIsTold) {
    const test::TempSpace space;
    const std::string remedy = RemedyOf(ENOSPC, space.Path("not/there/yet"));
    EXPECT_THAT(remedy, testing::MatchesRegex("its file system has [0-9]+ of [0-9]+ bytes free: make room there"));
}

// With no descriptor left, in every way to use one.
TEST(SystemError, TooManyOpenFiles) {
    const test::TempSpace space;
    space.Write("file", "");
    RealFileSystem files;
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit none = {3, limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    const std::string read = test::ErrorOf([&] { files.Read(space.Path("file")); });
    const std::string written = test::ErrorOf([&] { files.Write(space.Path("file"), "x"); });
    const std::string listed = test::ErrorOf([&] { files.List(space.Root()); });
    const std::string started = test::ErrorOf([&] {
        ProcessOptions options;
        options.arguments = {"/bin/sh", "-c", "true"};
        RunProcess(options);
    });
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    const std::string rest = ": Too many open files; raise the limit of open files: ulimit -n (now 3)";
    EXPECT_EQ(read, space.Path("file") + ": cannot be read" + rest);
    EXPECT_EQ(written, space.Path("file") + ": cannot be written" + rest);
    EXPECT_EQ(listed, space.Root() + ": cannot be listed" + rest);
    EXPECT_EQ(started, "/bin/sh: cannot be started" + rest);
    EXPECT_EQ(space.Read("file"), "");
}

TEST(SystemError, WhatTheLibraryThrowsIsOneLine) {
    namespace fs = std::filesystem;
    const std::error_code missing(ENOENT, std::generic_category());
    const Error file = ErrorOfLibrary(fs::filesystem_error("cannot rename", fs::path("a/b"), fs::path("c"), missing));
    EXPECT_STREQ(file.what(), "a/b: No such file or directory");
    EXPECT_EQ(file.kind(), ErrorKind::kInput);
    const Error here = ErrorOfLibrary(fs::filesystem_error("cannot get current path", missing));
    EXPECT_STREQ(here.what(),
                 "the current directory: No such file or directory; change into a directory that is there");
    EXPECT_EQ(here.kind(), ErrorKind::kInput);
    const Error disk = ErrorOfLibrary(
        fs::filesystem_error("cannot rename", fs::path("a/b"), std::error_code(EIO, std::generic_category())));
    EXPECT_STREQ(disk.what(), "a/b: Input/output error; look at the disk: dmesg says what it reports");
    EXPECT_EQ(disk.kind(), ErrorKind::kToolchain);
    const Error thread = ErrorOfLibrary(std::system_error(EAGAIN, std::generic_category(), "thread"));
    EXPECT_STREQ(thread.what(),
                 "thread: Resource temporarily unavailable; try again, or raise the limit of processes: ulimit -u");
    EXPECT_EQ(thread.kind(), ErrorKind::kToolchain);
}

TEST(SystemError, ACurrentDirectoryThatWasRemoved) {
    const test::TempSpace space;
    space.MakeDirectory("gone");
    const test::WorkingDirectory inside(space.Path("gone"));
    EXPECT_EQ(CurrentDirectory(), space.Path("gone"));
    space.Remove("gone");
    EXPECT_EQ(test::ErrorOf([] { CurrentDirectory(); }),
              "the current directory: No such file or directory; change into a directory that is there");
}

}  // namespace
}  // namespace pto
