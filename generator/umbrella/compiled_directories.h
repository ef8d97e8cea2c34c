// Finds the compiled directories below a build_output/.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"

namespace pto::gen {

struct CompiledDirectories {
    std::vector<std::string> paths;     // relative to the root, sorted; each real directory once
    std::vector<std::string> problems;  // a line for each that is left out: unreadable, or ninja cannot hold its name
};

// Any depth; a compiled directory is not searched further, a hidden one not at all. Links are followed, loops are not.
CompiledDirectories FindCompiledDirectories(const FileSystem& files, const std::string& root);

}  // namespace pto::gen
