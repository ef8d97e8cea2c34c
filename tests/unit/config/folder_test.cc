#include "generator/config/folder.h"

#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

using Names = std::vector<std::string>;

TEST(Folder, ShowsWhatIsInItAsItsRootWasGiven) {
    const MemoryFileSystem files;
    EXPECT_EQ(Folder(files, "a/b/").Shown("x/y"), "a/b/x/y");
    EXPECT_EQ(Folder(files, "a/b/").Shown(), "a/b");
    EXPECT_EQ(Folder(files, "a/b/").root(), "a/b/");
    EXPECT_EQ(Folder(files, ".").Shown("x"), "x");
    EXPECT_EQ(Folder(files, "").Shown(), ".");
    EXPECT_EQ(Folder(files, "a").Below("b").Shown("c"), "a/b/c");
    EXPECT_EQ(Folder(files, "a").Below("").Shown("c"), "a/c");
}

TEST(Folder, ReadsAndListsBelowItsRoot) {
    MemoryFileSystem files;
    files.Add("/d/golden.py", "text").Add("/d/ptoas/b.pto").Add("/d/ptoas/a.pto").Add("/d/ptoas/.pto").Add("/golden");
    const Folder folder(files, "/d");
    EXPECT_TRUE(folder.Has("golden.py"));
    EXPECT_FALSE(folder.Has("golden"));
    EXPECT_FALSE(folder.Has("ptoas"));
    EXPECT_TRUE(folder.HasFolder("ptoas"));
    EXPECT_FALSE(folder.HasFolder("golden.py"));
    EXPECT_EQ(folder.Read("golden.py"), "text");
    EXPECT_EQ(folder.Names(""), (Names{"golden.py", "ptoas"}));
    EXPECT_EQ(folder.Names("ptoas"), (Names{".pto", "a.pto", "b.pto"}));
    EXPECT_EQ(folder.Names("ptoas", ".pto"), (Names{"a.pto", "b.pto"}));
    EXPECT_EQ(folder.Names("golden.py"), Names{}) << "no folder";
    EXPECT_EQ(folder.Below("ptoas").Names(""), (Names{".pto", "a.pto", "b.pto"}));
    EXPECT_EQ(test::ErrorOf([&] { folder.Read("none"); }).substr(0, 8), "/d/none:");
}

}  // namespace
}  // namespace pto::gen
