// PyPTO's own lock of a directory (flock on cache/.binary_context.lock), taken by every tool that writes sources.
#pragma once

#include <functional>
#include <string>

namespace pto {

// How long our programs wait for it.
inline constexpr double kLockTimeoutSeconds = 600;

class FileLock {
  public:
    // Waits up to `timeout_seconds` for the exclusive lock; `on_wait` is called once where it is taken, with the
    // holder: "process 123 (python3)", or, after a second of not finding out, "another process". Throws a toolchain
    // Error that names the holder on expiry.
    FileLock(const std::string& path, double timeout_seconds, const std::function<void(const std::string&)>& on_wait);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

  private:
    int descriptor_ = -1;
};

// The lock file of a compiled directory.
std::string BinaryContextLock(const std::string& directory);

}  // namespace pto
