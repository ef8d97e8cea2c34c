// A FileSystem in memory that records what was read and written and whose clock only moves when told to.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace pto {

class MemoryFileSystem : public FileSystem {
  public:
    std::optional<FileInfo> Stat(const std::string& path) const override;
    std::string Read(const std::string& path) const override;
    std::vector<std::string> List(const std::string& path) const override;
    void Write(const std::string& path, std::string_view content) override;
    void Remove(const std::string& path) override;

    // Puts a file there at the present time, without recording; parent directories appear by themselves.
    MemoryFileSystem& Add(const std::string& path, std::string_view content = {});
    MemoryFileSystem& AddDirectory(const std::string& path);
    // Read fails as for a file without permission; Stat still works.
    void MakeUnreadable(const std::string& path);
    // Stat fails too, as below a directory without permission.
    void MakeInvisible(const std::string& path);
    void SetExecutable(const std::string& path);
    // One second later: files written from now on are newer.
    void Tick() { now_ns_ += 1'000'000'000; }
    int64_t Now() const { return now_ns_; }

    // Paths in the order of the calls.
    const std::vector<std::string>& reads() const { return reads_; }
    const std::vector<std::string>& writes() const { return writes_; }
    const std::vector<std::string>& removals() const { return removals_; }
    void ClearRecords();

  private:
    struct Entry {
        bool directory = false;
        std::string content;
        int64_t mtime_ns = 0;
        uint64_t inode = 0;
        bool executable = false;
    };

    void Put(const std::string& path, std::string_view content);

    std::map<std::string, Entry> entries_;
    std::set<std::string> unreadable_;
    std::set<std::string> invisible_;
    int64_t now_ns_ = 1'000'000'000'000'000'000;
    uint64_t next_inode_ = 1;
    mutable std::vector<std::string> reads_;
    std::vector<std::string> writes_;
    std::vector<std::string> removals_;
};

}  // namespace pto
