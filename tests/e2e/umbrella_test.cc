// A whole build_output/: generated, listed and replayed through one build.ninja, whatever is wrong with some of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;

const std::string kNinja = std::string(PTO_BIN_DIR) + "/pto-ninja";

class UmbrellaTest : public testing::Test {
  protected:
    std::string Add(const std::string& name) {
        std::filesystem::create_directories(std::filesystem::path(tree_ + "/" + name).parent_path());
        return work_.CopyExample("scale_shift", "tree/" + name);
    }
    Outcome List() { return work_.Tool({kNinja, "list", tree_}); }

    Workspace work_;
    std::string tree_ = work_.Path("tree");
};

TEST_F(UmbrellaTest, BrokenDirectoriesExplainThemselvesAndTheOthersReplay) {
    Add("deep/er/one");
    Add("two words");
    const std::string broken = Add("broken");
    EditFile(broken + "/kernel_config.py", "KERNELS = [", "KERNELS = [[");
    const std::string published = Add("published");
    WriteFile(published + "/artifact_manifest.json", "{}");
    std::filesystem::create_directory_symlink("..", tree_ + "/deep/loop");
    const Outcome generated = work_.Generate(tree_);
    EXPECT_EQ(generated.exit_code, 2);
    EXPECT_THAT(generated.err, HasSubstr("broken/kernel_config.py:"));
    EXPECT_THAT(generated.err, HasSubstr("published"));
    EXPECT_THAT(generated.out, HasSubstr(tree_ + ": 2 of 4 directories; next: ninja -C " + tree_ + " replay\n"));
    const Outcome replayed = work_.Ninja(tree_, {"replay"});
    EXPECT_EQ(replayed.exit_code, 1);
    EXPECT_THAT(replayed.out,
                HasSubstr("pto-ninja: replay: 2 of 4 directories done; failed: broken (no run), published (no run)\n"));
    EXPECT_EQ(LastRun(tree_ + "/deep/er/one", "result"), "\"passed\"");
    EXPECT_EQ(LastRun(tree_ + "/two words", "result"), "\"passed\"");
    EXPECT_FALSE(std::filesystem::exists(published + "/build.ninja")) << "a published entry is not written to";
}

// The reason is outside of the directories, so that no file of theirs is named.
TEST_F(UmbrellaTest, AnErrorSaysWhichDirectoryItIsAbout) {
    const EnvironmentVariable none("SIMPLER_ROOT", nullptr);
    Add("one");
    Add("two");
    const std::string what =
        ": platform 'a2a3' needs the real runtime, and none is set; set SIMPLER_ROOT to a checkout of it, or choose "
        "the simulator with --platform a2a3sim\n";
    const auto named = [&](const std::string& directory) {
        return "pto-ninja: error: " + tree_ + "/" + directory + what;
    };
    const Outcome tree = work_.Tool({kNinja, tree_, "--platform", "a2a3"});
    EXPECT_EQ(tree.exit_code, 3);
    EXPECT_EQ(tree.err, named("one") + named("two"));
    EXPECT_EQ(work_.Tool({kNinja, tree_ + "/one", tree_ + "/two", "--platform", "a2a3"}).err, tree.err);
    const Outcome quiet = work_.Tool({kNinja, "generate", "--quiet", tree_ + "/one", "--platform", "a2a3"});
    EXPECT_EQ(quiet.err, named("one")) << "as a build over a tree calls it";
}

TEST_F(UmbrellaTest, OneTargetPerDirectoryAndNewOnesAreFound) {
    Add("one");
    EXPECT_EQ(work_.Generate(tree_).exit_code, 0);
    Add("two");
    std::filesystem::remove_all(tree_ + "/one");
    EXPECT_EQ(work_.Ninja(tree_, {"two/replay"}).exit_code, 0);
    EXPECT_EQ(LastRun(tree_ + "/two", "result"), "\"passed\"");
    EXPECT_THAT(work_.Ninja(tree_, {"one/replay"}).All(), HasSubstr("unknown target 'one/replay'"));
    const Outcome idle = work_.Ninja(tree_, {"two/kernels"});
    EXPECT_THAT(idle.All(), testing::Not(HasSubstr("write build.ninja again")));
}

