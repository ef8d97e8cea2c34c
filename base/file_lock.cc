#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/file_system.h"
#include "base/process_family.h"

namespace pto {
namespace {

constexpr double kUnnamedSeconds = 1.0;

// Looks the inode up in /proc/locks, where the kernel lists who holds what. Empty where the holder has let go or ended
// meanwhile, or belongs to another machine or container.
std::string NamedHolder(int descriptor) {
    struct stat info {};
    if (fstat(descriptor, &info) != 0) return "";
    char wanted[64];
    std::snprintf(wanted, sizeof wanted, "%02x:%02x:%lu", major(info.st_dev), minor(info.st_dev),
                  static_cast<unsigned long>(info.st_ino));
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
        std::istringstream fields(line);
        std::string number, kind, mode, access, pid, file;
        fields >> number >> kind >> mode >> access >> pid >> file;
        if (kind != "FLOCK" || file != wanted) continue;
        std::ifstream name_file("/proc/" + pid + "/comm");
        std::string name;
        std::getline(name_file, name);
        return name.empty() ? "" : "process " + pid + " (" + name + ")";
    }
    return "";
}

std::string Holder(int descriptor) {
    const std::string named = NamedHolder(descriptor);
    return named.empty() ? "another process" : named;
}

}  // namespace

FileLock::FileLock(const std::string& path, double timeout_seconds,
                   const std::function<void(const std::string&)>& on_wait) {
    MakeDirectories(std::filesystem::path(path).parent_path().string());
    descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0 && errno == ELOOP) {
        ThrowInput(path, "is a link, expected PyPTO's lock", "remove the link");
    }
    if (descriptor_ < 0 && errno == EISDIR) {
        ThrowInput(path, "is a directory, expected PyPTO's lock", "move it away");
    }
    if (descriptor_ < 0) ThrowSystem(ErrorKind::kInput, path, "cannot be opened", errno);
    const auto start = std::chrono::steady_clock::now();
    const auto deadline = start + std::chrono::duration<double>(timeout_seconds);
    const auto unnamed_deadline = start + std::chrono::duration<double>(std::min(kUnnamedSeconds, timeout_seconds));
    bool announced = false;
    while (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) ThrowSystem(ErrorKind::kToolchain, path, "cannot be locked", errno);
        WatchBuild();
        const auto now = std::chrono::steady_clock::now();
        // Who cannot be named has most likely let go between the attempt and the look: the next attempt tells.
        if (!announced && on_wait && (now >= unnamed_deadline || !NamedHolder(descriptor_).empty())) {
            on_wait(Holder(descriptor_));
            announced = true;
        }
        if (now >= deadline) {
            const std::string holder = Holder(descriptor_);
            close(descriptor_);
            throw Error(ErrorKind::kToolchain, Place{path, 0, 0, {}}, "still held by " + holder,
                        "wait for it to end, or stop it, and run again");
        }
        usleep(20'000);
    }
}

FileLock::~FileLock() {
    close(descriptor_);
}

std::string BinaryContextLock(const std::string& directory) {
    return directory + "/cache/.binary_context.lock";
}

}  // namespace pto
