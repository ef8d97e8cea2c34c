#include "runtime/dfx/places.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/own_places.h"
#include "base/text.h"

namespace pto::run {
namespace {

// The number after a prefix; -1 for another name.
int NumberAfter(std::string_view name, std::string_view prefix) {
    constexpr size_t kMostDigits = 8;
    if (!name.starts_with(prefix)) return -1;
    name.remove_prefix(prefix.size());
    const bool digits = std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || name.empty() || name.size() > kMostDigits) return -1;
    return std::stoi(std::string(name));
}

}  // namespace

std::string DfxDirectoryOf(const Manifest& manifest, const Entry& entry) {
    const std::string directory(kDiagnosticsDir);
    if (manifest.runtime == "pypto") {
        const Program* program = FindProgram(manifest, entry.program);
        return program == nullptr || program->directory.empty() ? directory : program->directory + "/" + directory;
    }
    return entry.name.empty() ? directory : directory + "/" + entry.name;
}

std::string NameMapFile(std::string_view name) {
    // After a directory whose name may be as long as a name may be.
    constexpr size_t kLongest = 200;
    return "name_map_" + std::string(CutUtf8(name, kLongest)) + ".json";
}

std::string DirectoryName(const std::string& path) {
    std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
    if (!whole.has_filename()) whole = whole.parent_path();
    return whole.filename().string();
}

std::string DispatchFolder(size_t rank, size_t number) {
    return "rank" + std::to_string(rank) + "/d" + std::to_string(number) + "/";
}

std::vector<std::string> DispatchFolders(const FileSystem& files, const std::string& directory) {
    std::vector<std::pair<int, int>> numbers;
    if (!IsDirectory(files, directory)) return {};
    for (const std::string& rank : files.List(directory)) {
        if (NumberAfter(rank, "rank") < 0 || !IsDirectory(files, directory + "/" + rank)) continue;
        for (const std::string& dispatch : files.List(directory + "/" + rank)) {
            if (NumberAfter(dispatch, "d") >= 0)
                numbers.emplace_back(NumberAfter(rank, "rank"), NumberAfter(dispatch, "d"));
        }
    }
    std::sort(numbers.begin(), numbers.end());
    std::vector<std::string> folders;
    for (const auto& [rank, number] : numbers) folders.push_back(DispatchFolder(rank, number));
    return folders;
}

std::vector<std::string> DfxFiles() {
    std::vector<std::string> names;
    for (const std::string_view name : {kProgramFile, kSwimlaneFile, kDependencyFile, kArgumentFile, kArgumentBytesFile,
                                        kPmuFile, kScopeFile, kNameMapFile}) {
        names.emplace_back(name);
    }
    return names;
}

void RemoveDispatches(FileSystem& files, const std::string& directory) {
    for (const std::string& folder : DispatchFolders(files, directory)) {
        for (const std::string& name : DfxFiles()) {
            const std::string path = directory + "/" + folder + name;
            if (IsFile(files, path)) files.Remove(path);
        }
    }
}

}  // namespace pto::run
