#include "tests/support/translator/sources.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "generator/splice/splice.h"
#include "tests/support/translator/names.h"

namespace pto::test {
namespace {

constexpr char kOrchestration[] =
    "#include \"runtime.h\"\n"
    "#include \"pto_orchestration_api.h\"\n"
    "PTO2OrchestrationConfig config(const ChipTaskArgs& args);\n"
    "const ChipTensor& x = args.tensor(0).ref();\n"
    "PTO2_SCOPE(PTO2ScopeMode::MANUAL) { PTO2TaskId id = PTO2TaskId::invalid(); }\n";

TEST(TranslatorSources, OrchestrationTakesHeaderAndNames) {
    EXPECT_EQ(TranslateOrchestration(kOrchestration, Newest()),
              "#include \"runtime.h\"\n"
              "#include \"orchestration_api.h\"\n"
              "OrchestrationConfig config(const ChipTaskArgs& args);\n"
              "const Tensor& x = args.tensor(0).ref();\n"
              "SIMPLER_SCOPE(ScopeMode::MANUAL) { TaskId id = TaskId::invalid(); }\n");
    EXPECT_NE(TranslateOrchestration(kOrchestration, FindGeneration("late_august")).find("const TaskTensor& x"),
              std::string::npos);
}

TEST(TranslatorSources, WhatIsNoLongerWrittenIsRefused) {
    EXPECT_THROW(TranslateOrchestration("info.set_initial_value(0.0f);", Newest()), std::invalid_argument);
}

constexpr char kTranslatedRaw[] =
    "#include \"pto/pto-inst.hpp\"\n"
    "using namespace pto;\n"
    "enum class PTOAutoSyncTailMode : int {};\n"
    "AICORE void scale(__gm__ float* v1) {}\n";

// A kernel as PyPTO makes it of `raw`, with a wrapper that says `descriptor`.
std::string KernelOf(std::string_view raw, const std::string& descriptor) {
    const std::string frame =
        "// Kernel Function: scale\n#include \"tensor.h\"\n// --- ptoas-generated code ---\n\n"
        "// --- Kernel entry point ---\n__gm__ " +
        descriptor + "* x;\n";
    const gen::KernelParts parts = gen::SplitKernel(frame, "scale.cpp");
    return gen::SpliceBody(parts, gen::BodyFor(parts, "scale", raw, "scale.cpp"));
}

// The kernel's translation is what PyPTO of that time makes of the raw text's translation: nothing is taken for edited.
TEST(TranslatorSources, KernelAndRawTextStayInStep) {
    const std::string kernel = KernelOf(kTranslatedRaw, "ChipTensor");
    for (const PyptoGeneration& generation : Generations()) {
        EXPECT_EQ(TranslateKernel(kernel, generation),
                  KernelOf(TranslateRaw(kTranslatedRaw, generation), DescriptorOf(generation)))
            << generation.name;
    }
}

TEST(TranslatorSources, HelpersStandBeforeTheFirstDeclaration) {
    const std::string raw = TranslateRaw(kTranslatedRaw, Newest());
    const size_t helper = raw.find("PTOAS__GLOBAL_TENSOR_DATA(Tensor& view)");
    EXPECT_LT(raw.find("using namespace pto;"), helper);
    EXPECT_LT(helper, raw.find("enum class PTOAutoSyncTailMode"));
    EXPECT_EQ(TranslateRaw(kTranslatedRaw, FindGeneration("early_september")), kTranslatedRaw);
    EXPECT_THROW(TranslateRaw("AICORE void f() {}", Newest()), std::invalid_argument);
}

TEST(TranslatorSources, KernelWithoutSentinelsTakesNamesOnly) {
    EXPECT_EQ(TranslateKernel("// Generated from a.b.\n#include \"tensor.h\"\n__gm__ ChipTensor* x;\n", Newest()),
              "// Generated from a.b.\n#include \"tensor.h\"\n__gm__ Tensor* x;\n");
}

}  // namespace
}  // namespace pto::test
