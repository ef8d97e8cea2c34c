// Against a checkout of the runtime, for simulators and devices; stand-ins take the place of what only a device's
// machine has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/support/workspace.h"
#include "tests/support/simpler_files.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The device's compiler: g++ without the words that it does not know, which are kept in a file.
constexpr char kStandInCcec[] = R"(#!/bin/sh
[ "$1" = --version ] && { echo 'stand-in ccec 1.0'; exit 0; }
printf '%s ' "$@" >> "$(dirname "$0")/ccec.log"
for word; do
    shift
    case "$skip$word" in
        cut*) skip= ;;
        -mllvm) skip=cut ;;
        -x) set -- "$@" -x c++; skip=cut ;;
        --cce-*) ;;
        *) set -- "$@" "$word" ;;
    esac
done
exec g++ -fno-pic -fcf-protection=none -g0 "$@"
)";

class ToolchainTest : public testing::Test {
  protected:
    void SetUp() override {
        WriteSimplerCheckout(work_.space());
        work_.space().WriteProgram("ascend/bin/ccec", kStandInCcec);
        work_.space().WriteProgram("ascend/bin/ld.lld", "#!/bin/sh\nexec ld \"$@\"\n");
        work_.space().WriteProgram("ascend/tools/hcc/bin/aarch64-target-linux-gnu-g++", "#!/bin/sh\nexec g++ \"$@\"\n");
        directory_ = work_.CopyExample("three_steps");
        for (const char* kernel : {"difference", "floor_at", "scale"}) {
            WriteFile(KernelOf(kernel),
                      "#include <pto/pto-inst.hpp>\n#include \"runtime.h\"\n"
                      "extern \"C\" void kernel_entry(long* args) { args[0] += 1; }\n");
        }
        WriteFile(directory_ + "/orchestration/three_steps.cpp",
                  "extern int common_of_tensormap_and_ringbuffer;\n"
                  "extern \"C\" int aicpu_orchestration_entry() { return common_of_tensormap_and_ringbuffer; }\n");
    }

    std::string KernelOf(const std::string& name) const { return directory_ + "/kernels/aiv/" + name + ".cpp"; }

    // Compiled like for the runtime itself, but without what drives that in a run.
    Outcome GenerateFor(const std::string& platform) {
        std::vector<std::string> flags = {"--platform", platform, "--runtime", "pypto"};
        if (platform.ends_with("sim")) flags.insert(flags.end(), {"--cxx", "g++"});
        return work_.Generate(directory_, flags,
                              {"SIMPLER_ROOT=" + work_.Path("simpler"), "ASCEND_HOME_PATH=" + work_.Path("ascend")});
    }

