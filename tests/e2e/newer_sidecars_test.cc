// Directories of September 2026 and later: PyPTO's kernel mode, and types that are not known yet.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// What PyPTO appends to the orchestration of a program that torch calls.
constexpr const char* kKernelModeLines = R"(
#include <type_traits>
static_assert(std::is_same_v<decltype(aicpu_orchestration_entry), void(const ChipTaskArgs&)>);
extern "C" __attribute__((visibility("default"))) const char* pypto_kernel_abi_descriptor() {
    return "pypto-kernel-abi-v1:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
}
)";

TEST(NewerSidecarsTest, KernelModeIsBuiltAndRunAsAProgram) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    const std::string sidecar = directory + "/compiled_meta.json";
    const std::string orchestration = directory + "/orchestration/scale_shift.cpp";
    WriteFile(orchestration, ReadFile(orchestration) + kKernelModeLines);
    EditFile(sidecar, "\"schema\": 1", "\"schema\": 2, \"supported_execution_modes\": [\"kernel\"]");
    EditFile(sidecar, "a2a3sim", "a2a3");
    ASSERT_EQ(work.Generate(directory, {"--platform", "a2a3sim"}).exit_code, 0);
    const Outcome run = work.Ninja(directory, {"replay"});
    EXPECT_EQ(run.exit_code, 0) << run.All();
    EXPECT_EQ(LastRun(directory, "result"), "\"passed\"");

    const Outcome info = work.Tool({std::string(PTO_BIN_DIR) + "/pto-ninja", "info", directory});
    EXPECT_THAT(info.out, HasSubstr("\nmodes         kernel  (supported_execution_modes of the sidecar)\n"));
    EXPECT_THAT(info.out, HasSubstr("\ngeneration    mixed  (schema 2 in compiled_meta.json since 2026-09-15; "));

    // Another type of an output changes no binary, and is refused where its bytes are asked for.
    EditFile(sidecar, "\"dtype\": \"fp32\"", "\"dtype\": \"fp6\"");
    const Outcome again = work.Generate(directory, {"--platform", "a2a3sim"});
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_THAT(again.err, HasSubstr("note: compiled_meta.json: the data type 'fp6' of 'x' and 'y' is not known: the "
                                     "program is built, and cannot be run\n"));
    EXPECT_EQ(work.Ninja(directory, {"ready"}).exit_code, 0);
    EXPECT_THAT(work.Compiled(directory), IsEmpty());
    const Outcome refused = work.Ninja(directory, {"replay"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.All(), HasSubstr("compiled_meta.json: params[0].dtype is 'fp6', the type of parameter 'x', "
                                         "expected a data type that is known, like 'fp32'; "));
}

}  // namespace
}  // namespace pto::test
