#include "generator/umbrella/compiled_directories.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "contract/layout.h"
#include "generator/config/directory_kind.h"
#include "generator/graph/ninja_escape.h"
#include "upstream/files.h"

namespace pto::gen {
namespace {

class Search {
  public:
    Search(const FileSystem& files, const std::string& root) : files_(files), root_(root) {}

    void Visit(const std::string& relative) {
        const std::string path = relative.empty() ? root_ : root_ + "/" + relative;
        try {
            const std::optional<FileInfo> info = files_.Stat(path);
            if (!info || info->type != FileType::kDirectory) return;
            // Seen before under another name, or above: a link.
            if (!seen_.insert(info->inode).second) return;
            if (!relative.empty() && LooksCompiled(files_, path)) return Add(path, relative);
            for (const std::string& name : files_.List(path)) {
                if (!name.starts_with(".")) Visit(Below(relative, name));
            }
        } catch (const Error& error) {
            found_.problems.push_back(path + ": " + error.message() + "; left out");
        }
    }

    CompiledDirectories Take() { return std::move(found_); }

  private:
    void Add(const std::string& path, const std::string& relative) {
        const std::string what(UnwritablePart(relative));
        if (what.empty()) return found_.paths.push_back(relative);
        found_.problems.push_back(WithoutLineBreaks(path) + ": the name has " + what +
                                  ", which ninja cannot hold; left out");
    }

    const FileSystem& files_;
    const std::string& root_;
    std::set<uint64_t> seen_;
    CompiledDirectories found_;
};

}  // namespace

bool LooksCompiled(const FileSystem& files, const std::string& path) {
    for (const MarkerFile& marker : kMarkerFiles) {
        if (IsFile(files, path + "/" + std::string(marker.path))) return true;
    }
    for (const std::string& level : Folder(files, path).Names(kNextLevels)) {
        const std::string below = path + "/" + LevelOf(level);
        if (IsFile(files, below + "/kernel_config.py") || IsFile(files, below + "/report/codegen_errors.txt"))
            return true;
    }
    for (const std::string& core : Folder(files, path).Names("kernels")) {
        if (!Folder(files, path).Names("kernels/" + core, ".pto").empty()) return true;
    }
    return false;
}

CompiledDirectories FindCompiledDirectories(const FileSystem& files, const std::string& root) {
    Search search(files, root);
    search.Visit("");
    return search.Take();
}

}  // namespace pto::gen
