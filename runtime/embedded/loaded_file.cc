#include "runtime/embedded/loaded_file.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "base/left_overs.h"

namespace pto::embedded {
namespace {

// Device and inode: a file that is mapped keeps its own, so an equal one is the same file.
using FileIdentity = std::pair<dev_t, ino_t>;

std::optional<FileIdentity> IdentityNow(const std::string& path) {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) return std::nullopt;
    return FileIdentity{info.st_dev, info.st_ino};
}

// What each name stood for when it was loaded first; guarded by the mutex.
std::mutex loaded_mutex;
std::map<std::string, FileIdentity>& Loaded() {
    static std::map<std::string, FileIdentity> loaded;
    return loaded;
}

void* Open(const std::string& path, std::string& reason) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) return handle;
    reason = dlerror();
    if (reason.starts_with(path + ": ")) reason.erase(0, path.size() + 2);
    return nullptr;
}

bool IsResident(const std::string& path) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
    if (handle != nullptr) dlclose(handle);
    return handle != nullptr;
}

// A second name is enough; where there are none, a copy. It is gone again when the file is loaded.
void* OpenUnderAnotherName(const std::string& path, std::string& reason) {
    const std::string name = TemporaryName(path);
    std::error_code code;
    std::filesystem::create_hard_link(path, name, code);
    if (code) std::filesystem::copy_file(path, name, code);
    if (code) {
        reason = "an earlier file of this name is loaded, and it cannot be copied: " + code.message();
        return nullptr;
    }
    void* handle = Open(name, reason);
    unlink(name.c_str());
    return handle;
}

}  // namespace

void* LoadCurrentFile(const std::string& path, std::string& reason) {
    const std::lock_guard lock(loaded_mutex);
    const std::optional<FileIdentity> now = IdentityNow(path);
    if (now && IsResident(path)) {
        const auto before = Loaded().find(path);
        if (before != Loaded().end() && before->second != *now) return OpenUnderAnotherName(path, reason);
    } else if (now) {
        Loaded()[path] = *now;
    }
    return Open(path, reason);
}

}  // namespace pto::embedded
