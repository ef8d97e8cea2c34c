// Which compiler with which flags makes what, for a platform: a table and its expansion. Pure; see toolchain_probe.h
// for looking at the machine.
#pragma once

#include <string>
#include <vector>

#include "generator/config/model.h"

namespace pto::gen {

// What the kernels are compiled against and run by.
enum class RuntimeKind { kEmbedded };

const char* RuntimeName(RuntimeKind runtime);

struct Platform {
    std::string name;        // "a2a3sim"
    std::string backend;     // "Ascend910B"
    std::string arch;        // "a2a3", "a5": the directory name in the runtime
    std::string ptoas_arch;  // "a3", "a5"
    bool simulator = true;
};

// Throws an input Error naming `place` with a "did you mean".
const Platform& FindPlatform(const std::string& name, const std::string& place);
// The backend's simulator, when a sidecar records no platform. An unknown backend gives the first platform.
const Platform& DefaultPlatform(const std::string& backend);

// Directories outside the compiled one, absolute and canonical.
struct Roots {
    std::string embedded_include;
};

struct Compiler {
    std::string program;  // as it is started: a name in PATH or a path
    std::string version;  // first line of --version
    bool clang = false;
    std::string reason;  // why this one: for `info`
};

struct Toolchain {
    Platform platform;
    RuntimeKind runtime = RuntimeKind::kEmbedded;
    Roots roots;
    Compiler kernel_compiler;
    Compiler orchestration_compiler;

    // Keeps the objects of different platforms and runtimes apart: "a2a3sim-embedded".
    std::string Variant() const { return platform.name + "-" + RuntimeName(runtime); }
};

// The words after the compiler and before "-o OUT IN".
std::vector<std::string> KernelFlags(const Toolchain& toolchain, CoreType core);
std::vector<std::string> OrchestrationFlags(const Toolchain& toolchain);

}  // namespace pto::gen
