// A hand-edited kernel survives everything that can happen to a directory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

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
    PTO_NEEDS_DATA("corpus");
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
    PTO_NEEDS_DATA("corpus");
    Workspace work;
    const std::string directory = work.CopyReference("gated_residual");
    EditFile(directory + "/kernels/aiv/residual.cpp", "TSUB(", "TADD(");
    const auto edited = UserFiles(directory);
    EXPECT_THAT(work.Replay(directory, WithRecordedPtoas(work.Path("ptoas.log"))).out, HasSubstr("FAIL out"));
    EXPECT_EQ(UserFiles(directory), edited);
}

}  // namespace
}  // namespace pto::test
