// What the runtime does with the manifest of a directory, whose records are the contract's.
#pragma once

#include <string>
#include <vector>

#include "contract/manifest.h"

namespace pto::run {

using contract::Direction;
using contract::DirectionName;
using contract::Distributed;
using contract::Entry;
using contract::FindProgram;
using contract::GoldenFiles;
using contract::HookFiles;
using contract::IsOutput;
using contract::Kernel;
using contract::LoadManifest;
using contract::Manifest;
using contract::Orchestration;
using contract::Param;
using contract::Program;
using contract::RunPyFiles;
using contract::RuntimeConfig;
using contract::Simpler;
using contract::SimplerRuntime;

// The entries a command works on: all of them but the parts of a plan, or the one named. Throws a usage Error that
// lists the names.
std::vector<const Entry*> SelectEntries(const Manifest& manifest, const std::string& name);

}  // namespace pto::run
