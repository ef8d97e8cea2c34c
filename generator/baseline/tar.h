// Files in one file, as a POSIX tar archive that every tar can list and unpack. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

struct TarEntry {
    std::string name;
    std::string_view content;  // in the archive, once that was parsed
    int64_t mtime_seconds = 0;
};

// A regular file, with mode 0644; its header and its content, padded to whole blocks. A name of more than 100 bytes is
// written as an extended header.
std::string TarEntryText(const TarEntry& entry);
// What an archive ends with.
std::string TarEnd();

struct TarArchive {
    std::vector<TarEntry> entries;  // views into the text; in its order
    size_t end = 0;                 // offset at which another entry may be written
};

// Reads what the functions above write. Throws an input Error naming `file` when the text is anything else, or holds a
// name that StoredPathProblem refuses.
TarArchive ParseTar(std::string_view text, const std::string& file);

}  // namespace pto::gen
