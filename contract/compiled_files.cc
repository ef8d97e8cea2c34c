#include "contract/compiled_files.h"

#include <algorithm>

#include "contract/layout.h"
#include "upstream/files.h"

namespace pto {
namespace {

std::string In(const std::string& root, std::string_view name) {
    if (root.empty() || root == ".") return name.empty() ? "." : std::string(name);
    return name.empty() ? root : root + "/" + std::string(name);
}

}  // namespace

std::vector<std::string> NamesIn(const FileSystem& files, const std::string& root, const std::string& directory) {
    const std::string path = In(root, directory);
    return IsDirectory(files, path) ? files.List(path) : std::vector<std::string>();
}

std::vector<std::string> NamesIn(const FileSystem& files, const std::string& root, const std::string& directory,
                                 std::string_view suffix) {
    std::vector<std::string> names = NamesIn(files, root, directory);
    std::erase_if(
        names, [suffix](const std::string& name) { return name.size() <= suffix.size() || !name.ends_with(suffix); });
    return names;
}

Levels FindLevels(const FileSystem& files, const std::string& root) {
    Levels levels;
    for (const std::string& name : NamesIn(files, root, kNextLevels)) {
        const std::string level = In(root, LevelOf(name));
        if (IsFile(files, In(level, kKernelConfig))) {
            levels.programs.push_back(name);
        } else if (IsDirectory(files, level)) {
            levels.others.push_back(name);
        }
    }
    return levels;
}

std::optional<std::string> FindCodegenReport(const FileSystem& files, const std::string& root) {
    const std::string report(kCodegenReport);
    if (IsFile(files, In(root, report))) return report;
    for (const std::string& name : NamesIn(files, root, kNextLevels)) {
        const std::string below = LevelOf(name) + "/" + report;
        if (IsFile(files, In(root, below))) return below;
    }
    return std::nullopt;
}

std::optional<std::string> FindRawKernel(const FileSystem& files, const std::string& root) {
    for (const std::string& core : NamesIn(files, root, kKernelsDir)) {
        const std::string folder = std::string(kKernelsDir) + "/" + core;
        const std::vector<std::string> units = NamesIn(files, root, folder, ".pto");
        if (!units.empty()) return folder + "/" + units[0];
    }
    return std::nullopt;
}

bool LooksCompiled(const FileSystem& files, const std::string& root) {
    const bool marked =
        std::any_of(std::begin(kCompiledFiles), std::end(kCompiledFiles),
                    [&](const CompiledFile& file) { return file.marks && IsFile(files, In(root, file.path)); });
    return marked || !FindLevels(files, root).programs.empty() || FindCodegenReport(files, root) ||
           FindRawKernel(files, root);
}

}  // namespace pto
