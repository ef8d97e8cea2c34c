#include "generator/toolchain/toolchain.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"
#include "base/text.h"
#include "generator/toolchain/flag_table.h"

namespace pto::gen {
namespace {

Toolchain SampleToolchain(const std::string& platform, bool clang) {
    Toolchain toolchain;
    toolchain.platform = FindPlatform(platform, "test");
    toolchain.roots.embedded_include = "/opt/pto ninja/include";
    toolchain.kernel_compiler = {clang ? "clang++" : "g++-15", "version", clang, ""};
    toolchain.orchestration_compiler = {"g++", "version", false, ""};
    return toolchain;
}

TEST(Toolchain, PlatformTable) {
    struct Case {
        const char *name, *backend, *arch, *ptoas_arch;
        bool simulator;
    };
    const Case cases[] = {{"a2a3sim", "Ascend910B", "a2a3", "a3", true},
                          {"a2a3", "Ascend910B", "a2a3", "a3", false},
                          {"a5sim", "Ascend950", "a5", "a5", true},
                          {"a5", "Ascend950", "a5", "a5", false}};
    for (const Case& c : cases) {
        const Platform& platform = FindPlatform(c.name, "test");
        EXPECT_EQ(platform.name, c.name);
        EXPECT_EQ(platform.backend, c.backend);
        EXPECT_EQ(platform.arch, c.arch);
        EXPECT_EQ(platform.ptoas_arch, c.ptoas_arch);
        EXPECT_EQ(platform.simulator, c.simulator);
    }
}

TEST(Toolchain, UnknownPlatformIsRefused) {
    const auto refusal = [](const char* name) -> std::string {
        try {
            FindPlatform(name, "compiled_meta.json");
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    };
    const std::string expected = ", expected one of 'a2a3', 'a2a3sim', 'a5' and 'a5sim'";
    EXPECT_EQ(refusal("a2a3smi"),
              "compiled_meta.json: unknown platform 'a2a3smi'" + expected + "; did you mean 'a2a3sim'?");
    EXPECT_EQ(refusal("host"),
              "compiled_meta.json: unknown platform 'host'" + expected + "; choose one with --platform");
    EXPECT_EQ(refusal("A5"), "compiled_meta.json: unknown platform 'A5'" + expected + "; did you mean 'a5'?");
}

TEST(Toolchain, DefaultPlatformIsTheBackendsSimulator) {
    EXPECT_EQ(DefaultPlatform("Ascend910B").name, "a2a3sim");
    EXPECT_EQ(DefaultPlatform("Ascend950").name, "a5sim");
    EXPECT_EQ(DefaultPlatform("").name, "a2a3sim");
    EXPECT_EQ(DefaultPlatform("Ascend1000").name, "a2a3sim");
}

TEST(Toolchain, Variant) {
    EXPECT_EQ(SampleToolchain("a2a3sim", false).Variant(), "a2a3sim-embedded");
    EXPECT_EQ(SampleToolchain("a5sim", false).Variant(), "a5sim-embedded");
}

TEST(Toolchain, EmbeddedFlagsOfGcc) {
    const Toolchain toolchain = SampleToolchain("a2a3sim", false);
    const std::string common =
        "-shared|-O2|-fPIC|-std=c++23|-fpermissive|-Wno-ignored-attributes|-D__CPU_SIM|-DPTO_CPU_MAX_THREADS=1|-"
        "DNDEBUG|";
    const std::string includes =
        "|-fno-gnu-unique|-Wno-attributes|-Wno-aggressive-loop-optimizations|-isystem/opt/pto "
        "ninja/include|-isystem/opt/pto "
        "ninja/include/pto";
    EXPECT_EQ(Join(CompileFlags(toolchain, {Role::kAic, {}}), "|"), common + "-D__DAV_CUBE__" + includes);
    EXPECT_EQ(Join(CompileFlags(toolchain, {Role::kAiv, {}}), "|"), common + "-D__DAV_VEC__" + includes);
    EXPECT_EQ(
        Join(CompileFlags(toolchain, {Role::kOrchestration, {}}), "|"),
        "-shared|-fPIC|-O3|-g|-std=c++17|-fno-gnu-unique|-Wl,--build-id=sha1|-pthread|-isystem/opt/pto ninja/include");
}

// PTO-ISA's headers come first, all that is not theirs from ours.
TEST(Toolchain, PtoIsaFlags) {
    Toolchain toolchain = SampleToolchain("a2a3sim", true);
    toolchain.roots.pto_isa.root = "/opt/isa";
    const std::string start =
        "-shared|-O2|-fPIC|-std=c++2b|-Wno-macro-redefined|-Wno-ignored-attributes|-D__CPU_SIM|"
        "-DPTO_CPU_MAX_THREADS=1|-DNDEBUG|";
    const std::string end =
        "|-Wno-attributes|-Wno-pass-failed|-isystem/opt/isa/include|-isystem/opt/isa/include/pto|"
        "-isystem/opt/pto ninja/include";
    EXPECT_EQ(Join(CompileFlags(toolchain, {Role::kAic, {}}), "|"), start + "-D__DAV_CUBE__" + end);
    EXPECT_EQ(Join(CompileFlags(toolchain, {Role::kAiv, {}}), "|"), start + "-D__DAV_VEC__" + end);
    EXPECT_EQ(
        Join(CompileFlags(toolchain, {Role::kOrchestration, {}}), "|"),
        "-shared|-fPIC|-O3|-g|-std=c++17|-fno-gnu-unique|-Wl,--build-id=sha1|-pthread|-isystem/opt/pto ninja/include");
    EXPECT_EQ(toolchain.Variant(), "a2a3sim-embedded-pto-isa");
}

TEST(Toolchain, EmbeddedFlagsOfClang) {
    Toolchain toolchain = SampleToolchain("a2a3sim", true);
    EXPECT_EQ(Join(CompileFlags(toolchain, {Role::kAiv, {}}), "|"),
              "-shared|-O2|-fPIC|-std=c++2b|-Wno-macro-redefined|-Wno-ignored-attributes|-D__CPU_SIM|"
              "-DPTO_CPU_MAX_THREADS=1|-DNDEBUG|-D__DAV_VEC__|-Wno-attributes|-isystem/opt/pto "
              "ninja/include|-isystem/opt/pto ninja/include/pto");
    toolchain.orchestration_compiler.clang = true;
    EXPECT_EQ(Join(CompileFlags(toolchain, {Role::kOrchestration, {}}), "|"),
              "-shared|-fPIC|-O3|-g|-std=c++17|-Wl,--build-id=sha1|-pthread|-isystem/opt/pto ninja/include");
}

// The words of the ordinary build, then what a debugger wants instead.
TEST(Toolchain, FlagsForADebugger) {
    const Toolchain toolchain = SampleToolchain("a2a3sim", false);
    for (const Role role : {Role::kAic, Role::kAiv, Role::kOrchestration}) {
        std::vector<std::string> words = CompileFlags(toolchain, {role, {}});
        words.insert(words.end(), {"-O0", "-g"});
        EXPECT_EQ(CompileFlags(toolchain, {role, {}, true}), words);
    }
    EXPECT_EQ(RecipeName({Role::kOrchestration, "host_build_graph", true}), "orchestration_host_build_graph_debug");
}

// Words that both families read, whichever compiles.
TEST(Toolchain, CommandsForEditors) {
    const std::string expected =
        "the compiler|-shared|-O2|-fPIC|-std=c++2b|-Wno-ignored-attributes|-D__CPU_SIM|-DPTO_CPU_MAX_THREADS=1|"
        "-DNDEBUG|-D__DAV_CUBE__|-Wno-attributes|-isystem/opt/pto ninja/include|-isystem/opt/pto ninja/include/pto";
    for (const bool clang : {false, true}) {
        Toolchain toolchain = SampleToolchain("a2a3sim", clang);
        toolchain.kernel_compiler.program = "the compiler";
        EXPECT_EQ(Join(EditorCommand(toolchain, {Role::kAic, {}}), "|"), expected);
        toolchain.roots.pto_isa.root = "/isa";
        const std::vector<std::string> isa = EditorCommand(toolchain, {Role::kAiv, {}});
        EXPECT_NE(std::find(isa.begin(), isa.end(), "-D__STDCPP_BFLOAT16_T__=1"), isa.end());
    }
}

// A root that itself looks like a placeholder must not be expanded again.
TEST(Toolchain, RootsAreNotExpandedTwice) {
    Toolchain toolchain = SampleToolchain("a2a3sim", false);
    toolchain.roots.embedded_include = "/x/${std}/${embedded}/${pto_isa}";
    const std::vector<std::string> flags = CompileFlags(toolchain, {Role::kOrchestration, {}});
    EXPECT_EQ(flags.back(), "-isystem/x/${std}/${embedded}/${pto_isa}");
}

}  // namespace
}  // namespace pto::gen
