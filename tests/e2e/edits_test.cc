// What an edit costs and what it does: exactly the objects it reaches are made again, and the new code is judged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>

#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kScale[] = "/kernels/aiv/scale.cpp";

TEST(EditTest, AHeaderOfOneKernelRebuildsThatKernel) {
    Workspace work;
    const std::string directory = work.CopyExample("three_steps");
    WriteFile(directory + "/kernels/aiv/factor.h", "#define EXTRA_FACTOR 1.0f\n");
    EditFile(directory + kScale, "using namespace pto;", "#include \"factor.h\"\nusing namespace pto;");
    EditFile(directory + kScale, "x_tile, factor);", "x_tile, factor * EXTRA_FACTOR);");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);

    WriteFile(directory + "/kernels/aiv/factor.h", "#define EXTRA_FACTOR 2.0f\n");
    const Outcome edited = work.Ninja(directory, {"replay"});
    EXPECT_THAT(work.Compiled(directory), ElementsAre("scale"));
    EXPECT_EQ(edited.exit_code, 1);
    EXPECT_THAT(edited.out, HasSubstr("FAIL out"));
}

TEST(EditTest, TheOrchestrationAndMetadataRebuildOnlyWhatTheyReach) {
    Workspace work;
    const std::string directory = work.CopyExample("three_steps");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    EditFile(directory + "/orchestration/three_steps.cpp", "to_u64(0.5f)", "to_u64(0.25f)");
    EXPECT_THAT(work.Ninja(directory, {"replay"}).out, HasSubstr("FAIL out"));
    EXPECT_THAT(work.Compiled(directory), ElementsAre("three_steps"));
    EditFile(directory + "/orchestration/three_steps.cpp", "to_u64(0.25f)", "to_u64(0.5f)");
    ASSERT_EQ(work.Ninja(directory, {"replay"}).exit_code, 0);

    // A renamed kernel is another manifest; its own compile says its name, and no other takes place.
    EditFile(directory + "/kernel_config.py", "\"name\": \"scale\"", "\"name\": \"rescale\"");
    const Outcome renamed = work.Ninja(directory, {"replay"});
    EXPECT_EQ(renamed.exit_code, 0) << renamed.All();
    EXPECT_THAT(ReadFile(directory + "/.pto-ninja/manifest.json"), HasSubstr("rescale"));
    EXPECT_THAT(work.Compiled(directory), ElementsAre("rescale"));
}

TEST(EditTest, GoldenDataAndTolerancesAreJudgedAgainWithoutACompile) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    // Outputs that are newer than golden.py and its inputs are what is expected.
    std::filesystem::copy_file(directory + "/data/in/x.pt", directory + "/data/out/y.pt",
                               std::filesystem::copy_options::overwrite_existing);
    const Outcome changed = work.Ninja(directory, {"replay"});
    EXPECT_EQ(changed.exit_code, 1);
    EXPECT_THAT(changed.out, HasSubstr("FAIL y"));
    EXPECT_THAT(work.Compiled(directory), IsEmpty());

    EditFile(directory + "/golden.py", "RTOL = 1e-6", "RTOL = 1e6");
    const Outcome tolerant = work.Ninja(directory, {"replay"});
    EXPECT_THAT(tolerant.out, HasSubstr("rtol 1000000"));
}

// Another input gives another output, of which data/out knows nothing: whoever has torch computes it.
TEST(EditTest, EditedInputsAreNotJudgedByTheOutputsOfOthers) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    std::filesystem::copy_file(directory + "/data/out/y.pt", directory + "/data/in/x.pt",
                               std::filesystem::copy_options::overwrite_existing);
    const Outcome changed = work.Ninja(directory, {"replay"});
    EXPECT_THAT(changed.out, testing::Not(HasSubstr("FAIL y")));
    if (changed.exit_code == 0) {
        EXPECT_THAT(changed.out, HasSubstr("PASS y"));
    } else {
        EXPECT_THAT(changed.All(), HasSubstr("data/in has changed since data/out was written, but no Python can run "
                                             "golden.py: "));
    }
}

TEST(EditTest, AKernelThatDoesNothingFailsEvenWhereTheOutputIsAnInput) {
    PTO_NEEDS_DATA("corpus");
    Workspace work;
    const std::string directory = work.CopyReference("accumulate_inout");
    EditFile(directory + "/kernels/aiv/accumulate_incore_0.cpp", "    accumulate_incore_0(x__ssa_v0, acc__ssa_v0);",
             "");
    const Outcome outcome = work.Replay(directory);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, HasSubstr("FAIL acc"));
}

TEST(EditTest, ASyntaxErrorNamesFileAndLineAndTheRepairBuilds) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    EditFile(directory + "/kernels/aiv/scale_shift.cpp", "TMULS(tile, tile, 2.0f);", "TMULS(tile, tile, 2.0f)");
    const Outcome broken = work.Ninja(directory, {"replay"});
    EXPECT_EQ(broken.exit_code, 1);
    EXPECT_THAT(broken.All(), HasSubstr("kernels/aiv/scale_shift.cpp:"));
    EditFile(directory + "/kernels/aiv/scale_shift.cpp", "TMULS(tile, tile, 2.0f)", "TMULS(tile, tile, 2.0f);");
    EXPECT_EQ(work.Ninja(directory, {"replay"}).exit_code, 0);
    EXPECT_THAT(work.Compiled(directory), ElementsAre("scale_shift"));
}

TEST(EditTest, AnUnknownInstructionIsNamedWithTheWayOut) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    EditFile(directory + "/kernels/aiv/scale_shift.cpp", "TMULS(tile, tile, 2.0f);", "TQUANTIZE(tile, tile, 2.0f);");
    const Outcome outcome = work.Replay(directory);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.All(), HasSubstr("'TQUANTIZE' is not an instruction of the embedded headers"));
    EXPECT_THAT(outcome.All(), HasSubstr("PTO_ISA_ROOT"));
}

TEST(EditTest, ADeletedKernelIsNamedAndItsReturnBuilds) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    const std::string kernel = directory + "/kernels/aiv/scale_shift.cpp";
    std::filesystem::rename(kernel, kernel + ".away");
    const Outcome gone = work.Ninja(directory, {"replay"});
    EXPECT_EQ(gone.exit_code, 1);
    EXPECT_THAT(gone.All(), HasSubstr("kernels/aiv/scale_shift.cpp"));
    std::filesystem::rename(kernel + ".away", kernel);
    EXPECT_EQ(work.Ninja(directory, {"replay"}).exit_code, 0);
}

TEST(EditTest, ACleanKeepsSourcesAndTheNextBuildMakesEverything) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    const std::string source = ReadFile(directory + "/kernels/aiv/scale_shift.cpp");
    ASSERT_EQ(work.Ninja(directory, {"-t", "clean"}).exit_code, 0);
    EXPECT_EQ(ReadFile(directory + "/kernels/aiv/scale_shift.cpp"), source);
    EXPECT_TRUE(std::filesystem::exists(directory + "/data/in/x.pt"));
    EXPECT_EQ(work.Ninja(directory, {"replay"}).exit_code, 0);
    EXPECT_THAT(work.Compiled(directory), ElementsAre("scale_shift", "scale_shift"));
}

TEST(EditTest, TheHeadersOfEveryObjectAreKnownToNinja) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    const Outcome deps = work.Ninja(directory, {"-t", "deps"});
    EXPECT_THAT(deps.out, HasSubstr("pto-inst.hpp"));
    EXPECT_THAT(deps.out, testing::Not(HasSubstr("#deps 0")));
}

}  // namespace
}  // namespace pto::test
