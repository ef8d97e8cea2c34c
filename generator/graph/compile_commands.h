// compile_commands.json for clangd and other tools: one entry per (source, core), vector cores first. Pure.
#pragma once

#include <string>
#include <vector>

#include "generator/graph/objects.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// `directory` is the absolute path of the compiled directory: the commands' working directory.
std::string CompileCommandsText(const std::string& directory, const Toolchain& toolchain, const ObjectPlan& objects);

// One list of the entries of several such texts; one that we did not write adds nothing.
std::string JoinedCompileCommands(const std::vector<std::string>& texts);

}  // namespace pto::gen
