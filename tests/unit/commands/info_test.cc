#include "generator/commands/info.h"

#include <gtest/gtest.h>

#include "tests/support/sample_directory.h"

namespace pto::gen {
namespace {

const std::string kIsa(40, 'a');

Generation SampleGeneration(BuildDirectory directory) {
    Generation generation;
    generation.directory = std::move(directory);
    generation.toolchain = SampleToolchain();
    generation.entries = PlanEntries(generation.directory);
    return generation;
}

std::string Text(const Generation& generation) {
    return InfoText(generation, {"/bin/pto-ninja", "/bin/pto-replay"},
                    {"none  (why)", "0123456789ab", "ba9876543210", "cdcdcdcdcdcd", {"August 2026", "facts"}});
}

// The line that starts with `label`, without it.
std::string Line(const std::string& text, const std::string& label) {
    const size_t at = ("\n" + text).find("\n" + label + " ");
    if (at == std::string::npos) return "none";
    const size_t value = text.find_first_not_of(' ', at + label.size());
    return text.substr(value, text.find('\n', at) - value);
}

TEST(Info, WholeText) {
    const Generation generation = SampleGeneration(SampleSingle());
    EXPECT_EQ(Text(generation), "directory     " + generation.directory.root + R"(
kind          L2, one chip  (kernel_config.py at the top)
generation    August 2026  (facts)
platform      a2a3sim  (backend Ascend910B)
runtime       embedded  (headers /opt/pto ninja/include, digest 0123456789ab)
PTO-ISA       none  (kernels use the embedded headers; set PTO_ISA_ROOT to change that)
kernels by    g++-15  (g++-15 (Debian) 15.1.0; newest)
orchestration g++  (g++ (Debian) 12.2.0; default)
ptoas         none  (why)
pto-replay    /bin/pto-replay
program       gated  (kernel_config.py)
  runtime     tensormap_and_ringbuffer
  entry       aicpu_orchestration_entry  (orchestration/gated.cpp)
  kernel 0    aiv scale  (kernels/aiv/scale.cpp)
  kernel 1    aic matmul  (kernels/aic/matmul.cpp)
  kernel 2    aiv scale_again  (kernels/aiv/scale.cpp)
  kernel 3    aiv bias  (kernels/aiv/bias.cpp)
  kernel 4    aiv scale  (/ext/my $kernels/scale.cpp, external)
  unit        ptoas/mix.pto  (defines matmul, bias, helper)
parameter     In x fp32 [96, ?]
parameter     In n int64 scalar
parameter     Out y bfloat16 []
golden        golden.py
)");
}

TEST(Info, AnNzParameterHasTwoShapes) {
    Generation generation = SampleGeneration(SampleSingle());
    std::vector<Param> params = {{"w", "In", std::vector<int64_t>{-1, 4, 2, 16, 16}, "fp16", "NZ"}};
    generation.entries.front().params = &params;
    EXPECT_EQ(Line(Text(generation), "parameter"), "In w fp16 [?, 32, 64]  (NZ, in blocks [?, 4, 2, 16, 16])");
    params = {{"w", "In", std::vector<int64_t>{32, 64}, "fp16", "NZ"}};
    EXPECT_EQ(Line(Text(generation), "parameter"), "In w fp16 [32, 64]  (NZ, in blocks [32, 64])");
    params = {{"w", "In", std::vector<int64_t>{32, 64}, "fp16", "ND"}};
    EXPECT_EQ(Line(Text(generation), "parameter"), "In w fp16 [32, 64]");
    params = {{"w", "In", std::vector<int64_t>{32, 64}, "fp16", "DN"}};
    EXPECT_EQ(Line(Text(generation), "parameter"), "In w fp16 [32, 64]  (DN)");
}

TEST(Info, DevicesOfADistributedBuild) {
    BuildDirectory directory = SampleDistributed();
    directory.distributed->config.device_ids = {4, 7, 5};
    EXPECT_EQ(Line(Text(SampleGeneration(directory)), "devices"),
              "4, 7, 5  (world size 3, runtime tensormap_and_ringbuffer; distributed_meta.json)");
    EXPECT_EQ(Line(Text(SampleGeneration(SampleSingle())), "devices"), "none");
}

TEST(Info, NotesOnTheMetadata) {
    BuildDirectory directory = SampleSingle();
    directory.notes = {{"compiled_meta.json", 0, "schema is 9"}, {"kernel_config.py", 3, "unknown key"}, {"", 0, "z"}};
    const std::string text = Text(SampleGeneration(directory));
    const std::string notes =
        "note          compiled_meta.json: schema is 9\n"
        "note          kernel_config.py:3: unknown key\n"
        "note          z\n";
    EXPECT_EQ(text.substr(text.size() - notes.size()), notes);
}

TEST(Info, WhatItWasCompiledForUnlessItIsAProgramAlone) {
    BuildDirectory directory = SampleSingle();
    directory.programs[0].meta->modes = {"program"};
    EXPECT_EQ(Line(Text(SampleGeneration(directory)), "modes"), "none");
    directory.programs[0].meta->modes = {"kernel"};
    EXPECT_EQ(Line(Text(SampleGeneration(directory)), "modes"), "kernel  (supported_execution_modes of the sidecar)");
}

TEST(Info, PtoIsaWithItsStateAndThePin) {
    Generation generation = SampleGeneration(SampleSingle());
    Roots& roots = generation.toolchain.roots;
    roots.pto_isa = {"/isa", "PTO_ISA_ROOT", kIsa, true};
    EXPECT_EQ(Line(Text(generation), "PTO-ISA"),
              "/isa  (PTO_ISA_ROOT; aaaaaaaaaaaa, headers digest ba9876543210; no runtime's pin to compare with)");
    roots.pin_file = "/simpler/pto_isa.pin";
    roots.pin = kIsa;
    EXPECT_EQ(Line(Text(generation), "PTO-ISA"),
              "/isa  (PTO_ISA_ROOT; aaaaaaaaaaaa, headers digest ba9876543210; as pinned by /simpler/pto_isa.pin)");
    roots.pto_isa.clean = false;
    EXPECT_EQ(Line(Text(generation), "PTO-ISA"),
              "/isa  (PTO_ISA_ROOT; aaaaaaaaaaaa with local changes, headers digest ba9876543210; but "
              "/simpler/pto_isa.pin asks for " +
                  kIsa + ")");
}

TEST(Info, CheckoutOfTheRuntime) {
    Generation generation = SampleGeneration(SampleSingle());
    generation.toolchain.runtime = RuntimeKind::kSimpler;
    generation.toolchain.roots.simpler = {"/simpler", "SIMPLER_ROOT", kIsa, false};
    EXPECT_EQ(Line(Text(generation), "runtime"),
              "simpler  (/simpler, SIMPLER_ROOT; aaaaaaaaaaaa with local changes, sources digest cdcdcdcdcdcd)");
    EXPECT_EQ(Line(Text(generation), "orchestration"), "g++  (g++ (Debian) 12.2.0; default)");
    generation.toolchain.device_compiler = {"/ascend/aarch64-g++", "g++ 7.3.0", false, "ASCEND_HOME_PATH"};
    EXPECT_EQ(Line(Text(generation), "orchestration"), "/ascend/aarch64-g++  (g++ 7.3.0; ASCEND_HOME_PATH)");
}

TEST(Info, KindsAndLeftOvers) {
    BuildDirectory multi = SampleMulti();
    multi.leftovers = {"next_levels/old"};
    const std::string text = Text(SampleGeneration(std::move(multi)));
    EXPECT_EQ(Line(text, "kind"), "several orchestrations  (next_levels/*/kernel_config.py and none at the top)");
    EXPECT_EQ(Line(text, "left over"), "next_levels/old  (not built)");
    EXPECT_EQ(Line(text, "parameters of prefill"),
              "not recorded  (no sidecar: inputs come from golden.py or --inputs)");
    EXPECT_EQ(Line(Text(SampleGeneration(SampleDistributed())), "kind"),
              "L3, distributed  (orchestration/host_orch.py and no kernel_config.py at the top)");
}

}  // namespace
}  // namespace pto::gen
