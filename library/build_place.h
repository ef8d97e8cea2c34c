// Where the build of a directory lies: in it, or two levels above for one of several programs.
#pragma once

#include <string>

#include "base/file_system.h"

namespace pto::lib {

struct BuildPlace {
    std::string root;     // has build.ninja and .pto-ninja, once generated
    std::string program;  // <name> of next_levels/<name>; empty: `root` is the directory itself
};

// Throws an input Error for a directory that is no build; see RecogniseDirectory.
BuildPlace FindBuildPlace(const FileSystem& files, const std::string& directory);

bool IsGenerated(const FileSystem& files, const std::string& root);

}  // namespace pto::lib
