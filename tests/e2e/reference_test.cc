// Directories compiled by the real toolchain: the verdict their golden asks for, and the very numbers that the real
// simulator computed from the same inputs.
#include "tests/e2e/support/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file_system.h"
#include "tensors/npy.h"
#include "tensors/safetensors.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;

struct Reference {
    const char* directory;
    const char* output;  // null: no golden, nothing to judge
    const char* flags;   // PTO_REPLAY_FLAGS
};

const Reference kReferences[] = {
    {"gated_residual", "out", ""},
    {"linear_relu", "y", ""},
    {"softmax_rows", "y", ""},
    {"accumulate_inout", "acc", ""},
    {"block_rows_spmd", "y", ""},
    {"wide_chain", "out", ""},
    {"scaled_rows_dynamic", nullptr, "--shape x=48x64 --shape y=48x64 --scalar blocks=3"},
    {"clamp_scale_a5", nullptr, ""},
};

class ReferenceTest : public testing::TestWithParam<Reference> {};

TEST_P(ReferenceTest, ReplaysAsTheRealSimulatorDoes) {
    const Reference& reference = GetParam();
    PTO_NEEDS_DATA("corpus");
    Workspace work;
    const std::string directory = work.CopyReference(reference.directory);
    const std::string saved = work.Path("saved.safetensors");
    const Environment env = {"PTO_REPLAY_FLAGS=" + std::string(reference.flags) + " --save-outputs " + saved};
    const Outcome outcome = work.Replay(directory, env);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.All();
    if (reference.output == nullptr) {
        EXPECT_THAT(outcome.out, HasSubstr("not validated"));
        EXPECT_EQ(LastRun(directory, "result"), "\"not validated\"");
        return;
    }
    EXPECT_THAT(outcome.out, HasSubstr(std::string("PASS ") + reference.output));
    const SafetensorsFile outputs = ReadSafetensors(saved);
    ASSERT_EQ(outputs.tensors.size(), 1U);
    ExpectNearReal(outputs.tensors[0],
                   ReadNpy(RealFileSystem(), RealOutputFile(reference.directory, reference.output)));
}

INSTANTIATE_TEST_SUITE_P(All, ReferenceTest, testing::ValuesIn(kReferences),
                         [](const auto& tested) { return std::string(tested.param.directory); });

TEST(ReferenceRefusalTest, AFailedCompileAndACompileOnlyDirectorySayWhatTheyAre) {
    PTO_NEEDS_DATA("corpus");
    Workspace work;
    const Outcome failed = work.Generate(work.CopyReference("failed_compile"));
    EXPECT_EQ(failed.exit_code, 2);
    EXPECT_THAT(failed.err, HasSubstr("report/codegen_errors.txt"));
    const Outcome compile_only = work.Generate(work.CopyReference("compile_only"));
    EXPECT_EQ(compile_only.exit_code, 2);
    EXPECT_THAT(compile_only.err, HasSubstr("skip_ptoas"));
}

}  // namespace
}  // namespace pto::test
