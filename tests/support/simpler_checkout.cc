#include "tests/support/simpler_checkout.h"

namespace pto::gen {
namespace {

void WriteRuntime(const test::TempSpace& space, const std::string& arch, const std::string& runtime) {
    const std::string directory = "simpler/src/" + arch + "/runtime/" + runtime + "/";
    space.Write(directory + "build_config.py",
                "# Paths count from here.\n"
                "BUILD_CONFIG = {\n"
                "    \"aicore\": {\"include_dirs\": [\"runtime\", \"common\", \"..\"], \"source_dirs\": [\"aicore\"]},\n"
                "    \"orchestration\": {\n"
                "        \"include_dirs\": [\"runtime\", \"orchestration\", \"common\", \"..\"],\n"
                "        \"source_dirs\": [\"orchestration\"],\n"
                "    },\n"
                "}\n");
    space.Write(directory + "runtime/runtime.h", "#pragma once\n");
    space.Write(directory + "orchestration/pto_orchestration_api.h", "#pragma once\n");
    space.Write(directory + "orchestration/common.cpp", "int common_of_" + runtime + ";\n");
}

}  // namespace

void WriteSimplerCheckout(const test::TempSpace& space) {
    for (const char* arch : {"a2a3", "a5"}) {
        for (const char* runtime : {kTensormap, kHostBuildGraph}) WriteRuntime(space, arch, runtime);
        space.MakeDirectory(std::string("simpler/src/") + arch + "/platform/include");
    }
    for (const char* variant : {"sim", "onboard"}) {
        for (const char* name : {"cache_ops", "device_time"}) {
            space.Write(std::string("simpler/src/common/platform/") + variant + "/aicpu/" + name + ".cpp",
                        std::string("int ") + name + "_helper;\n");
        }
    }
    for (const char* name : {"host_log", "unified_log_host"}) {
        space.Write(std::string("simpler/src/common/log/") + name + ".cpp", std::string("int ") + name + "_helper;\n");
    }
    space.MakeDirectory("simpler/src/common/task_interface");
    space.MakeDirectory("simpler/simpler_setup/incore");
    space.Write("simpler/pto_isa.pin", std::string(kPinOfCheckout) + "\n");
    space.Write("simpler/build/pto-isa/include/pto/pto-inst.hpp", "#pragma once\n");
    for (const char* program : {"bin/ccec", "bin/ld.lld", "tools/hcc/bin/aarch64-target-linux-gnu-g++"}) {
        space.WriteProgram(std::string("ascend/") + program, "#!/bin/sh\necho 'stand-in 1.0'\n");
    }
}

Toolchain CheckoutToolchain(const test::TempSpace& space, const std::string& platform, const std::string& runtime) {
    Toolchain toolchain;
    toolchain.platform = FindPlatform(platform, "test");
    toolchain.runtime = RuntimeKind::kSimpler;
    toolchain.roots.embedded_include = "/opt/pto-ninja/include";
    toolchain.roots.simpler = {space.Path("simpler"), "SIMPLER_ROOT", "", false};
    toolchain.roots.pto_isa = {space.Path("simpler/build/pto-isa"), "of the runtime", "", false};
    toolchain.roots.ascend_home = space.Path("ascend");
    toolchain.runtimes = {LoadRuntimeLayout(RealFileSystem(), space.Path("simpler"), toolchain.platform, runtime,
                                            "kernel_config.py")};
    toolchain.orchestration_compiler = {"g++", "g++ 12", false, "default g++"};
    if (toolchain.platform.simulator) {
        toolchain.kernel_compiler = {"g++-15", "g++ 15", false, "preferred"};
        return toolchain;
    }
    toolchain.kernel_compiler = {space.Path("ascend/bin/ccec"), "clang", true, "ASCEND_HOME_PATH"};
    toolchain.kernel_linker = space.Path("ascend/bin/ld.lld");
    if (!OrchestratesOnHost(toolchain.platform, runtime)) {
        toolchain.device_compiler = {space.Path("ascend/tools/hcc/bin/aarch64-target-linux-gnu-g++"), "g++ 7", false,
                                     "ASCEND_HOME_PATH"};
    }
    return toolchain;
}

}  // namespace pto::gen
