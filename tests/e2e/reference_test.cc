// Directories compiled by the real toolchain: the verdict their golden asks for, and the very numbers that the real
// simulator computed from the same inputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "base/dtype.h"
#include "base/file_system.h"
#include "base/text.h"
#include "tensors/npy.h"
#include "tensors/safetensors.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/shared_data.h"

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

std::string RealOutput(const Reference& reference) {
    return SharedRoot() + "/real-outputs/" + reference.directory + "/" + reference.output + ".npy";
}

// fp32: 1e-6 relative (to one, below one); fp16: one unit in the last place.
double Allowed(const DType& dtype, double value) {
    return dtype.form == HostForm::kFp32 ? 1e-6 * std::max(1.0, std::fabs(value)) : UlpAt(dtype, value);
}

void ExpectEqual(const Tensor& actual, const Tensor& real) {
    ASSERT_EQ(actual.bytes.size(), real.bytes.size());
    const size_t step = static_cast<size_t>(actual.dtype->bits) / 8;
    double worst = 0;
    for (size_t at = 0; at < actual.bytes.size(); at += step) {
        const double mine = LoadAsDouble(*actual.dtype, actual.bytes.data() + at);
        const double theirs = LoadAsDouble(*actual.dtype, real.bytes.data() + at);
        worst = std::max(worst, std::fabs(mine - theirs) / Allowed(*actual.dtype, theirs));
    }
    EXPECT_LE(worst, 1.0) << "largest difference in units of what is allowed";
}

class ReferenceTest : public testing::TestWithParam<Reference> {};

TEST_P(ReferenceTest, ReplaysAsTheRealSimulatorDoes) {
    const Reference& reference = GetParam();
    if (!Workspace::HasReference()) GTEST_SKIP() << "no reference directories; PTO_SHARED names their place";
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
    ExpectEqual(outputs.tensors[0], ReadNpy(RealFileSystem(), RealOutput(reference)));
}

INSTANTIATE_TEST_SUITE_P(All, ReferenceTest, testing::ValuesIn(kReferences),
                         [](const auto& tested) { return std::string(tested.param.directory); });

TEST(ReferenceRefusalTest, AFailedCompileAndACompileOnlyDirectorySayWhatTheyAre) {
    if (!Workspace::HasReference()) GTEST_SKIP() << "no reference directories; PTO_SHARED names their place";
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
