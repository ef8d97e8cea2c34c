#include "generator/toolchain/toolchain_probe.h"

#include <gtest/gtest.h>

#include "base/process.h"
#include "tests/support/needs.h"
#include "tests/support/simpler_checkout.h"
#include "tests/support/tensor_values.h"

namespace pto::gen {
namespace {

class ToolchainProbe : public testing::Test {
  protected:
    ToolchainProbe() {
        test::WriteSimplerCheckout(space_);
        options_.simpler_root.path = space_.Path("simpler");
        options_.ascend_home.recorded = space_.Path("ascend");
    }

    Toolchain Probe(const std::string& platform, const std::vector<std::string>& runtimes = {kTensormap}) {
        RecordRoots(options_);
        const Roots roots = InspectRoots(options_, {"/embedded", space_.Path("clang"), "/adapter.cc"});
        std::vector<UsedRuntime> used;
        for (const std::string& runtime : runtimes) used.push_back({runtime, "d/kernel_config.py"});
        return ProbeToolchain(FindPlatform(platform, "test"), options_, roots, used);
    }

    std::string Refusal(const std::string& platform) {
        return test::ErrorOf([&] { Probe(platform); });
    }

    // A compiler that says it is `version` and takes what `accepts` (a shell pattern over its arguments) matches.
    std::string Compiler(const std::string& name, const std::string& version, const std::string& accepts) {
        space_.WriteProgram("bin/" + name, "#!/bin/sh\ncase \"$*\" in\n--version) echo '" + version + "' ;;\n" +
                                               accepts + ") exit 0 ;;\n*) exit 1 ;;\nesac\n");
        return space_.Path("bin/" + name);
    }

