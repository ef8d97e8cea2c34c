// Whether files stayed as they were while a tool read them. Contents alone do not tell: what is changed and changed
// back again was read changed. No program can set back the time of the last change of an inode.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/file_system.h"

namespace pto::gen {

class ReadWindow {
  public:
    explicit ReadWindow(const FileSystem& files) : files_(files) {}

    // Before the tool starts, for what it is known to read.
    void Watch(const std::string& path);

    // The tool starts after this. File times come from a clock that moves in ticks: a file that was watched within the
    // present one could change once more without its time showing it, so the tick is waited out.
    void Open();

    // After the tool has ended. Of a file that was not watched, whether its last change is certainly older than Open().
    bool Unchanged(const std::string& path) const;

  private:
    // What tells a file that nobody has written to, renamed or touched.
    struct State {
        uint64_t device = 0;
        uint64_t inode = 0;
        uint64_t size = 0;
        int64_t mtime_ns = 0;
        int64_t ctime_ns = 0;

        bool operator==(const State&) const = default;
    };
    std::optional<State> StateOf(const std::string& path) const;

    const FileSystem& files_;
    std::map<std::string, std::optional<State>> watched_;
    int64_t start_ns_ = 0;
};

}  // namespace pto::gen
