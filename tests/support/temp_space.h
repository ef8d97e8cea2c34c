// A private directory for one test: removed when the test passes, kept and named when it fails.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pto::test {

// Names are relative to the directory, or absolute. What cannot be done throws std::runtime_error: the test fails.
class TempSpace {
  public:
    TempSpace();
    ~TempSpace();
    TempSpace(const TempSpace&) = delete;
    TempSpace& operator=(const TempSpace&) = delete;

    // Absolute, without symbolic links.
    const std::string& Root() const { return root_; }
    std::string Path(const std::string& name) const;

    // In place (same inode), parent directories created.
    void Write(const std::string& name, std::string_view content) const;
    // A file that can be executed.
    void WriteProgram(const std::string& name, std::string_view text) const;
    std::string Read(const std::string& name) const;
    // Whether there is anything of that name, a dangling link included.
    bool Exists(const std::string& name) const;
    void Remove(const std::string& name) const;
    void MakeDirectory(const std::string& name) const;

    // All files below, relative to the directory, sorted.
    std::vector<std::string> Files() const;

    // Modification time, in ns since the epoch.
    int64_t Time(const std::string& name) const;
    void SetTime(const std::string& name, int64_t mtime_ns) const;

  private:
    std::string root_;
};

// Makes `path` the current directory as long as it lives.
class WorkingDirectory {
  public:
    explicit WorkingDirectory(const std::string& path);
    ~WorkingDirectory();
    WorkingDirectory(const WorkingDirectory&) = delete;
    WorkingDirectory& operator=(const WorkingDirectory&) = delete;

  private:
    std::string before_;
};

// Sets (or, with nullptr, removes) an environment variable as long as it lives.
class EnvironmentVariable {
  public:
    EnvironmentVariable(const std::string& name, const char* value);
    ~EnvironmentVariable();
    EnvironmentVariable(const EnvironmentVariable&) = delete;
    EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;

  private:
    std::string name_;
    std::string before_;
    bool was_set_ = false;
};

}  // namespace pto::test