    const test::TempSpace space_;
    test::EnvironmentVariable isa_{"PTO_ISA_ROOT", nullptr};
    test::EnvironmentVariable simpler_{"SIMPLER_ROOT", nullptr};
    test::EnvironmentVariable ascend_{"ASCEND_HOME_PATH", nullptr};
    test::EnvironmentVariable cxx_{"PTO_SIM_CXX", nullptr};
    GenerateOptions options_;
};

TEST_F(ToolchainProbe, DeviceTakesTheToolkitsCompilers) {
    const Toolchain toolchain = Probe("a2a3", {kTensormap, kHostBuildGraph});
    EXPECT_EQ(toolchain.kernel_compiler.program, space_.Path("ascend/bin/ccec"));
    EXPECT_EQ(toolchain.kernel_compiler.version, "stand-in 1.0");
    EXPECT_EQ(toolchain.kernel_compiler.reason, "ASCEND_HOME_PATH when the directory was generated");
    EXPECT_EQ(toolchain.kernel_linker, space_.Path("ascend/bin/ld.lld"));
    EXPECT_EQ(toolchain.device_compiler.program, space_.Path("ascend/tools/hcc/bin/aarch64-target-linux-gnu-g++"));
    EXPECT_EQ(toolchain.orchestration_compiler.program, "g++");
    EXPECT_EQ(toolchain.Variant(), "a2a3-simpler");
    const auto program = [&](Role role, const char* runtime) { return CompilerOf(toolchain, {role, runtime}).program; };
    EXPECT_EQ(program(Role::kOrchestration, kTensormap), toolchain.device_compiler.program);
    EXPECT_EQ(program(Role::kOrchestration, kHostBuildGraph), "g++");
    EXPECT_EQ(program(Role::kAdapter, ""), "g++");
    // Without a program that the device orchestrates, its compiler need not be there.
    space_.Remove("ascend/tools/hcc/bin/aarch64-target-linux-gnu-g++");
    EXPECT_EQ(Probe("a2a3", {kHostBuildGraph}).device_compiler.program, "");
}

TEST_F(ToolchainProbe, NamedCompilersOfADevice) {
    options_.cxx = Compiler("my-ccec", "ccec 2", "*");
    options_.orchestration_cxx = Compiler("my-gxx", "g++ 9", "*");
    Toolchain toolchain = Probe("a5");
    EXPECT_EQ(toolchain.kernel_compiler.program, options_.cxx);
    EXPECT_EQ(toolchain.kernel_compiler.reason, "--cxx");
    EXPECT_EQ(toolchain.device_compiler.program, options_.orchestration_cxx);
    EXPECT_EQ(toolchain.orchestration_compiler.program, "g++") << "the adapter runs on the host";
    toolchain = Probe("a5", {kHostBuildGraph});
    EXPECT_EQ(toolchain.orchestration_compiler.program, options_.orchestration_cxx);
    options_.cxx = space_.Path("bin/none");
    EXPECT_EQ(Refusal("a5"), "compiler '" + options_.cxx +
                                 "' (--cxx) cannot be started; install the Ascend toolkit again, or correct --cxx");
}

TEST_F(ToolchainProbe, DeviceWithoutWhatItNeeds) {
    const std::string linker = space_.Path("ascend/bin/ld.lld");
    space_.Remove("ascend/bin/ld.lld");
    EXPECT_EQ(Refusal("a2a3"), linker +
                                   ": not found, and platform 'a2a3' needs it; correct ASCEND_HOME_PATH when the "
                                   "directory was generated, or choose the simulator with --platform a2a3sim");
    options_.ascend_home = {};
    EXPECT_EQ(Refusal("a2a3"),
              "platform 'a2a3' needs the compilers of the Ascend toolkit, and none is set; set ASCEND_HOME_PATH, or "
              "choose the simulator with --platform a2a3sim");
    const std::string runtime =
        "platform 'a5' needs the real runtime, and none is set; set SIMPLER_ROOT to a checkout of it, or choose the "
        "simulator with --platform a5sim";
    options_.runtime = "embedded";
    EXPECT_EQ(Refusal("a5"), runtime);
    options_ = {};
    EXPECT_EQ(Refusal("a5"), runtime);
}

// A clang whose library has no bfloat16 gets ours; one that does not take it is passed over.
TEST_F(ToolchainProbe, ClangNeedsARealBfloat16) {
    options_.orchestration_cxx = "g++";
    const std::string standard = "*/dev/null";
    options_.cxx = Compiler("native", "clang version 20.1.0", "*");
    EXPECT_FALSE(Probe("a2a3sim").kernel_compiler.own_bfloat16);
    options_.cxx = Compiler("ours", "clang version 19.1.7", standard + "|*-D__STDCPP_BFLOAT16_T__=1*bfloat16_probe.cc");
    EXPECT_TRUE(Probe("a2a3sim").kernel_compiler.own_bfloat16);
    options_.cxx = Compiler("neither", "clang version 19.1.7", standard);
    EXPECT_EQ(Refusal("a2a3sim"),
              "no C++ compiler for kernels against PTO-ISA: tried " + options_.cxx +
                  " (clang version 19.1.7); install g++ 13 or clang++ 17 or newer, or name a compiler with --cxx or "
                  "PTO_SIM_CXX");
    options_.cxx = Compiler("gcc", "g++ 14.2.0", standard);
    EXPECT_FALSE(Probe("a2a3sim").kernel_compiler.own_bfloat16);
    // The embedded headers have their own.
    options_.cxx = space_.Path("bin/neither");
    options_.runtime = "embedded";
    EXPECT_EQ(Probe("a2a3sim").kernel_compiler.program, options_.cxx);
}

// The probe's own source with a clang of this machine.
TEST_F(ToolchainProbe, OurBfloat16WorksWithARealClang) {
    const std::string clang = "clang++-19";
    PTO_NEEDS(test::MissingProgram(clang));
    const std::string headers = std::string(PTO_SOURCE_DIR) + "/runtime/clang_headers";
    ProcessOptions compile;
    compile.arguments = {
        clang,         "-std=c++2b", "-D__STDCPP_BFLOAT16_T__=1", "-isystem" + headers,          "-shared", "-fPIC",
        "-Wl,-z,defs", "-o",         space_.Path("probe.so"),     headers + "/bfloat16_probe.cc"};
    const ProcessResult result = RunProcess(compile);
    EXPECT_TRUE(result.Ok()) << result.err;
}

}  // namespace
}  // namespace pto::gen
