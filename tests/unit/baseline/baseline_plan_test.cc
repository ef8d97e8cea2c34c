#include "generator/baseline/baseline_plan.h"

#include <gmock/gmock.h>

#include "tests/support/sample_directory.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;

TEST(BaselinePlanTest, OneChip) {
    EXPECT_THAT(PlanBaseline(SampleSingle()),
                ElementsAre("compiled_meta.json", "golden.py", "kernel_config.json", "kernel_config.py",
                            "kernels/aic/matmul.cpp", "kernels/aiv/bias.cpp", "kernels/aiv/scale.cpp",
                            "orchestration/gated.cpp", "ptoas/mix.cpp", "ptoas/mix.pto"));
}

TEST(BaselinePlanTest, SeveralPrograms) {
    EXPECT_THAT(
        PlanBaseline(SampleMulti()),
        ElementsAre("next_levels/decode/compiled_meta.json", "next_levels/decode/golden.py",
                    "next_levels/decode/kernel_config.json", "next_levels/decode/kernel_config.py",
                    "next_levels/decode/kernels/aiv/add.cpp", "next_levels/decode/orchestration/decode.cpp",
                    "next_levels/decode/ptoas/add.cpp", "next_levels/decode/ptoas/add.pto",
                    "next_levels/prefill/kernel_config.json", "next_levels/prefill/kernel_config.py",
                    "next_levels/prefill/kernels/aiv/add.cpp", "next_levels/prefill/orchestration/prefill.cpp"));
}

TEST(BaselinePlanTest, Distributed) {
    EXPECT_THAT(PlanBaseline(SampleDistributed()),
                ElementsAre("distributed_meta.json", "golden.py", "next_levels/chip/kernel_config.json",
                            "next_levels/chip/kernel_config.py", "next_levels/chip/kernels/aiv/add.cpp",
                            "next_levels/chip/orchestration/chip.cpp", "orchestration/host_orch.py"));
}

TEST(BaselinePlanTest, HeadersLieBesideSourcesAndInIncludeDirectoriesOfTheDirectory) {
    EXPECT_THAT(HeaderFolders(SampleSingle()),
                ElementsAre("kernels/aic", "kernels/aiv", "local include", "orchestration"));
    for (const char* name : {"a.h", "a.hpp", "a.inc", "a.cpp.h"}) EXPECT_TRUE(IsHeaderName(name)) << name;
    for (const char* name : {".h", "a.cpp", "a.so", "h", "a.h.orig"}) EXPECT_FALSE(IsHeaderName(name)) << name;
}

}  // namespace
}  // namespace pto::gen
