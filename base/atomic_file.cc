#include "base/atomic_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/error.h"
#include "base/left_overs.h"

namespace pto {
namespace {

mode_t ModeFor(const std::string& path) {
    struct stat info {};
    const int failed = lstat(path.c_str(), &info);
    // What a link leads to is another file, and a device is none.
    if (failed == 0 && S_ISREG(info.st_mode)) return info.st_mode & 07777;
    if (failed != 0 && errno != ENOENT && errno != ENOTDIR)
        ThrowSystem(ErrorKind::kInput, path, "cannot be looked at", errno);
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

}  // namespace

void MoveOver(const std::string& from, const std::string& to) {
    if (rename(from.c_str(), to.c_str()) == 0) return;
    const int error_number = errno;
    if (error_number == EISDIR) ThrowInput(to, "a directory is in the place of a file", "remove the directory");
    ThrowSystem(ErrorKind::kInput, to, "rename", error_number);
}

AtomicFile::AtomicFile(const std::string& target) : target_(target), descriptor_(OpenTemporary(target, path_)) {
    if (descriptor_ < 0) {
        ThrowSystem(ErrorKind::kInput, target, "cannot be written", errno,
                    "make the directory writable or work on a copy of it");
    }
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!kept_) unlink(path_.c_str());
}

void AtomicFile::WriteAll(std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = write(descriptor_, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) ThrowSystem(ErrorKind::kInput, target_, "write", errno);
        content.remove_prefix(static_cast<size_t>(written));
    }
}

void AtomicFile::MoveIntoPlace() {
    if (fchmod(descriptor_, ModeFor(target_)) != 0) ThrowSystem(ErrorKind::kInput, target_, "chmod", errno);
    const int closed = close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) ThrowSystem(ErrorKind::kInput, target_, "close", errno);
    MoveOver(path_, target_);
    kept_ = true;
}

}  // namespace pto
