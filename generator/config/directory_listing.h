// What a compiled directory contains, as a text that changes exactly when the graph has to be planned anew.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/config/folder.h"

namespace pto::gen {

// Functions of a .pto file, in text order; `path` opens it, `info` lets the caller keep the answer of an unchanged
// file.
using PtoFunctionSource = std::function<std::vector<std::string>(const std::string& path, const FileInfo& info)>;

// One line per item, sorted: markers, sidecars, golden.py, hooks, what debug/run.py is used for, kernel sources below
// kernels/*/, data files, ptoas units with their functions, and the directories in next_levels with the same of each,
// unless a top-level kernel_config.py makes them left-overs. Contents are not read but through `functions`, for
// HasHooks and InspectRunPy, so an edit of a kernel does not show. Works for any directory, also one that cannot be
// loaded.
std::string ListingText(const Folder& folder, const PtoFunctionSource& functions);

// Reads each file anew.
PtoFunctionSource ReadingPtoFunctions(const FileSystem& files);

}  // namespace pto::gen
