// Where a checkout of the runtime, SIMPLER_ROOT, keeps what programs are compiled against. Its own build_config.py
// files say most of it, so that a checkout of another week is read as it is.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/toolchain/platform.h"
#include "upstream/runtimes.h"

namespace pto::gen {

// What RUNTIME_CONFIG["runtime"] of a program names: one of the runtimes of a checkout. Paths are absolute.
struct RuntimeLayout {
    std::string name;
    std::vector<std::string> kernel_include_dirs;         // of this runtime alone
    std::vector<std::string> orchestration_include_dirs;  // of this runtime alone, after the common ones
    std::vector<std::string> orchestration_sources;       // compiled into every orchestration, in link order
};

// The directories below the root that compiles for `platform` read.
std::vector<std::string> SimplerTrees(const Platform& platform);

// Whether the runtime's orchestrations run in the host's process; else the device runs them, or a thread in its place.
bool OrchestratesOnHost(const Platform& platform, const std::string& runtime);

// Throws an input Error that names what is missing: `root`, which `origin` names, is then no complete checkout.
void CheckSimplerRoot(const FileSystem& files, const std::string& root, const std::string& origin);

// A runtime that a program's configuration `config_file` names. Throws an input Error for one that the checkout does
// not have, or whose build_config.py cannot be read.
RuntimeLayout LoadRuntimeLayout(const FileSystem& files, const std::string& root, const Platform& platform,
                                const std::string& runtime, const std::string& config_file);

}  // namespace pto::gen
