#include "base/folder_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/error_of.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

using Names = std::vector<std::string>;

TEST(FolderFiles, NamesAreThoseBelowTheFolder) {
    const test::TempSpace space;
    space.Write("d/kernels/a.cpp", "text");
    space.Write("elsewhere", "far");
    RealFileSystem files;
    for (const std::string& root : {space.Path("d"), space.Path("d/")}) {
        FolderFiles folder(files, root);
        EXPECT_EQ(folder.Read("kernels/a.cpp"), "text");
        EXPECT_EQ(folder.Read(space.Path("elsewhere")), "far") << "absolute";
        EXPECT_EQ(folder.List("."), Names{"kernels"});
        EXPECT_EQ(folder.List("kernels"), Names{"a.cpp"});
        EXPECT_TRUE(IsDirectory(folder, ""));
        EXPECT_FALSE(folder.Stat("elsewhere"));
        EXPECT_EQ(folder.LinkTarget("kernels/a.cpp"), std::nullopt);
    }
}

TEST(FolderFiles, WritesLinksAndRemovesThere) {
    const test::TempSpace space;
    space.MakeDirectory("d");
    ASSERT_EQ(symlink("far", space.Path("d/link").c_str()), 0);
    RealFileSystem files;
    FolderFiles folder(files, space.Path("d"));
    folder.Write("new/file", "one");
    folder.Link("new/file", "second");
    folder.WriteThroughLink("link", "behind");
    folder.SetTime("new/file", 5'000'000'007);
    EXPECT_EQ(space.Read("d/new/file"), "one");
    EXPECT_EQ(space.Read("d/far"), "behind");
    EXPECT_EQ(folder.Stat("second")->mtime_ns, 5'000'000'007);
    folder.Remove("second");
    EXPECT_EQ(folder.List("."), (Names{"far", "link", "new"}));
    EXPECT_EQ(folder.LinkTarget("link"), std::filesystem::canonical(space.Path("d/far")).string());
}

// As in a process that is in the directory.
TEST(FolderFiles, MessagesShowTheNameThatWasAskedFor) {
    const test::TempSpace space;
    space.Write("d/file", "");
    space.MakeDirectory("d/folder");
    RealFileSystem files;
    FolderFiles folder(files, space.Path("d"));
    const auto error = [](auto call) { return test::ErrorOf(call); };
    EXPECT_EQ(error([&] { folder.Read("none"); }), "none: cannot be read: No such file or directory");
    EXPECT_EQ(error([&] { folder.Read("folder"); }), "folder: is a directory, expected a file; move it away");
    EXPECT_EQ(error([&] { folder.List("file"); }), "file: is no directory, expected one; move it away");
    EXPECT_EQ(error([&] { folder.Write("folder", ""); }),
              "folder: a directory is in the place of a file; remove the directory");
    EXPECT_EQ(error([&] { folder.Write("file/x", ""); }), "file: is no directory, expected one; move it away");
    const std::string none = space.Path("none");
    EXPECT_EQ(error([&] { folder.Read(none); }), none + ": cannot be read: No such file or directory");
}

// Names as they are: the process is in the directory.
TEST(FolderFiles, TheCurrentDirectoryAddsNothing) {
    const test::TempSpace space;
    space.Write("file", "text");
    const test::WorkingDirectory inside(space.Root());
    RealFileSystem files;
    for (const char* root : {"", "."}) {
        FolderFiles folder(files, root);
        EXPECT_EQ(folder.Read("file"), "text");
        EXPECT_EQ(folder.List("."), Names{"file"});
    }
}

}  // namespace
}  // namespace pto
