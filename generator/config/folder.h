// A compiled directory as a value: which files, below which root. Its names are relative to that, and where the process
// is does not matter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace pto::gen {

// Does not change and is cheap to copy; `files` has to live longer.
class Folder {
  public:
    Folder(const FileSystem& files, std::string root);

    const FileSystem& files() const { return *files_; }
    const std::string& root() const { return root_; }  // as the user gave it

    // The path of `name`, or of the folder itself, for the file system and for messages.
    std::string Shown(std::string_view name = {}) const;

    bool Has(std::string_view name) const;  // a file
    bool HasFolder(std::string_view name) const;
    // Throws as FileSystem::Read.
    std::string Read(std::string_view name) const;
    // Names in a folder of it, sorted; none when it is no folder. With a suffix, those that have it and more before it.
    std::vector<std::string> Names(std::string_view name, std::string_view suffix = {}) const;

    Folder Below(std::string_view name) const { return {*files_, Shown(name)}; }

  private:
    const FileSystem* files_;
    std::string root_;
};

}  // namespace pto::gen
