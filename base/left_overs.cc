#include "base/left_overs.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace pto {
namespace {

constexpr std::string_view kMark = ".pto-ninja-";
// Leaves room for the mark and two numbers in the 255 bytes that a name may have.
constexpr size_t kLongestName = 200;

// Takes a number off the front; 0 when there is none.
long TakeNumber(std::string_view& text) {
    long number = 0;
    const std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc()) return 0;
    text.remove_prefix(static_cast<size_t>(result.ptr - text.data()));
    return number;
}

// The process in a name of ours; 0 for any other name.
pid_t OwnerOf(std::string_view name) {
    const size_t mark = name.rfind(kMark);
    if (mark == name.npos || mark == 0 || name[0] != '.') return 0;
    std::string_view rest = name.substr(mark + kMark.size());
    const long owner = TakeNumber(rest);
    if (owner <= 0 || rest.empty() || rest[0] != '-') return 0;
    rest.remove_prefix(1);
    const bool numbered = TakeNumber(rest) > 0;
    return numbered && (rest.empty() || rest == ".cpp") ? static_cast<pid_t>(owner) : 0;
}

bool IsDirectoryEntry(const std::string& path, const dirent& entry) {
    if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_DIR;
    struct stat info {};
    return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

// Appends the directories found to `below` unless that is null.
void RemoveFrom(const std::string& directory, std::vector<std::string>* below) {
    DIR* const stream = opendir(directory.c_str());
    if (stream == nullptr) return;
    while (const dirent* entry = readdir(stream)) {
        const std::string name = entry->d_name;
        if (name == "." || name == "..") continue;
        const std::string path = directory + "/" + name;
        if (IsLeftOver(name)) {
            unlink(path.c_str());
        } else if (below != nullptr && IsDirectoryEntry(path, *entry)) {
            below->push_back(path);
        }
    }
    closedir(stream);
}

}  // namespace

std::string TemporaryName(const std::string& target, const std::string& suffix) {
    static std::atomic<unsigned> number{0};
    const size_t slash = target.rfind('/');
    const size_t start = slash == std::string::npos ? 0 : slash + 1;
    // Some file systems refuse half of a character.
    const std::string name(CutUtf8(std::string_view(target).substr(start), kLongestName));
    return target.substr(0, start) + "." + name + std::string(kMark) + std::to_string(getpid()) + "-" +
           std::to_string(++number) + suffix;
}

TemporaryFile::~TemporaryFile() {
    unlink(path_.c_str());
}

int OpenTemporary(const std::string& target, std::string& path, mode_t mode) {
    int descriptor = -1;
    // A name can be taken only by what a process of the same number left behind.
    for (int attempt = 0; attempt < 100 && descriptor < 0; ++attempt) {
        path = TemporaryName(target);
        descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor < 0 && errno != EEXIST) break;
    }
    return descriptor;
}

bool IsLeftOver(const std::string& name) {
    const pid_t owner = OwnerOf(name);
    return owner > 0 && kill(owner, 0) != 0 && errno == ESRCH;
}

void RemoveLeftOvers(const std::string& directory) {
    RemoveFrom(directory, nullptr);
}

void RemoveLeftOversBelow(const std::string& directory) {
    std::vector<std::string> directories = {directory};
    while (!directories.empty()) {
        const std::string next = std::move(directories.back());
        directories.pop_back();
        RemoveFrom(next, &directories);
    }
}

}  // namespace pto
