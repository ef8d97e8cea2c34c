// Tells which kind of build a directory holds, from the marker files that each kind leaves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/config/folder.h"
#include "generator/config/model.h"

namespace pto::gen {

struct DirectoryKind {
    Kind kind = Kind::kL2;
    std::vector<std::string> programs;  // see Levels
    std::vector<std::string> others;
};

// Throws an input Error for everything that cannot be replayed: no such directory, a published cache entry, markers of
// two kinds at once, a compile-only or failed build, or no build at all.
DirectoryKind RecogniseDirectory(const Folder& folder);

}  // namespace pto::gen
