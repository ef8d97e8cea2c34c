// What a compiled directory holds: where the compiler puts programs, units and reports, and how its directories are
// told from others. All that is asked of a directory before its metadata is read is answered here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace pto {

// Names in <root>/<directory>, sorted; none when it is no directory.
std::vector<std::string> NamesIn(const FileSystem& files, const std::string& root, const std::string& directory);
// Those that end in `suffix`.
std::vector<std::string> NamesIn(const FileSystem& files, const std::string& root, const std::string& directory,
                                 std::string_view suffix);

struct Levels {
    std::vector<std::string> programs;  // <name> of next_levels/<name>/kernel_config.py, sorted
    std::vector<std::string> others;    // other directories in next_levels, sorted
};
Levels FindLevels(const FileSystem& files, const std::string& root);

// Path below the root of what the compiler says about kernels it could not make: report/codegen_errors.txt, or the
// first one of next_levels/*.
std::optional<std::string> FindCodegenReport(const FileSystem& files, const std::string& root);

// The first kernels/<core>/*.pto, which only a build that ran no ptoas leaves.
std::optional<std::string> FindRawKernel(const FileSystem& files, const std::string& root);

// Whether the compiler wrote into `root`, finished or not: any file that a build of any kind leaves there.
bool LooksCompiled(const FileSystem& files, const std::string& root);

}  // namespace pto