    std::vector<std::string> CompiledByBuild() {
        const Outcome outcome = work_.Ninja(directory_, {"kernels"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        return work_.Compiled(directory_);
    }

    Workspace work_;
    std::string directory_;
};

const auto kOfTheProgram = testing::IsSupersetOf({"difference", "floor_at", "scale", "three_steps"});

TEST_F(ToolchainTest, DeviceKernelsAreBareCodeAndOrchestrationsCarryTheRuntime) {
    const Outcome generated = GenerateFor("a2a3");
    ASSERT_EQ(generated.exit_code, 0) << generated.All();
    EXPECT_THAT(CompiledByBuild(), kOfTheProgram);
    const std::string objects = directory_ + "/.pto-ninja/a2a3-simpler/";
    const std::string payload = ReadFile(objects + "kernels/aiv/scale.bin");
    EXPECT_FALSE(payload.empty());
    EXPECT_NE(payload.substr(0, 4), "\177ELF");
    const Outcome symbols = work_.Tool({"nm", objects + "orchestration/three_steps.so"});
    for (const char* symbol :
         {" common_of_tensormap_and_ringbuffer\n", " cache_ops_helper\n", " device_time_helper\n"}) {
        EXPECT_TRUE(symbols.Has(symbol)) << symbol << symbols.All();
    }
    EXPECT_NE(ReadFile(work_.Path("ascend/bin/ccec.log")).find("--cce-aicore-arch=dav-c220-vec"), std::string::npos);
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    // Headers are known from the compiler, as with every other.
    EditFile(KernelOf("scale"), "+= 1", "+= 2");
    EXPECT_THAT(CompiledByBuild(), ElementsAre("scale"));
}

TEST_F(ToolchainTest, KernelThatADeviceCannotRunIsRefused) {
    ASSERT_EQ(GenerateFor("a2a3").exit_code, 0);
    EXPECT_THAT(CompiledByBuild(), kOfTheProgram);
    EditFile(KernelOf("scale"), "extern \"C\"", "long counter = 1;\nextern \"C\"");
    const Outcome refused = work_.Ninja(directory_, {"kernels"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_TRUE(
        refused.Has("pto-ninja: error: kernels/aiv/scale.cpp: the linked kernel has 8 bytes of data in '.data', "
                    "and a device gets .text alone; mark what the kernel calls as always_inline and define no "
                    "variables outside functions\n"))
        << refused.All();
}

// Going back to a platform costs nothing.
TEST_F(ToolchainTest, PlatformsLieSideBySide) {
    for (const char* platform : {"a5sim", "a2a3sim", "a2a3"}) {
        const Outcome generated = GenerateFor(platform);
        ASSERT_EQ(generated.exit_code, 0) << generated.All();
        EXPECT_THAT(CompiledByBuild(), kOfTheProgram) << platform;
        EXPECT_THAT(CompiledByBuild(), IsEmpty()) << platform;
    }
    for (const char* platform : {"a5sim", "a2a3sim", "a2a3"}) {
        ASSERT_EQ(GenerateFor(platform).exit_code, 0);
        EXPECT_THAT(CompiledByBuild(), IsEmpty()) << platform;
    }
    for (const char* object : {"a5sim-simpler/kernels/aiv/scale.so", "a2a3sim-simpler/kernels/aiv/scale.so",
                               "a2a3-simpler/kernels/aiv/scale.bin"}) {
        EXPECT_TRUE(std::filesystem::exists(directory_ + "/.pto-ninja/" + object)) << object;
    }
}

// The runtime's tree is one identity: whatever compiles read of it, and nothing else.
TEST_F(ToolchainTest, AnotherRuntimeRebuildsWhatIsCompiledAgainstIt) {
    ASSERT_EQ(GenerateFor("a2a3sim").exit_code, 0);
    EXPECT_THAT(CompiledByBuild(), kOfTheProgram);
    WriteFile(work_.Path("simpler/docs/notes.md"), "not compiled\n");
    WriteFile(work_.Path("simpler/src/a5/runtime/tensormap_and_ringbuffer/runtime/runtime.h"), "// another chip's\n");
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    const std::string header = work_.Path("simpler/src/a2a3/runtime/tensormap_and_ringbuffer/runtime/runtime.h");
    const auto time = std::filesystem::last_write_time(header);
    WriteFile(header, "#pragma once\n// another week's\n");
    std::filesystem::last_write_time(header, time);
    EXPECT_THAT(CompiledByBuild(), kOfTheProgram);
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    // PTO-ISA is the kernels' alone.
    WriteFile(work_.Path("simpler/build/pto-isa/include/pto/pto-inst.hpp"), "#pragma once\n// more\n");
    EXPECT_THAT(CompiledByBuild(), ElementsAre("difference", "floor_at", "scale"));
}

// A source that the runtime gains is part of every orchestration from the next build on.
TEST_F(ToolchainTest, NewSourceOfTheRuntimeIsLinkedIn) {
    ASSERT_EQ(GenerateFor("a2a3sim").exit_code, 0);
    EXPECT_THAT(CompiledByBuild(), kOfTheProgram);
    WriteFile(work_.Path("simpler/src/a2a3/runtime/tensormap_and_ringbuffer/orchestration/added.cpp"),
              "int added_one;\n");
    EXPECT_THAT(CompiledByBuild(), testing::Contains("tensormap_and_ringbuffer/added"));
    const Outcome symbols = work_.Tool({"nm", directory_ + "/.pto-ninja/a2a3sim-simpler/orchestration/three_steps.so"});
    EXPECT_TRUE(symbols.Has(" added_one\n")) << symbols.All();
}

TEST_F(ToolchainTest, DeviceWithoutARuntimeIsRefused) {
    const Outcome refused =
        work_.Generate(directory_, {"--platform", "a5"}, {"SIMPLER_ROOT=", "ASCEND_HOME_PATH=", "PTO_ISA_ROOT="});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_EQ(
        refused.err,
        "pto-ninja: error: platform 'a5' needs the real runtime, and none is set; set SIMPLER_ROOT to a checkout of "
        "it, or choose the simulator with --platform a5sim\n");
}

}  // namespace
}  // namespace pto::test
