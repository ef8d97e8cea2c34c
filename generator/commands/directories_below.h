// Which compiled directories a command that takes a directory or a whole build_output/ is about.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"

namespace pto::gen {

// Relative to `root`; only "" when it is a compiled directory itself. What is left out is warned of. Throws an input
// Error when there is none.
std::vector<std::string> DirectoriesBelow(const FileSystem& files, const std::string& root);

}  // namespace pto::gen
