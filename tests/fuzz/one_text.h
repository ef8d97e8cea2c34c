// A disk with one directory, `d`, in which every file has the same text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace pto::fuzz {

class OneText : public FileSystem {
  public:
    explicit OneText(std::string_view text) : text_(text) {}

    std::optional<FileInfo> Stat(const std::string& path) const override {
        FileInfo info;
        info.type = path == "d" ? FileType::kDirectory : FileType::kRegular;
        info.size = text_.size();
        return info;
    }
    std::string Read(const std::string&) const override { return text_; }
    std::vector<std::string> List(const std::string&) const override { return {}; }
    void Write(const std::string&, std::string_view content) override { written = content; }
    void Remove(const std::string& path) override { removed.push_back(path); }

    std::string written;
    std::vector<std::string> removed;

  private:
    std::string text_;
};

}  // namespace pto::fuzz
