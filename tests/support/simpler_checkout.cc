#include "tests/support/simpler_checkout.h"

namespace pto::gen {

Toolchain CheckoutToolchain(const test::TempSpace& space, const std::string& platform, const std::string& runtime) {
    Toolchain toolchain;
    toolchain.platform = FindPlatform(platform, "test");
    toolchain.runtime = RuntimeKind::kSimpler;
    toolchain.roots.embedded_include = "/opt/pto-ninja/include";
    toolchain.roots.simpler = {space.Path("simpler"), "SIMPLER_ROOT", "", false};
    toolchain.roots.pto_isa = {space.Path("simpler/build/pto-isa"), "of the runtime", "", false};
    toolchain.roots.ascend_home = space.Path("ascend");
    toolchain.runtimes = {
        LoadRuntimeLayout(RealFileSystem(), space.Path("simpler"), toolchain.platform, runtime, "kernel_config.py")};
    toolchain.libraries =
        FindSimplerLibraries(RealFileSystem(), space.Path("simpler"), toolchain.platform, toolchain.runtimes);
    toolchain.roots.adapter_source = "/opt/pto-ninja/simpler/adapter.cc";
    toolchain.roots.clang_include = "/opt/pto-ninja/clang_headers";
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
