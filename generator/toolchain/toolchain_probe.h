// Looks at the machine: which compilers there are and what they can do.
#pragma once

#include <string>
#include <vector>

#include "generator/options/options.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// A runtime that a program asks for, and where it does.
struct UsedRuntime {
    std::string name;         // "tensormap_and_ringbuffer"
    std::string config_file;  // for messages
};

// Chooses the compilers for a platform, and reads what the checkout of the runtime says of the runtimes in use. Throws
// a toolchain Error when none compiles a probe, when one for a device is missing, or when the platform cannot run
// embedded; an input Error for a runtime that the checkout does not have.
Toolchain ProbeToolchain(const Platform& platform, const GenerateOptions& options, const Roots& roots,
                         const std::vector<UsedRuntime>& used);

// First line of "PROGRAM --version"; empty when it cannot be started. Remembered for the life of the process.
std::string CompilerVersion(const std::string& program);

// 12 for "g++ (Debian 12.2.0-14) 12.2.0"; 0 when there is no number. Pure.
int CompilerMajor(const std::string& version);

}  // namespace pto::gen
