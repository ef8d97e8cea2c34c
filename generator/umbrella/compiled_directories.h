// Finds the compiled directories below a build_output/.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/config/model.h"

namespace pto::gen {

// Whether the compiler wrote into `path`, finished or not: any file that a build of any kind leaves at its top.
bool LooksCompiled(const FileSystem& files, const std::string& path);

struct CompiledDirectories {
    std::vector<std::string> paths;  // relative to the root, sorted; each real directory once
    std::vector<Note> problems;      // directories that cannot be read
};

// Any depth; a compiled directory is not searched further, a hidden one not at all. Links are followed, loops are not.
CompiledDirectories FindCompiledDirectories(const FileSystem& files, const std::string& root);

}  // namespace pto::gen
