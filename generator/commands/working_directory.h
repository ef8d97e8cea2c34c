// The current directory of the process, for steps that work on paths relative to a compiled directory as ninja does.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include "base/error.h"
#include "base/file_system.h"

namespace pto::gen {

// Puts the process into `path` for as long as it lives.
class WorkingDirectory {
  public:
    explicit WorkingDirectory(const std::string& path) : before_(CurrentDirectory()) {
        std::error_code code;
        std::filesystem::current_path(path, code);
        if (code) ThrowSystem(ErrorKind::kInput, path, "cannot be entered", code.value());
    }
    ~WorkingDirectory() {
        std::error_code ignored;
        std::filesystem::current_path(before_, ignored);
    }
    WorkingDirectory(const WorkingDirectory&) = delete;
    WorkingDirectory& operator=(const WorkingDirectory&) = delete;

  private:
    std::string before_;
};

}  // namespace pto::gen
