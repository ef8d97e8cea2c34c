#include "tests/support/simpler_files.h"

namespace pto::test {
namespace {

void WriteRuntime(const TempSpace& space, const std::string& arch, const std::string& runtime) {
    const std::string directory = "simpler/src/" + arch + "/runtime/" + runtime + "/";
    space.Write(
        directory + "build_config.py",
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

void WriteLibraries(const TempSpace& space) {
    for (const char* arch : {"a2a3", "a5"}) {
        const std::string lib = std::string("simpler/build/lib/") + arch;
        for (const char* runtime : {"tensormap_and_ringbuffer", "host_build_graph"}) {
            for (const char* variant : {"sim", "onboard"}) {
                const std::string below = lib + "/" + variant + "/" + runtime + "/";
                for (const char* name : {"libhost_runtime.so", "libaicpu_kernel.so"}) space.Write(below + name, "");
                space.Write(below + (variant == std::string("sim") ? "libaicore_kernel.so" : "aicore_kernel.o"), "");
            }
        }
        space.Write(lib + "/dispatcher/libsimpler_aicpu_dispatcher.so", "");
    }
    space.Write("simpler/build/lib/libcpu_sim_context.so", "");
}

}  // namespace

void WriteSimplerCheckout(const TempSpace& space) {
    for (const char* arch : {"a2a3", "a5"}) {
        for (const char* runtime : {"tensormap_and_ringbuffer", "host_build_graph"}) WriteRuntime(space, arch, runtime);
        space.MakeDirectory(std::string("simpler/src/") + arch + "/platform/include");
    }
    for (const char* variant : {"sim", "onboard"}) {
        for (const char* name : {"cache_ops", "device_time"}) {
            space.Write(std::string("simpler/src/common/platform/") + variant + "/aicpu/" + name + ".cpp",
                        std::string("int ") + name + "_helper;\n");
        }
    }
    WriteLibraries(space);
    for (const char* name : {"host_log", "unified_log_host"}) {
        space.Write(std::string("simpler/src/common/log/") + name + ".cpp", std::string("int ") + name + "_helper;\n");
    }
    space.MakeDirectory("simpler/src/common/task_interface");
    space.MakeDirectory("simpler/src/common/aicpu_loader");
    space.MakeDirectory("simpler/simpler_setup/incore");
    space.Write("simpler/pto_isa.pin", std::string(kPinOfCheckout) + "\n");
    space.Write("simpler/build/pto-isa/include/pto/pto-inst.hpp", "#pragma once\n");
    for (const char* program : {"bin/ccec", "bin/ld.lld", "tools/hcc/bin/aarch64-target-linux-gnu-g++"}) {
        space.WriteProgram(std::string("ascend/") + program, "#!/bin/sh\necho 'stand-in 1.0'\n");
    }
}

}  // namespace pto::test
