#include "generator/config/folder.h"

#include <utility>

#include "generator/config/pure_path.h"

namespace pto::gen {

Folder::Folder(const FileSystem& files, std::string root) : files_(&files), root_(std::move(root)) {}

std::string Folder::Shown(std::string_view name) const {
    return ShownPath(root_, name);
}

bool Folder::Has(std::string_view name) const {
    return IsFile(*files_, Shown(name));
}

bool Folder::HasFolder(std::string_view name) const {
    return IsDirectory(*files_, Shown(name));
}

std::string Folder::Read(std::string_view name) const {
    return files_->Read(Shown(name));
}

std::vector<std::string> Folder::Names(std::string_view name, std::string_view suffix) const {
    if (!HasFolder(name)) return {};
    std::vector<std::string> names = files_->List(Shown(name));
    if (suffix.empty()) return names;
    std::erase_if(names, [suffix](const std::string& found) {
        return found.size() <= suffix.size() || !found.ends_with(suffix);
    });
    return names;
}

}  // namespace pto::gen
