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
    std::vector<std::string> programs;  // <name> of next_levels/<name>/kernel_config.py, sorted
    std::vector<std::string> others;    // other directories in next_levels, sorted
};

// Throws an input Error for everything that cannot be replayed: no such directory, a published cache entry, markers of
// two kinds at once, a compile-only or failed build, or no build at all.
DirectoryKind RecogniseDirectory(const Folder& folder);

// Path below the root of what the compiler says about kernels it could not make: report/codegen_errors.txt, or the
// first one of next_levels/*.
std::optional<std::string> FindCodegenReport(const Folder& folder);

}  // namespace pto::gen
