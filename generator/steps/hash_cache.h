// Content hashes of files, remembered by size, times and inode, so that a scan reads only what may have changed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/file_system.h"

namespace pto::gen {

class HashCache {
  public:
    // A cache file that is missing or damaged is an empty cache. `now_ns`: since the epoch.
    HashCache(FileSystem& files, std::string cache_file, int64_t now_ns);

    // Hash of a file's content; of a directory: of the names and contents of everything below it. Nothing: no such
    // path.
    std::optional<std::string> Hash(const std::string& path);

    // The names in a directory, asked for once; none where there is no such directory.
    const std::unordered_set<std::string>& NamesIn(const std::string& path);

    // Writes the entries that were asked for, if that differs from what was loaded.
    void Save();

  private:
    struct Entry {
        uint64_t size = 0;
        int64_t mtime_ns = 0;
        int64_t ctime_ns = 0;
        uint64_t inode = 0;
        std::string hash;
    };

    std::string HashFile(const std::string& path, const FileInfo& info);
    std::string HashDirectory(const std::string& path, uint64_t inode);

    FileSystem& files_;
    std::string cache_file_;
    int64_t now_ns_;
    std::string loaded_text_;
    std::map<std::string, Entry> known_;
    std::map<std::string, Entry> used_;
    std::map<std::string, std::optional<std::string>> answered_;
    std::map<std::string, std::unordered_set<std::string>> listed_;
    std::vector<uint64_t> above_;  // inodes of the directories that are being hashed
};

}  // namespace pto::gen