TEST_F(UmbrellaTest, ListTellsWhatEachIsAndWhetherItIsStale) {
    const std::string one = Add("one");
    EXPECT_THAT(List().out, HasSubstr("one        L2    a2a3sim   1        -            not generated\n"));
    EXPECT_EQ(work_.Replay(one).exit_code, 0);
    EXPECT_THAT(List().out, HasSubstr("one        L2    a2a3sim   1        passed       up to date\n"));
    const std::string kernel = one + "/kernels/aiv/scale_shift.cpp";
    WriteFile(kernel, ReadFile(kernel) + "//\n");
    EXPECT_THAT(List().out,
                HasSubstr("one        L2    a2a3sim   1        passed       1 of 2 binaries stale (source)\n"));
}

// Nothing runs for it: the list tells, and each build while it is so.
TEST_F(UmbrellaTest, AnEditOfWhatPtoasPrintedIsTold) {
    PTO_NEEDS_DATA("corpus");
    PTO_NEEDS_DATA("recorded-ptoas");
    std::filesystem::create_directories(tree_);
    const std::string one = work_.CopyReference("gated_residual", "tree/one");
    const Environment env = WithRecordedPtoas(work_.Path("log"));
    ASSERT_EQ(work_.Replay(one, env).exit_code, 0);
    EXPECT_THAT(List().out, HasSubstr(" passed       up to date\n"));
    EditFile(one + "/ptoas/residual.cpp", "TSUB(", "TADD(");
    EXPECT_THAT(List().out, HasSubstr(" passed       1 ptoas/*.cpp edited, which reaches no kernel\n"));
    const Outcome built = work_.Ninja(one, {"replay"}, env);
    const std::string note =
        "pto-ninja: note: ptoas/residual.cpp: edited, and no kernel is made from it: edit ptoas/residual.pto, or the "
        "kernel itself\n";
    EXPECT_EQ(built.exit_code, 0) << built.All();
    EXPECT_THAT(work_.Compiled(one), testing::IsEmpty());
    EXPECT_THAT(built.All(), HasSubstr(note));
    EXPECT_THAT(work_.Ninja(one, {"replay"}, env).All(), HasSubstr(note));
    EditFile(one + "/ptoas/residual.cpp", "TADD(", "TSUB(");
    EXPECT_THAT(work_.Ninja(one, {"replay"}, env).All(), testing::Not(HasSubstr("pto-ninja: note")));
    EXPECT_THAT(List().out, HasSubstr(" passed       up to date\n"));
}

TEST_F(UmbrellaTest, ATreeWithoutAnyIsOneError) {
    std::filesystem::create_directories(tree_ + "/empty");
    const Outcome listed = List();
    EXPECT_EQ(listed.exit_code, 2);
    EXPECT_EQ(listed.err, "pto-ninja: error: " + tree_ +
                              ": no compiled directory in it or below it; give the path of a build_output/ or of a "
                              "compiled directory in it\n");
    EXPECT_EQ(work_.Generate(tree_).exit_code, 2);
}

TEST(LevelDelegateTest, ReplayBelowNextLevelsIsThatOfTheDirectoryAbove) {
    PTO_NEEDS_DATA("corpus");
    Workspace work;
    const std::string directory = work.CopyReference("two_orchs");
    ASSERT_EQ(work.Generate(directory).exit_code, 0);
    const Outcome below = work.Ninja(directory + "/next_levels/decode", {"replay"});
    EXPECT_EQ(below.exit_code, 0) << below.All();
    EXPECT_THAT(work.Compiled(directory), testing::ElementsAre("decode/decode", "decode/tile_triple"));
    EXPECT_EQ(work.Ninja(directory, {"decode/replay"}).exit_code, 0);
    EXPECT_THAT(work.Compiled(directory), testing::IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(directory + "/next_levels/decode/.ninja_log"));
}

}  // namespace
}  // namespace pto::test
