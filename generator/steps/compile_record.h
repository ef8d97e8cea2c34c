// Which contents an object was made from, what was not there, and what was made: written after a successful compile,
// compared by every scan. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace pto::gen {

struct RecordedInput {
    std::string hash;
    std::string path;
};

// The object as the compile left it.
struct MadeObject {
    uint64_t size = 0;
    int64_t mtime_ns = 0;
    int64_t ctime_ns = 0;
    uint64_t inode = 0;
    std::string hash;

    // Nobody has touched it since; otherwise its content tells.
    bool IsUntouched(const FileInfo& now) const;
};

// Names that the compiler looked for in vain, or had been told to.
struct AbsentNames {
    std::string directory;
    std::vector<std::string> names;
};

struct CompileRecord {
    std::vector<RecordedInput> inputs;  // the source first
    std::vector<AbsentNames> absent;
    std::vector<std::string> no_files;  // paths that are something else than a file
    // What it was compiled with, as the witnesses of the toolchain's identities said it; paths of these.
    std::vector<RecordedInput> tools;
    std::string flags;  // hash of the command; empty: not recorded
    std::optional<MadeObject> made;
};

MadeObject MadeObjectOf(const FileInfo& info, const std::string& hash);

std::string CompileRecordText(const CompileRecord& record);
// An unreadable record, one of another version or one that lost its end counts as none: the object is compiled again.
CompileRecord ParseCompileRecord(std::string_view text);

bool IsBelow(std::string_view path, std::string_view directory);

// Headers whose changes Ninja's own times and the identities of the toolchain cover: below /usr or one of `trees`.
bool IsToolchainHeader(const std::string& path, const std::vector<std::string>& trees);

}  // namespace pto::gen
