// Which compiler with which flags makes what, for a platform: a table and its expansion. Pure; see toolchain_probe.h
// for looking at the machine.
#pragma once

#include <string>
#include <vector>

#include "generator/config/model.h"
#include "generator/toolchain/roots.h"

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
// What the sidecars of a directory record, else the simulator of the backend they record; empty without a sidecar.
// `file` receives the sidecar's path.
std::string RecordedPlatform(const BuildDirectory& directory, std::string& file);
// The backend's simulator, when a sidecar records no platform. An unknown backend gives the first platform.
const Platform& DefaultPlatform(const std::string& backend);

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

    bool UsesPtoIsa() const { return !roots.pto_isa.root.empty(); }
    // Keeps the objects of different platforms, runtimes and headers apart: "a2a3sim-embedded".
    std::string Variant() const {
        return platform.name + "-" + RuntimeName(runtime) + (UsesPtoIsa() ? "-pto-isa" : "");
    }
};

// The words after the compiler and before "-o OUT IN".
std::vector<std::string> KernelFlags(const Toolchain& toolchain, CoreType core);
std::vector<std::string> OrchestrationFlags(const Toolchain& toolchain);

}  // namespace pto::gen
