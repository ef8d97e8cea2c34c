#include "base/file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/left_overs.h"
#include "base/own_places.h"
#include "base/system_error.h"

namespace pto {
namespace {

// Keeps Ctrl-C away while a file is half written: it takes effect once the file is in place. A kill does not wait; what
// it leaves goes with the next scan (left_overs.h).
class HeldSignals {
  public:
    HeldSignals() {
        sigset_t held;
        sigemptyset(&held);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
        pthread_sigmask(SIG_BLOCK, &held, &before_);
    }
    ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

  private:
    sigset_t before_{};
};

// What `path` stands for when it is a symbolic link, the file it points to existing or not.
std::string BehindLinks(std::string path) {
    constexpr int kMostLinks = 40;  // as many as the kernel follows
    std::error_code code;
    for (int links = 0; links < kMostLinks; ++links) {
        const std::filesystem::path target = std::filesystem::read_symlink(path, code);
        if (code) return path;
        path = (std::filesystem::path(path).parent_path() / target).string();
    }
    ThrowSystem(ErrorKind::kInput, path, "cannot be written", ELOOP);
}

// Replaces the name itself.
void ReplaceFile(const std::string& path, std::string_view content) {
    MakeDirectories(std::filesystem::path(path).parent_path().string());
    const HeldSignals held;
    AtomicFile file(path);
    file.WriteAll(content);
    file.MoveIntoPlace();
}

[[noreturn]] void ThrowNoDirectory(const std::string& path) {
    ThrowInput(path, "is no directory, expected one", "move it away");
}

// No such name, a file where a directory should be, or links that lead to each other.
bool LeadsNowhere(int error_number) {
    return error_number == ENOENT || error_number == ENOTDIR || error_number == ELOOP;
}

}  // namespace

std::optional<FileInfo> RealFileSystem::Stat(const std::string& path) const {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) {
        if (LeadsNowhere(errno)) return std::nullopt;
        ThrowSystem(ErrorKind::kInput, path, "cannot be looked at", errno);
    }
    FileInfo result;
    result.type = S_ISREG(info.st_mode)   ? FileType::kRegular
                  : S_ISDIR(info.st_mode) ? FileType::kDirectory
                                          : FileType::kOther;
    result.mtime_ns = static_cast<int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
    result.ctime_ns = static_cast<int64_t>(info.st_ctim.tv_sec) * 1'000'000'000 + info.st_ctim.tv_nsec;
    result.size = static_cast<uint64_t>(info.st_size);
    result.inode = info.st_ino;
    result.executable = (info.st_mode & 0111) != 0;
    return result;
}

std::string RealFileSystem::Read(const std::string& path) const {
    // What is no file might give its bytes never, or for ever.
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) ThrowSystem(ErrorKind::kInput, path, "cannot be read", errno);
    struct stat info {};
    if (fstat(descriptor, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
        close(descriptor);
        ThrowInput(path, "is a fifo, a socket or a device, expected a file", "remove it");
    }
    std::string content;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t count = read(descriptor, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            const int error_number = errno;
            close(descriptor);
            if (error_number == EISDIR) ThrowInput(path, "is a directory, expected a file", "move it away");
            ThrowSystem(ErrorKind::kInput, path, "cannot be read", error_number);
        }
        if (count == 0) break;
        // Most files end here; the size of others saves copying them as they grow.
        if (content.empty() && count == sizeof buffer && info.st_size > 0) {
            content.reserve(static_cast<size_t>(info.st_size));
        }
        content.append(buffer, static_cast<size_t>(count));
    }
    close(descriptor);
    return content;
}

