// The only door to the disk for loaders and writers, narrow enough to be doubled in memory by tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pto {

enum class FileType { kRegular, kDirectory, kOther };

struct FileInfo {
    FileType type = FileType::kOther;
    int64_t mtime_ns = 0;  // since the epoch
    int64_t ctime_ns = 0;  // of the last change of the inode; no program can set it back
    uint64_t size = 0;     // bytes
    uint64_t inode = 0;
    bool executable = false;
};

class FileSystem {
  public:
    virtual ~FileSystem() = default;
    // Follows symbolic links; nothing when the name leads nowhere. Throws an input Error naming the file when it cannot
    // be told whether there is one: what cannot be looked at must not pass for absent.
    virtual std::optional<FileInfo> Stat(const std::string& path) const = 0;
    // Whole content; throws an input Error naming the file.
    virtual std::string Read(const std::string& path) const = 0;
    // Names in a directory, sorted, without "." and ".."; throws an input Error.
    virtual std::vector<std::string> List(const std::string& path) const = 0;
    // Where the symbolic link `path` leads: absolute, without further links as far as there is something. Nothing for
    // what is no link.
    virtual std::optional<std::string> LinkTarget(const std::string&) const { return std::nullopt; }
    // Replaces `path` in one rename, parent directories created; readers see the old or the new text, never a part.
    // For files of our own: a link, a fifo or a device of that name is replaced as well, never written to. Throws an
    // input Error for a directory, and where .pto-ninja on the way to it is a link that leads elsewhere.
    virtual void Write(const std::string& path, std::string_view content) = 0;
    // The same for a file of the user's, who may have put a link there: it stays, and the file behind it is replaced.
    virtual void WriteThroughLink(const std::string& path, std::string_view content) { Write(path, content); }
    virtual void Remove(const std::string& path) = 0;
    // Makes `path` another name of the file `from`, replacing what is there in one rename: many equal files for the
    // price of one. A copy where there are no second names. Neither may be changed in place afterwards.
    virtual void Link(const std::string& from, const std::string& path) { Write(path, Read(from)); }
    // When `path` was last changed, since the epoch; nothing where there are no times to set.
    virtual void SetTime(const std::string&, int64_t) {}
};

class RealFileSystem : public FileSystem {
  public:
    std::optional<FileInfo> Stat(const std::string& path) const override;
    std::string Read(const std::string& path) const override;
    std::vector<std::string> List(const std::string& path) const override;
    std::optional<std::string> LinkTarget(const std::string& path) const override;
    void Write(const std::string& path, std::string_view content) override;
    void WriteThroughLink(const std::string& path, std::string_view content) override;
    void Remove(const std::string& path) override;
    void Link(const std::string& from, const std::string& path) override;
    void SetTime(const std::string& path, int64_t mtime_ns) override;
};

enum class WriteResult { kWritten, kUnchanged };

// Writes only if the bytes differ, so that an unchanged file keeps its time.
WriteResult WriteIfChanged(FileSystem& files, const std::string& path, std::string_view content);

bool IsFile(const FileSystem& files, const std::string& path);
bool IsDirectory(const FileSystem& files, const std::string& path);

// The process's; throws an Error where it was removed.
std::string CurrentDirectory();

// Creates `path` and its parents (nothing for "", the parent of a bare name); throws an input Error that says so when a
// directory is read-only.
void MakeDirectories(const std::string& path);

}  // namespace pto
