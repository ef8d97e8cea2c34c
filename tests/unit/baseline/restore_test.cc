#include "generator/baseline/restore.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <functional>

#include "base/error.h"
#include "generator/baseline/tar.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

namespace fs = std::filesystem;
using test::EnvironmentVariable;
using test::TempSpace;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::time_t kNow = 1'700'000'000;  // 2023-11-14 22:13:20 UTC

// The real disk, and somebody else who acts after each write.
class SharedDisk : public RealFileSystem {
  public:
    void Write(const std::string& path, std::string_view content) override {
        RealFileSystem::Write(path, content);
        if (after_write) after_write(path);
    }
    std::function<void(const std::string& path)> after_write;
};

class RestoreTest : public ::testing::Test {
  protected:
    RestoreTest() {
        std::string archive;
        for (const char* name : {"golden.py", "kernels/aiv/a.cpp", "kernels/aiv/b.cpp", "ptoas/u.cpp", "ptoas/u.pto"}) {
            space_.Write(Path(name), Compiled(name));
            archive += TarEntryText({name, Compiled(name), 0});
        }
        space_.Write(Path(".pto-ninja/baseline/sources.tar"), archive + TarEnd());
    }

    static std::string Path(const std::string& name) { return "d/" + name; }
    static std::string Compiled(const std::string& name) { return "compiled " + name + "\n"; }
    std::string Root() const { return space_.Path("d"); }

    Restored Restore(const std::vector<std::string>& paths = {}) {
        const Baseline baseline = LoadBaseline(files_, Root());
        return RestoreFiles(files_, Root(), baseline, paths.empty() ? baseline.Paths() : paths, kNow);
    }

    TempSpace space_;
    SharedDisk files_;
    EnvironmentVariable zone_{"TZ", "UTC"};
};

TEST_F(RestoreTest, PutsBackWhatDiffersAndKeepsIt) {
    space_.Write(Path("kernels/aiv/a.cpp"), "mine\n");
    space_.SetTime(Path("kernels/aiv/a.cpp"), 1'600'000'000'000'000'000);
    const int64_t untouched = space_.Time(Path("kernels/aiv/b.cpp"));
    const Restored restored = Restore();
    EXPECT_THAT(restored.paths, ElementsAre("kernels/aiv/a.cpp"));
    EXPECT_EQ(restored.kept_in, Root() + "/.pto-ninja/replaced/20231114-221320");
    EXPECT_EQ(space_.Read(Path("kernels/aiv/a.cpp")), Compiled("kernels/aiv/a.cpp"));
    const std::string kept = Path(".pto-ninja/replaced/20231114-221320/kernels/aiv/a.cpp");
    EXPECT_EQ(space_.Read(kept), "mine\n");
    EXPECT_EQ(space_.Time(kept), 1'600'000'000'000'000'000);
    EXPECT_EQ(space_.Time(Path("kernels/aiv/b.cpp")), untouched);
    EXPECT_THAT(Restore().paths, IsEmpty());
    EXPECT_FALSE(space_.Exists(Path(".pto-ninja/replaced/20231114-221320-1")));
}

TEST_F(RestoreTest, NeverKeepsInAFolderThatIsThereAlready) {
    for (const char* folder : {"20231114-221320", "20231114-221320-1", "20231114-221320-2"}) {
        space_.Write(Path("golden.py"), folder);
        EXPECT_EQ(Restore().kept_in, Root() + "/.pto-ninja/replaced/" + folder);
    }
    EXPECT_EQ(space_.Read(Path(".pto-ninja/replaced/20231114-221320/golden.py")), "20231114-221320");
    EXPECT_EQ(space_.Read(Path(".pto-ninja/replaced/20231114-221320-2/golden.py")), "20231114-221320-2");
}

TEST_F(RestoreTest, DeletedFilesComeBackAndNothingIsKeptForThem) {
    fs::remove_all(space_.Path(Path("kernels")));
    const Restored restored = Restore();
    EXPECT_THAT(restored.paths, ElementsAre("kernels/aiv/a.cpp", "kernels/aiv/b.cpp"));
    EXPECT_EQ(restored.kept_in, "");
    EXPECT_EQ(space_.Read(Path("kernels/aiv/b.cpp")), Compiled("kernels/aiv/b.cpp"));
    EXPECT_FALSE(space_.Exists(Path(".pto-ninja/replaced")));
}

TEST_F(RestoreTest, OnlyTheFilesThatWereAskedFor) {
    space_.Write(Path("kernels/aiv/a.cpp"), "mine\n");
    space_.Write(Path("kernels/aiv/b.cpp"), "mine too\n");
    EXPECT_THAT(Restore({"kernels/aiv/b.cpp"}).paths, ElementsAre("kernels/aiv/b.cpp"));
    EXPECT_EQ(space_.Read(Path("kernels/aiv/a.cpp")), "mine\n");
}

TEST_F(RestoreTest, APtoGoesBeforeItsRawTextAndBothBeforeTheRest) {
    for (const char* name : {"golden.py", "ptoas/u.cpp", "ptoas/u.pto"}) space_.Write(Path(name), "mine\n");
    EXPECT_THAT(Restore().paths, ElementsAre("ptoas/u.pto", "ptoas/u.cpp", "golden.py"));
}

