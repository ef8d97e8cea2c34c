// The files of one directory by their names in it, wherever the process is: what works on a compiled directory does not
// have to change into it, so that threads can work on several.
#pragma once

#include <string>

#include "base/file_system.h"

namespace pto {

// Relative names are those below `root`, absolute ones stay. Messages show a name as it was given, as they would in a
// process that is in the directory.
class FolderFiles : public FileSystem {
  public:
    FolderFiles(FileSystem& files, const std::string& root);

    std::optional<FileInfo> Stat(const std::string& path) const override;
    std::string Read(const std::string& path) const override;
    std::vector<std::string> List(const std::string& path) const override;
    std::optional<std::string> LinkTarget(const std::string& path) const override;
    void Write(const std::string& path, std::string_view content) override;
    void WriteThroughLink(const std::string& path, std::string_view content) override;
    void Remove(const std::string& path) override;
    void Link(const std::string& from, const std::string& path) override;
    void SetTime(const std::string& path, int64_t mtime_ns) override;

  private:
    std::string Path(const std::string& name) const;
    template <typename Call>
    auto Inside(Call call) const;

    FileSystem& files_;
    std::string prefix_;  // ends with '/'; empty where the process is in the directory
};

}  // namespace pto
