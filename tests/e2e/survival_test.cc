// A hand-edited kernel survives everything, and a build killed anywhere ends right after one more run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

using testing::HasSubstr;

namespace fs = std::filesystem;

// What happens to the directory between the edit and the next replay; returns where the directory is then.
struct Accident {
    const char* name;
    std::function<std::string(Workspace&, const std::string& directory)> happen;
};

std::string Shell(Workspace& work, const std::string& directory, const std::string& command) {
    const Outcome outcome = work.Tool({"sh", "-ec", command}, directory);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    return directory;
}

const Accident kAccidents[] = {
    {"nothing", [](Workspace&, const std::string& directory) { return directory; }},
    {"log_deleted", [](Workspace& work, const std::string& d) { return Shell(work, d, "rm .pto-ninja/.ninja_log"); }},
    {"deps_deleted", [](Workspace& work, const std::string& d) { return Shell(work, d, "rm .pto-ninja/.ninja_deps"); }},
    {"private_directory_deleted",
     [](Workspace& work, const std::string& d) { return Shell(work, d, "rm -r .pto-ninja"); }},
    {"clean", [](Workspace& work, const std::string& d) { return Shell(work, d, "ninja -t clean"); }},
    {"cleandead", [](Workspace& work, const std::string& d) { return Shell(work, d, "ninja -t cleandead"); }},
    {"clean_of_generator_outputs",
     [](Workspace& work, const std::string& d) { return Shell(work, d, "ninja -t clean -g"); }},
    {"other_ptoas_flags",
     [](Workspace& work, const std::string& d) {
         EXPECT_EQ(work.Generate(d, {"--ptoas-flag=--some-flag"}).exit_code, 0);
         return d;
     }},
    {"copied_without_times",
     [](Workspace& work, const std::string& d) {
         Shell(work, d, "cp -r . ../copy");
         return work.Path("copy");
     }},
    {"all_times_equal",
     [](Workspace& work, const std::string& d) { return Shell(work, d, "find . -exec touch -d @1700000000 {} +"); }},
    {"pto_touched", [](Workspace& work, const std::string& d) { return Shell(work, d, "touch ptoas/*.pto"); }},
    {"stashed_and_back",
     [](Workspace& work, const std::string& d) {
         return Shell(
             work, d,
             "git init -q . && git config user.email a@b.c && git config user.name n && mkdir -p x && "
             "cp kernels/aiv/residual.cpp x/edited && git checkout -q -b main && "
             "sed -i 's/TADD(/TSUB(/' kernels/aiv/residual.cpp && git add kernels ptoas && git commit -q -m original "
             "&& "
             "cp x/edited kernels/aiv/residual.cpp && git stash -q && ninja kernels > /dev/null && git stash pop -q");
     }},
};

class SurvivalTest : public testing::TestWithParam<Accident> {};

TEST_P(SurvivalTest, AHandEditedKernelIsKeptAndRun) {
    if (!Workspace::HasReference()) GTEST_SKIP() << "no reference directories; PTO_SHARED names their place";
    Workspace work;
    const Environment env = WithRecordedPtoas(work.Path("ptoas.log"));
    std::string directory = work.CopyReference("gated_residual");
    ASSERT_EQ(work.Replay(directory, env).exit_code, 0);
    EditFile(directory + "/kernels/aiv/residual.cpp", "TSUB(", "TADD(");
    const auto edited = UserFiles(directory);

    directory = GetParam().happen(work, directory);
    if (!fs::exists(directory + "/.pto-ninja/toolchain.ninja")) {
        ASSERT_EQ(work.Generate(directory, {}, env).exit_code, 0);
    }
    const Outcome outcome = work.Ninja(directory, {"replay"}, env);
    EXPECT_THAT(outcome.out, HasSubstr("FAIL out")) << outcome.All();
    auto after = UserFiles(directory);
    after.erase("x/edited");
    EXPECT_EQ(after, edited);
}

INSTANTIATE_TEST_SUITE_P(All, SurvivalTest, testing::ValuesIn(kAccidents),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(SurvivalTest, TheFirstGenerationKeepsAKernelThatWasEditedBeforeIt) {
    if (!Workspace::HasReference()) GTEST_SKIP() << "no reference directories; PTO_SHARED names their place";
    Workspace work;
    const std::string directory = work.CopyReference("gated_residual");
    EditFile(directory + "/kernels/aiv/residual.cpp", "TSUB(", "TADD(");
    const auto edited = UserFiles(directory);
    EXPECT_THAT(work.Replay(directory, WithRecordedPtoas(work.Path("ptoas.log"))).out, HasSubstr("FAIL out"));
    EXPECT_EQ(UserFiles(directory), edited);
}

// Steps of the splice (splice_unit.h) and of the compile (compile_step.cc) at which the tool is killed.
class KilledTest : public testing::TestWithParam<const char*> {};

TEST_P(KilledTest, OneMoreRunEndsInTheRightState) {
    if (!Workspace::HasReference()) GTEST_SKIP() << "no reference directories; PTO_SHARED names their place";
    Workspace work;
    Environment env = WithRecordedPtoas(work.Path("ptoas.log"));
    const std::string directory = work.CopyReference("gated_residual");
    ASSERT_EQ(work.Replay(directory, env).exit_code, 0);
    EditFile(directory + "/kernels/aiv/residual.cpp", "#include <cstdint>", "#include <cstdint>\n// my remark");
    WriteFile(directory + "/ptoas/residual.pto", ReadFile(RecordedPto("gated_residual__residual__add_instead_of_sub")));

    Environment stopping = env;
    stopping.push_back(std::string("PTO_NINJA_TEST_STOP_AT=") + GetParam());
    EXPECT_NE(work.Ninja(directory, {"replay"}, stopping).exit_code, 0) << "the step was never reached";

    EXPECT_THAT(work.Ninja(directory, {"replay"}, env).out, HasSubstr("FAIL out"));
    const std::string kernel = ReadFile(directory + "/kernels/aiv/residual.cpp");
    EXPECT_THAT(kernel, HasSubstr("// my remark"));
    EXPECT_THAT(kernel, HasSubstr("TADD("));
    EXPECT_EQ(work.Ninja(directory, {"kernels"}, env).exit_code, 0);
    EXPECT_TRUE(work.Compiled(directory).empty());
    WriteFile(directory + "/ptoas/residual.pto", ReadFile(RecordedPto("gated_residual__residual__original")));
    EXPECT_EQ(work.Ninja(directory, {"replay"}, env).exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(All, KilledTest,
                         testing::Values("assembled", "before-kernel-1", "after-kernel-1", "before-raw", "after-raw",
                                         "before-state", "after-state", "before-stamp", "after-stamp", "compiled",
                                         "before-object", "after-object", "after-record"),
                         [](const auto& tested) {
                             std::string name = tested.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace pto::test