std::vector<std::string> RealFileSystem::List(const std::string& path) const {
    DIR* directory = opendir(path.c_str());
    if (directory == nullptr && errno == ENOTDIR && Stat(path)) ThrowNoDirectory(path);
    if (directory == nullptr) ThrowSystem(ErrorKind::kInput, path, "cannot be listed", errno);
    std::vector<std::string> names;
    errno = 0;  // the end and a failure look the same but for this
    while (const dirent* entry = readdir(directory)) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
        errno = 0;
    }
    const int error_number = errno;
    closedir(directory);
    if (error_number != 0) ThrowSystem(ErrorKind::kInput, path, "cannot be listed", error_number);
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<std::string> RealFileSystem::LinkTarget(const std::string& path) const {
    struct stat info {};
    if (lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return std::nullopt;
    std::error_code code;
    const std::filesystem::path target = std::filesystem::weakly_canonical(path, code);
    // One that dangles is left in place by that.
    if (code || std::filesystem::is_symlink(std::filesystem::symlink_status(target, code))) {
        return std::filesystem::absolute(BehindLinks(path)).lexically_normal().string();
    }
    return std::filesystem::absolute(target).string();
}

void RealFileSystem::Write(const std::string& path, std::string_view content) {
    RefuseLinkedOwnFolder(path);
    ReplaceFile(path, content);
}

void RealFileSystem::WriteThroughLink(const std::string& path, std::string_view content) {
    const std::string target = BehindLinks(path);
    const std::string parent = std::filesystem::path(target).parent_path().string();
    // No scan ever looks where a link leads.
    if (target != path) RemoveLeftOvers(parent.empty() ? "." : parent);
    ReplaceFile(target, content);
}

void RealFileSystem::Remove(const std::string& path) {
    if (unlink(path.c_str()) == 0 || errno == ENOENT) return;
    if (errno == EISDIR) ThrowInput(path, "a directory is in the place of a file", "remove the directory");
    ThrowSystem(ErrorKind::kInput, path, "cannot be removed", errno);
}

void RealFileSystem::Link(const std::string& from, const std::string& path) {
    if (link(from.c_str(), path.c_str()) == 0) return;
    if (errno == ENOENT) {
        MakeDirectories(std::filesystem::path(path).parent_path().string());
        if (link(from.c_str(), path.c_str()) == 0) return;
    }
    const HeldSignals held;
    const std::string name = TemporaryName(path);
    if (link(from.c_str(), name.c_str()) == 0) {
        const bool renamed = rename(name.c_str(), path.c_str()) == 0;
        unlink(name.c_str());  // still there after the rename of a file to another name of itself
        if (renamed) return;
    }
    FileSystem::Link(from, path);
}

void RealFileSystem::SetTime(const std::string& path, int64_t mtime_ns) {
    constexpr int64_t kSecond = 1'000'000'000;
    const timespec times[2] = {{0, UTIME_OMIT},
                               {static_cast<time_t>(mtime_ns / kSecond), static_cast<long>(mtime_ns % kSecond)}};
    utimensat(AT_FDCWD, path.c_str(), times, 0);
}

WriteResult WriteIfChanged(FileSystem& files, const std::string& path, std::string_view content) {
    if (IsFile(files, path) && files.Read(path) == content) return WriteResult::kUnchanged;
    files.Write(path, content);
    return WriteResult::kWritten;
}

bool IsFile(const FileSystem& files, const std::string& path) {
    const std::optional<FileInfo> info = files.Stat(path);
    return info && info->type == FileType::kRegular;
}

bool IsDirectory(const FileSystem& files, const std::string& path) {
    const std::optional<FileInfo> info = files.Stat(path);
    return info && info->type == FileType::kDirectory;
}

std::string CurrentDirectory() {
    std::error_code code;
    const std::filesystem::path path = std::filesystem::current_path(code);
    if (code) throw ErrorOfLibrary(std::filesystem::filesystem_error("current_path", code));
    return path.string();
}

void MakeDirectories(const std::string& path) {
    // Nearly always it is there, and to try to make each folder above it costs many times as much as a look.
    struct stat info {};
    if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) return;
    // One by one: the library's own goes on after a folder above could not be made, and then tells of the wrong error.
    for (size_t end = path.empty() ? path.npos : path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string folder = path.substr(0, end);
        if (folder.empty()) return;
        if (mkdir(folder.c_str(), 0777) != 0) {
            int error = errno;
            std::error_code look;
            const bool there = std::filesystem::is_directory(folder, look);
            if (error == EEXIST) {
                if (!there && (!look || LeadsNowhere(look.value()))) ThrowNoDirectory(folder);
                error = look.value();
            }
            if (!there) {
                ThrowSystem(ErrorKind::kInput, path, "cannot be created", error,
                            "make the directory writable or work on a copy of it");
            }
        }
        if (end == path.npos) return;
    }
}

}  // namespace pto
