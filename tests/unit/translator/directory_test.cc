#include "tests/support/translator/directory.h"

#include <gtest/gtest.h>

namespace pto::test {
namespace {

TEST(TranslatorDirectory, KindsFollowFromPaths) {
    const std::pair<const char*, FileKind> kKinds[] = {
        {"compiled_meta.json", FileKind::kCompiledMeta},
        {"next_levels/decode/compiled_meta.json", FileKind::kCompiledMeta},
        {"distributed_meta.json", FileKind::kDistributedMeta},
        {"orchestration/main.cpp", FileKind::kOrchestration},
        {"next_levels/decode/orchestration/decode.cpp", FileKind::kOrchestration},
        {"kernels/aic/gemm.cpp", FileKind::kKernel},
        {"next_levels/decode/kernels/aiv/scale.cpp", FileKind::kKernel},
        {"ptoas/scale.cpp", FileKind::kRaw},
        {"ptoas/scale.pto", FileKind::kOther},
        {"kernels/aiv/scale.pto", FileKind::kOther},
        {"orchestration/host_orch.py", FileKind::kOther},
        {"kernel_config.py", FileKind::kOther},
        {"golden.py", FileKind::kOther},
        {"data/in/x.pt", FileKind::kOther},
        {"next_levels/publish/report/codegen_errors.txt", FileKind::kOther},
    };
    for (const auto& [path, kind] : kKinds) EXPECT_EQ(KindOf(path), kind) << path;
}

TEST(TranslatorDirectory, EveryKindGoesToItsTranslation) {
    EXPECT_EQ(TranslateFile(FileKind::kOrchestration, "PTO2_SCOPE()", Newest()), "SIMPLER_SCOPE()");
    EXPECT_EQ(TranslateFile(FileKind::kKernel, "ChipTensor* x;", Newest()), "Tensor* x;");
    EXPECT_EQ(TranslateFile(FileKind::kRaw, "ChipTensor", FindGeneration("late_august")), "ChipTensor");
    EXPECT_EQ(TranslateFile(FileKind::kCompiledMeta, R"({"schema": 1})", FindGeneration("late_august")),
              "{\n  \"schema\": 1\n}");
    EXPECT_EQ(TranslateFile(FileKind::kDistributedMeta, R"({"schema": 2})", FindGeneration("late_august")),
              "{\n  \"schema\": 2\n}");
    EXPECT_EQ(TranslateFile(FileKind::kOther, "ChipTensor", Newest()), "ChipTensor");
}

}  // namespace
}  // namespace pto::test
