// The adapter compiled against the real runtime, and a program on its simulator. Needs SIMPLER_ROOT with the libraries
// of a2a3sim built; the kernel uses no tile instructions, so that PTO-ISA is not needed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "base/file_system.h"
#include "runtime/app/runners.h"
#include "tests/support/needs.h"
#include "tests/support/stub_runtime.h"

namespace pto::run {
namespace {

using test::TempSpace;

// Without the runtime's headers, whose names differ: what a task's tensor is like has been the same all along.
constexpr const char* kKernel = R"(#include <cstdint>
struct TaskTensor {
    uint64_t address, bytes, owner, start_offset;
    uint32_t version, ndims, flags, shapes[5];
};
// y = 2 x + scalar
extern "C" void kernel_entry(int64_t* args) {
    auto* x = reinterpret_cast<TaskTensor*>(args[0]);
    auto* y = reinterpret_cast<TaskTensor*>(args[1]);
    const auto* from = reinterpret_cast<const float*>(x->address) + x->start_offset;
    auto* to = reinterpret_cast<float*>(y->address) + y->start_offset;
    for (uint32_t i = 0; i < x->shapes[0]; ++i) to[i] = 2 * from[i] + static_cast<float>(args[2]);
}
)";

constexpr const char* kOrchestration = R"(#include "runtime.h"
#include <iostream>
#if __has_include("orchestration_api.h")
#include "orchestration_api.h"
#else
#include "pto_orchestration_api.h"
using OrchestrationConfig = PTO2OrchestrationConfig;
#endif
extern "C" __attribute__((visibility("default"))) OrchestrationConfig aicpu_orchestration_config(
    const ChipTaskArgs&) {
    return OrchestrationConfig{.expected_arg_count = 3};
}
extern "C" __attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& args) {
    CoreTaskArgs task;
    task.add_input(args.tensor(0).ref());
    task.add_output(args.tensor(1).ref());
    task.add_scalar(args.scalar(0));
    rt_submit_aiv_task(0, task);
}
)";

// A directory under the runtime's root.
using Below = std::vector<std::string>;

std::vector<std::string> Paths(const std::string& root, const Below& names) {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(root + "/src/" + name);
    return paths;
}

class RealRuntimeTest : public testing::Test {
  protected:
    void SetUp() override {
        const char* root = std::getenv("SIMPLER_ROOT");
        PTO_NEEDS(root == nullptr ? "SIMPLER_ROOT is not set" : "");
        root_ = root;
        PTO_NEEDS(IsFile(RealFileSystem(), Library("host_runtime")) ? "" : Library("host_runtime") + " is not built");
    }

    std::string Library(const std::string& name) const {
        return root_ + "/build/lib/a2a3/sim/tensormap_and_ringbuffer/lib" + name + ".so";
    }

    void Compile(const std::string& name, const std::string& text, const Below& includes, const Below& sources) {
        space_.Write(name + ".cpp", text);
        ProcessOptions options;
        options.arguments = {"c++",
                             "-shared",
                             "-fPIC",
                             "-O1",
                             "-std=c++17",
                             "-w",
                             "-fno-gnu-unique",
                             "-Wl,--build-id=sha1",
                             "-pthread",
                             space_.Path(name + ".cpp")};
        for (const std::string& path : Paths(root_, sources)) options.arguments.push_back(path);
        for (const std::string& path : Paths(root_, includes)) options.arguments.push_back("-I" + path);
        for (const std::string& last : {std::string("-o"), space_.Path(name + ".so")})
            options.arguments.push_back(last);
        const ProcessResult result = RunProcess(options);
        ASSERT_TRUE(result.Ok()) << result.err;
    }

    void CompileAll() {
        const std::string arch = "a2a3/runtime/tensormap_and_ringbuffer/";
        Compile("kernel", kKernel, {}, {});
        Compile("orchestration", kOrchestration,
                {arch + "runtime", arch + "common", "common/task_interface", "common", "a2a3/platform/include",
                 "common/platform/include", "common/log/include", arch + "orchestration", "a2a3/runtime"},
                {arch + "orchestration/common.cpp", "common/platform/sim/aicpu/cache_ops.cpp",
                 "common/platform/sim/aicpu/device_time.cpp", "common/log/host_log.cpp",
                 "common/log/unified_log_host.cpp"});
        const Below includes = {"common/worker",       "common/task_interface",
                                "common/hierarchical", "common/platform/include",
                                "common/log/include",  "common",
                                "common/log"};
        const ProcessResult result =
            test::CompileAdapter(Paths(root_, includes), space_.Path("adapter.so"),
                                 {"-I", PTO_SOURCE_DIR "/runtime/simpler", "-include", "adapter_sources.h"});
        ASSERT_TRUE(result.Ok()) << result.err;
    }

    Manifest TheManifest() const {
        Manifest manifest;
        manifest.directory = space_.Root();
        manifest.kind = "l2";
        manifest.platform = "a2a3sim";
        manifest.runtime = "simpler";
        Program program;
        program.name = "p";
        program.orchestration = {"", "orchestration.so", "aicpu_orchestration_entry", {"IN", "OUT", "SCALAR"}};
        program.kernels = {{0, "scale", "aiv", "", "kernel.so", {"IN", "OUT", "SCALAR"}}};
        program.config.runtime = "tensormap_and_ringbuffer";
        manifest.programs = {program};
        manifest.entries = {{"", "p", "", std::nullopt, std::nullopt}};
        manifest.simpler = Simpler{root_, "adapter.so", root_ + "/build/lib/libcpu_sim_context.so", "", "", {}};
        manifest.simpler->runtimes = {
            {"tensormap_and_ringbuffer", Library("host_runtime"), Library("aicpu_kernel"), Library("aicore_kernel")}};
        return manifest;
    }

    std::string root_;
    TempSpace space_;
};

Argument Fp32(Direction direction, const std::vector<float>& values) {
    Argument argument;
    argument.name = "t";
    argument.direction = direction;
    argument.dtype = FindDType("fp32");
    argument.tensor.shape = {static_cast<int64_t>(values.size())};
    argument.tensor.bytes = TensorBytes(values.size() * sizeof(float));
    std::memcpy(argument.tensor.bytes.data(), values.data(), values.size() * sizeof(float));
    return argument;
}

TEST_F(RealRuntimeTest, RunsAProgram) {
    ASSERT_NO_FATAL_FAILURE(CompileAll());
    const Manifest manifest = TheManifest();
    Argument scalar;
    scalar.is_scalar = true;
    scalar.scalar = 5;
    std::vector<Argument> arguments = {Fp32(Direction::kIn, {1, 2, 3, 4}), Fp32(Direction::kOut, {0, 0, 0, 0}), scalar};
    const std::unique_ptr<Runner> runner = CreateRunner(manifest, manifest.entries[0], {});
    runner->Place(arguments);
    runner->Execute();
    runner->Fetch(arguments);
    std::vector<float> values(4);
    std::memcpy(values.data(), arguments[1].tensor.bytes.data(), 16);
    EXPECT_EQ(values, (std::vector<float>{7, 9, 11, 13}));
}

}  // namespace
}  // namespace pto::run
