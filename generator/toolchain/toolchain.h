// Which compilers make the binaries of a directory, for which platform and runtime. Pure; see toolchain_probe.h for
// looking at the machine and flag_table.h for the flags.
#pragma once

#include <string>
#include <vector>

#include "generator/toolchain/platform.h"
#include "generator/toolchain/roots.h"
#include "generator/toolchain/runtime_kind.h"
#include "generator/toolchain/simpler_layout.h"
#include "generator/toolchain/simpler_libraries.h"

namespace pto::gen {

// kAicPrefix, kAivPrefix: what most kernels start with, as a precompiled header. kRuntimeSource: a source of the
// runtime that becomes part of every orchestration. kAdapter: what drives the runtime in a run. kHooks: the user's
// debug/replay_hooks.cpp.
enum class Role { kAic, kAiv, kAicPrefix, kAivPrefix, kOrchestration, kRuntimeSource, kAdapter, kHooks };

// What decides the words of a compile, beside the toolchain. `runtime` is the program's RUNTIME_CONFIG["runtime"];
// empty on the embedded runtime, which compiles them all alike.
struct Recipe {
    Role role = Role::kAiv;
    std::string runtime;
    bool debug = false;  // for a debugger: the same words, then no optimisation and symbols
    auto operator<=>(const Recipe&) const = default;
};

// "aic", "orchestration_host_build_graph", "aic_debug": part of the names of rules and variables.
std::string RecipeName(const Recipe& recipe);

struct Compiler {
    std::string program;  // as it is started: a name in PATH or a path
    std::string version;  // first line of --version
    bool clang = false;
    std::string reason;         // why this one: for `info`
    bool own_bfloat16 = false;  // its library has no std::bfloat16_t, and ours takes its place
};

// kDevice: the processor beside the cores, which runs orchestrations on a device.
enum class CompilerUse { kKernel, kHost, kDevice };

struct Toolchain {
    Platform platform;
    RuntimeKind runtime = RuntimeKind::kEmbedded;
    Roots roots;
    std::vector<RuntimeLayout> runtimes;  // that the programs use, of the checkout; none when embedded
    SimplerLibraries libraries;           // of the same runtimes; none but for kSimpler
    Compiler kernel_compiler;
    Compiler orchestration_compiler;    // for the host
    Compiler device_compiler;           // no program: nothing is compiled for the device's processor
    std::string kernel_linker;          // empty on simulators
    std::vector<std::string> launcher;  // such as ccache: started with the compiler's command line

    bool UsesPtoIsa() const { return !roots.pto_isa.root.empty(); }
    bool UsesSimpler() const { return runtime != RuntimeKind::kEmbedded; }
    // Keeps the objects of different platforms, runtimes and headers apart: "a2a3sim-embedded".
    std::string Variant() const;
};

bool IsPrefix(Role role);
// Whether pto-replay itself uses the binary, and no program does.
bool IsForReplay(Role role);

CompilerUse UseOf(const Toolchain& toolchain, const Recipe& recipe);
const Compiler& CompilerOf(const Toolchain& toolchain, const Recipe& recipe);
// The compiler that makes this directory's orchestrations, or most of them: for people.
const Compiler& MainOrchestrationCompiler(const Toolchain& toolchain);

}  // namespace pto::gen
