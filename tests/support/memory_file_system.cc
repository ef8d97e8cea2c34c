#include "tests/support/memory_file_system.h"

#include <cerrno>
#include <filesystem>

#include "base/error.h"

namespace pto {
namespace {

std::string Normal(const std::string& path) {
    std::string normal = std::filesystem::path(path).lexically_normal().string();
    if (normal.size() > 1 && normal.back() == '/') normal.pop_back();
    return normal;
}

}  // namespace

std::optional<FileInfo> MemoryFileSystem::Stat(const std::string& path) const {
    const auto found = entries_.find(Normal(path));
    if (found == entries_.end()) return std::nullopt;
    if (invisible_.count(Normal(path)) != 0) ThrowSystem(ErrorKind::kInput, path, "cannot be looked at", EACCES);
    const Entry& entry = found->second;
    FileInfo info;
    info.type = entry.directory ? FileType::kDirectory : FileType::kRegular;
    info.mtime_ns = entry.mtime_ns;
    info.size = entry.content.size();
    info.inode = entry.inode;
    info.executable = entry.executable;
    return info;
}

std::string MemoryFileSystem::Read(const std::string& path) const {
    reads_.push_back(path);
    const auto found = entries_.find(Normal(path));
    if (found == entries_.end()) ThrowSystem(ErrorKind::kInput, path, "cannot be read", ENOENT);
    if (found->second.directory) ThrowSystem(ErrorKind::kInput, path, "cannot be read", EISDIR);
    if (unreadable_.count(Normal(path)) != 0) ThrowSystem(ErrorKind::kInput, path, "cannot be read", EACCES);
    return found->second.content;
}

std::vector<std::string> MemoryFileSystem::List(const std::string& path) const {
    const std::string normal = Normal(path);
    const auto directory = entries_.find(normal);
    if (directory == entries_.end()) ThrowSystem(ErrorKind::kInput, path, "cannot be listed", ENOENT);
    if (!directory->second.directory) ThrowSystem(ErrorKind::kInput, path, "cannot be listed", ENOTDIR);
    if (unreadable_.count(normal) != 0) ThrowSystem(ErrorKind::kInput, path, "cannot be listed", EACCES);
    const std::string prefix = normal == "/" ? normal : normal + "/";
    std::vector<std::string> names;
    for (auto it = entries_.lower_bound(prefix); it != entries_.end() && it->first.rfind(prefix, 0) == 0; ++it) {
        const std::string name = it->first.substr(prefix.size());
        if (!name.empty() && name.find('/') == std::string::npos) names.push_back(name);
    }
    return names;
}

void MemoryFileSystem::Write(const std::string& path, std::string_view content) {
    writes_.push_back(path);
    Put(path, content);
}

void MemoryFileSystem::Remove(const std::string& path) {
    removals_.push_back(path);
    entries_.erase(Normal(path));
}

MemoryFileSystem& MemoryFileSystem::Add(const std::string& path, std::string_view content) {
    Put(path, content);
    return *this;
}

MemoryFileSystem& MemoryFileSystem::AddDirectory(const std::string& path) {
    const std::string normal = Normal(path);
    if (entries_.count(normal) != 0) return *this;
    const std::string parent = std::filesystem::path(normal).parent_path().string();
    if (!parent.empty() && parent != normal) AddDirectory(parent);
    entries_[normal] = Entry{true, {}, now_ns_, next_inode_++, true};
    return *this;
}

void MemoryFileSystem::MakeInvisible(const std::string& path) {
    invisible_.insert(Normal(path));
    unreadable_.insert(Normal(path));
}

void MemoryFileSystem::MakeUnreadable(const std::string& path) {
    unreadable_.insert(Normal(path));
}

void MemoryFileSystem::SetExecutable(const std::string& path) {
    entries_[Normal(path)].executable = true;
}

void MemoryFileSystem::ClearRecords() {
    reads_.clear();
    writes_.clear();
    removals_.clear();
}

// A new inode each time: files are replaced by renaming.
void MemoryFileSystem::Put(const std::string& path, std::string_view content) {
    const std::string normal = Normal(path);
    const std::string parent = std::filesystem::path(normal).parent_path().string();
    if (!parent.empty()) AddDirectory(parent);
    entries_[normal] = Entry{false, std::string(content), now_ns_, next_inode_++, false};
}

}  // namespace pto
