#include "tests/support/sample_directory.h"

#include <utility>

namespace pto::gen {
namespace {

KernelEntry Kernel(int64_t func_id, const std::string& name, CoreType core, const std::string& source,
                   std::vector<std::string> signature) {
    KernelEntry kernel;
    kernel.func_id = func_id;
    kernel.name = name;
    kernel.core = core;
    kernel.source = source;
    kernel.signature = std::move(signature);
    return kernel;
}

Program Skeleton(const std::string& name, const std::string& directory) {
    const std::string below = directory.empty() ? "" : directory + "/";
    Program program;
    program.name = name;
    program.directory = directory;
    program.config.file = below + "kernel_config.py";
    OrchestrationEntry orchestration;
    orchestration.source = below + "orchestration/" + name + ".cpp";
    orchestration.function_name = "aicpu_orchestration_entry";
    orchestration.name = name;
    orchestration.signature = {"IN", "OUT"};
    program.config.orchestration = orchestration;
    return program;
}

Unit SampleUnit(const std::string& directory, const std::string& name, std::vector<std::string> functions) {
    const std::string below = directory.empty() ? "" : directory + "/";
    return {name, below + "ptoas/" + name + ".pto", below + "ptoas/" + name + ".cpp", std::move(functions)};
}

CompiledMeta SampleMeta(const std::string& file) {
    CompiledMeta meta;
    meta.file = file;
    meta.params = {{"x", "In", std::vector<int64_t>{96, -1}, "fp32"},
                   {"n", "In", std::nullopt, "int64"},
                   {"y", "Out", std::vector<int64_t>{}, "bfloat16"}};
    meta.platform = "a2a3sim";
    meta.backend = "Ascend910B";
    return meta;
}

}  // namespace

Toolchain SampleToolchain() {
    Toolchain toolchain;
    toolchain.platform = FindPlatform("a2a3sim", "test");
    toolchain.roots.embedded_include = "/opt/pto ninja/include";
    toolchain.kernel_compiler = {"g++-15", "g++-15 (Debian) 15.1.0", false, "newest"};
    toolchain.orchestration_compiler = {"g++", "g++ (Debian) 12.2.0", false, "default"};
    return toolchain;
}

Toolchain SampleDeviceToolchain() {
    Toolchain toolchain = SampleToolchain();
    toolchain.platform = FindPlatform("a2a3", "test");
    toolchain.runtime = RuntimeKind::kSimpler;
    toolchain.roots.simpler = {"/simpler", "SIMPLER_ROOT", "", false};
    toolchain.roots.pto_isa = {"/isa", "PTO_ISA_ROOT", "", false};
    toolchain.roots.adapter_source = "/opt/pto ninja/simpler/adapter.cc";
    toolchain.kernel_compiler = {"/ascend/ccec", "ccec 1", true, "ASCEND_HOME_PATH"};
    toolchain.device_compiler = {"/ascend/aarch64-g++", "g++ 7", false, "ASCEND_HOME_PATH"};
    toolchain.kernel_linker = "/ascend/ld.lld";
    for (const std::string runtime : {kTensormap, kHostBuildGraph}) {
        toolchain.runtimes.push_back({runtime, {"/k/" + runtime}, {"/o/" + runtime}, {"/simpler/" + runtime + ".cpp"}});
        toolchain.libraries.runtimes.push_back({runtime, "/lib/host.so", "/lib/aicpu.so", "/lib/aicore.o"});
    }
    toolchain.libraries.dispatcher = "/lib/dispatcher.so";
    return toolchain;
}

BuildDirectory SampleSingle() {
    Program program = Skeleton("gated", "");
    program.config.kernels = {
        Kernel(0, "scale", CoreType::kAiv, "kernels/aiv/scale.cpp", {"IN", "OUT"}),
        Kernel(1, "matmul", CoreType::kAic, "kernels/aic/matmul.cpp", {"IN", "IN", "OUT"}),
        Kernel(2, "scale_again", CoreType::kAiv, "kernels/aiv/scale.cpp", {"IN", "OUT"}),
        Kernel(3, "bias", CoreType::kAiv, "kernels/aiv/bias.cpp", {"INOUT", "SCALAR"}),
        Kernel(4, "scale", CoreType::kAiv, "/ext/my $kernels/scale.cpp", {}),
    };
    program.config.kernels[4].external = true;
    program.config.kernels[4].extra_include_dirs = {"/ext/my $kernels/include", "local include"};
    program.config.runtime.aicpu_thread_num = 4;
    program.config.runtime.block_dim = 24;
    program.config.runtime.enable_sdma = true;
    program.config.runtime_env = {{"PTO2_RING_HEAP", "1024"}, {"B", ""}};
    program.config.environment_reads = {{"BLOCK_DIM", "24"}};
    program.meta = SampleMeta("compiled_meta.json");
    program.units = {SampleUnit("", "mix", {"matmul", "bias", "helper"})};
    program.has_golden = true;
    BuildDirectory directory;
    directory.kind = Kind::kL2;
    directory.programs = {std::move(program)};
    directory.has_golden = true;
    return directory;
}

BuildDirectory SampleMulti() {
    Program decode = Skeleton("decode", "next_levels/decode");
    decode.config.kernels = {Kernel(0, "add", CoreType::kAiv, "next_levels/decode/kernels/aiv/add.cpp", {"IN", "OUT"})};
    decode.units = {SampleUnit("next_levels/decode", "add", {"add"})};
    decode.meta = SampleMeta("next_levels/decode/compiled_meta.json");
    decode.has_golden = true;
    Program prefill = Skeleton("prefill", "next_levels/prefill");
    prefill.config.kernels = {
        Kernel(0, "add", CoreType::kAiv, "next_levels/prefill/kernels/aiv/add.cpp", {"IN", "OUT"})};
    BuildDirectory directory;
    directory.kind = Kind::kMulti;
    directory.programs = {std::move(decode), std::move(prefill)};
    return directory;
}

BuildDirectory SampleDistributed() {
    Program chip = Skeleton("chip", "next_levels/chip");
    chip.config.kernels = {Kernel(0, "add", CoreType::kAiv, "next_levels/chip/kernels/aiv/add.cpp", {"IN", "OUT"})};
    BuildDirectory directory;
    directory.kind = Kind::kL3;
    directory.programs = {std::move(chip)};
    directory.distributed = DistributedMeta{};
    directory.distributed->common = SampleMeta("distributed_meta.json");
    directory.distributed->config.device_ids = {0, 1};
    directory.has_golden = true;
    return directory;
}

Sample::Sample(BuildDirectory from, GenerateOptions with, Toolchain by)
    : directory(std::move(from)),
      options(std::move(with)),
      toolchain(std::move(by)),
      objects(PlanObjects(directory, toolchain)),
      entries(PlanEntries(directory)) {}

}  // namespace pto::gen
