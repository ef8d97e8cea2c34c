#include "base/system_error.h"

#include <sys/resource.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

namespace pto {
namespace {

std::string Limit(__rlimit_resource resource) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
    return " (now " + std::to_string(limit.rlim_cur) + ")";
}

// Of the file system that `path` would lie on: its own folder may not be there yet.
std::string FreeSpace(const std::string& path) {
    std::filesystem::path place(path);
    struct statvfs info {};
    while (statvfs(place.empty() ? "." : place.c_str(), &info) != 0) {
        if (place.empty() || place == place.parent_path()) return {};
        place = place.parent_path();
    }
    if (info.f_files > 0 && info.f_favail == 0) {
        return "its file system has none of " + std::to_string(info.f_files) + " files free";
    }
    return "its file system has " + std::to_string(info.f_bavail * info.f_frsize) + " of " +
           std::to_string(info.f_blocks * info.f_frsize) + " bytes free";
}

struct Trouble {
    int number;
    const char* remedy;
};

// A number that stands here is the machine's trouble. ENXIO and ENODEV do not: sockets and what cannot be mapped give
// them.
constexpr Trouble kTroubles[] = {
    {ENOSPC, "make room there"},
    {EDQUOT, "make room, or have your quota raised"},
    {EFBIG, "raise the limit of a file's size: ulimit -f"},
    {EMFILE, "raise the limit of open files: ulimit -n"},
    {ENFILE, "end other programs: the machine has too many open files"},
    {ENOMEM, "free memory"},
    {ENOBUFS, "free memory"},
    {EAGAIN, "try again, or raise the limit of processes: ulimit -u"},
    {EROFS, "make the directory writable or work on a copy of it"},
    {EIO, "look at the disk: dmesg says what it reports"},
    {ESTALE, "look at the network that it lies on"},
    {ETIMEDOUT, "look at the network that it lies on"},
    {ENOTCONN, "look at the network that it lies on"},
    {EHOSTDOWN, "look at the network that it lies on"},
};

const Trouble* Find(int number) {
    const auto* found = std::find_if(std::begin(kTroubles), std::end(kTroubles),
                                     [number](const Trouble& trouble) { return trouble.number == number; });
    return found == std::end(kTroubles) ? nullptr : found;
}

}  // namespace

ErrorKind KindOf(int error_number) {
    return Find(error_number) == nullptr ? ErrorKind::kInput : ErrorKind::kToolchain;
}

std::string RemedyOf(int error_number, const std::string& path) {
    const Trouble* trouble = Find(error_number);
    if (trouble == nullptr) return {};
    if (error_number == EMFILE) return trouble->remedy + Limit(RLIMIT_NOFILE);
    if (error_number == EFBIG) return trouble->remedy + Limit(RLIMIT_FSIZE);
    const std::string space = error_number == ENOSPC ? FreeSpace(path) : "";
    return space.empty() ? trouble->remedy : space + ": " + trouble->remedy;
}

Error ErrorOfLibrary(const std::system_error& failure) {
    const int number = failure.code().value();
    std::string path;
    if (const auto* of_file = dynamic_cast<const std::filesystem::filesystem_error*>(&failure)) {
        path = of_file->path1().string();
        if (path.empty()) {
            return Error(KindOf(number), Place{"the current directory", 0, 0, {}}, failure.code().message(),
                         "change into a directory that is there");
        }
    }
    // Without a file, what() is all there is.
    if (path.empty()) return Error(KindOf(number), failure.what(), RemedyOf(number, path));
    return Error(KindOf(number), Place{path, 0, 0, {}}, failure.code().message(), RemedyOf(number, path));
}

}  // namespace pto
