// Which files of a compiled directory are its sources: read by the build and edited by people. Pure.
#pragma once

#include <string>
#include <vector>

#include "generator/config/model.h"

namespace pto::gen {

// Relative to the root, sorted, each once; some need not exist (the raw text of a unit that was never assembled).
// Kernels, orchestrations, .pto units with their raw texts, golden.py, configuration and sidecars, of the root and of
// every program in next_levels. Not data/, which may be large, not what lies outside of the directory, nor left-overs.
std::vector<std::string> PlanBaseline(const BuildDirectory& directory);

// Folders in which a header of these sources may lie: their own and the include directories inside of the directory.
std::vector<std::string> HeaderFolders(const BuildDirectory& directory);
// ptoas/<unit>.cpp, which ptoas prints and a build may make.
bool IsRawText(const std::string& path);

bool IsHeaderName(const std::string& name);

}  // namespace pto::gen
