// Looks at the machine: which compilers there are and what they can do.
#pragma once

#include <string>

#include "generator/graph/options.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// Chooses the compilers for a platform on the embedded runtime. Throws a toolchain Error when none compiles a probe, or
// when the platform cannot run embedded.
Toolchain ProbeToolchain(const Platform& platform, const GenerateOptions& options, const Roots& roots);

// First line of "PROGRAM --version"; empty when it cannot be started. Remembered for the life of the process.
std::string CompilerVersion(const std::string& program);

// 12 for "g++ (Debian 12.2.0-14) 12.2.0"; 0 when there is no number. Pure.
int CompilerMajor(const std::string& version);

}  // namespace pto::gen
