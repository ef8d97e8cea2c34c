#include "base/atomic_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/error.h"
#include "base/left_overs.h"

namespace pto {
void MoveOver(const std::string& from, const std::string& to) {
    if (rename(from.c_str(), to.c_str()) == 0) return;
    const int error_number = errno;
    if (error_number == EISDIR) ThrowInput(to, "a directory is in the place of a file", "remove the directory");
    ThrowSystem(ErrorKind::kInput, to, "rename", error_number);
}

// To ask for the process's mask means to change it, for all threads: a new file gets its permissions as it is made.
AtomicFile::AtomicFile(const std::string& target) : target_(target) {
    struct stat info {};
    if (lstat(target.c_str(), &info) != 0) {
        if (errno != ENOENT && errno != ENOTDIR) unseen_ = errno;
    } else if (S_ISREG(info.st_mode)) {
        // What a link leads to is another file, and a device is none.
        mode_ = info.st_mode & 07777;
    }
    descriptor_ = OpenTemporary(target, path_, mode_ || unseen_ != 0 ? 0600 : 0666);
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
    if (unseen_ != 0) ThrowSystem(ErrorKind::kInput, target_, "cannot be looked at", unseen_);
    if (mode_ && fchmod(descriptor_, *mode_) != 0) ThrowSystem(ErrorKind::kInput, target_, "chmod", errno);
    const int closed = close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) ThrowSystem(ErrorKind::kInput, target_, "close", errno);
    MoveOver(path_, target_);
    kept_ = true;
}

}  // namespace pto