TEST_F(RestoreTest, ALinkBecomesAFileAndItsTargetStays) {
    space_.Write("elsewhere/mine.cpp", "mine\n");
    space_.Remove(Path("kernels/aiv/a.cpp"));
    space_.Remove(Path("kernels/aiv/b.cpp"));
    fs::create_symlink("../../../elsewhere/mine.cpp", space_.Path(Path("kernels/aiv/a.cpp")));
    fs::create_symlink("nowhere", space_.Path(Path("kernels/aiv/b.cpp")));
    const Restored restored = Restore();
    EXPECT_THAT(restored.paths, ElementsAre("kernels/aiv/a.cpp", "kernels/aiv/b.cpp"));
    EXPECT_EQ(space_.Read("elsewhere/mine.cpp"), "mine\n");
    EXPECT_FALSE(fs::is_symlink(space_.Path(Path("kernels/aiv/a.cpp"))));
    EXPECT_EQ(space_.Read(Path("kernels/aiv/a.cpp")), Compiled("kernels/aiv/a.cpp"));
    EXPECT_TRUE(fs::is_symlink(restored.kept_in + "/kernels/aiv/a.cpp"));
    EXPECT_EQ(files_.Read(restored.kept_in + "/kernels/aiv/a.cpp"), "mine\n");
    EXPECT_TRUE(fs::is_symlink(restored.kept_in + "/kernels/aiv/b.cpp"));
}

// Neither is read there for a diff nor written.
TEST_F(RestoreTest, AFolderThatLeadsOutIsNotFollowed) {
    fs::rename(space_.Path(Path("kernels/aiv")), space_.Path("elsewhere"));
    space_.Write("elsewhere/a.cpp", "theirs\n");
    fs::create_symlink("../../elsewhere", space_.Path(Path("kernels/aiv")));
    const std::string refused = Root() +
                                "/kernels/aiv: is a link that leads out of the directory, to where 'kernels/aiv/a.cpp' "
                                "is not looked for; put the folder itself in its place, or delete " +
                                Root() + "/.pto-ninja/baseline/sources.tar";
    const Baseline baseline = LoadBaseline(files_, Root());
    for (const bool restores : {false, true}) {
        try {
            if (restores) Restore();
            FindChanges(files_, Root(), baseline, baseline.Paths());
            FAIL() << "no error";
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()), refused);
        }
    }
    EXPECT_EQ(space_.Read("elsewhere/a.cpp"), "theirs\n");
    // One that stays inside is the user's way to lay out the directory.
    fs::remove(space_.Path(Path("kernels/aiv")));
    fs::rename(space_.Path("elsewhere"), space_.Path(Path("vector")));
    fs::create_symlink("../vector", space_.Path(Path("kernels/aiv")));
    EXPECT_THAT(Restore().paths, ElementsAre("kernels/aiv/a.cpp"));
    EXPECT_EQ(space_.Read(Path("vector/a.cpp")), Compiled("kernels/aiv/a.cpp"));
}

TEST_F(RestoreTest, WhatSomebodySavesMeanwhileIsLeftAlone) {
    for (const char* name : {"golden.py", "kernels/aiv/a.cpp", "kernels/aiv/b.cpp"}) space_.Write(Path(name), "mine\n");
    files_.after_write = [this](const std::string& path) {
        if (path.ends_with("/kernels/aiv/b.cpp")) space_.Write(Path("kernels/aiv/a.cpp"), "saved just now\n");
    };
    try {
        Restore();
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()),
                  Root() +
                      "/kernels/aiv/a.cpp: was changed by somebody else just now and is left as it is; run the restore "
                      "again when nothing else writes to the directory; what was replaced before it is in '" +
                      Root() + "/.pto-ninja/replaced/20231114-221320'");
    }
    EXPECT_EQ(space_.Read(Path("kernels/aiv/a.cpp")), "saved just now\n");
    EXPECT_EQ(space_.Read(Path("kernels/aiv/b.cpp")), "mine\n");
    EXPECT_EQ(space_.Read(Path("golden.py")), Compiled("golden.py"));
}

TEST_F(RestoreTest, EverythingIsKeptBeforeAnythingIsReplaced) {
    for (const char* name : {"golden.py", "kernels/aiv/a.cpp"}) space_.Write(Path(name), "mine\n");
    std::vector<std::string> writes;
    files_.after_write = [&](const std::string& path) { writes.push_back(path.substr(Root().size() + 1)); };
    Restore();
    EXPECT_THAT(writes,
                ElementsAre(".pto-ninja/replaced/20231114-221320/golden.py",
                            ".pto-ninja/replaced/20231114-221320/kernels/aiv/a.cpp", "golden.py", "kernels/aiv/a.cpp"));
}

std::string ErrorOfRawTexts(const std::vector<FileChange>& changes, const std::vector<FileChange>& all) {
    try {
        CheckRawTexts(changes, all);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kUsage);
        return error.what();
    }
    return "no error";
}

TEST(CheckRawTextsTest, ARawTextNeedsItsEditedPto) {
    const FileChange raw{"next_levels/x/ptoas/u.cpp", "a", "b"};
    const FileChange pto{"next_levels/x/ptoas/u.pto", "a", "b"};
    const FileChange kernel{"kernels/aiv/u.cpp", "a", "b"};
    EXPECT_EQ(ErrorOfRawTexts({raw}, {kernel, raw, pto}),
              "next_levels/x/ptoas/u.cpp: is what ptoas made of 'next_levels/x/ptoas/u.pto', which is edited and would "
              "not be restored; restore 'next_levels/x/ptoas/u.pto' as well, or alone: the next build then assembles "
              "it");
    EXPECT_EQ(ErrorOfRawTexts({raw, pto}, {kernel, raw, pto}), "no error");
    EXPECT_EQ(ErrorOfRawTexts({raw}, {kernel, raw}), "no error");
    EXPECT_EQ(ErrorOfRawTexts({pto, kernel}, {kernel, raw, pto}), "no error");
}

}  // namespace
}  // namespace pto::gen
