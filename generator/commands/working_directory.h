// The current directory of the process, for steps that work on paths relative to a compiled directory as ninja does.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace pto::gen {

// Puts the process into `path` for as long as it lives.
class WorkingDirectory {
  public:
    explicit WorkingDirectory(const std::string& path) : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(path);
    }
    ~WorkingDirectory() {
        std::error_code ignored;
        std::filesystem::current_path(before_, ignored);
    }
    WorkingDirectory(const WorkingDirectory&) = delete;
    WorkingDirectory& operator=(const WorkingDirectory&) = delete;

  private:
    std::filesystem::path before_;
};

}  // namespace pto::gen
