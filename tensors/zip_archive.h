// The central directory of a zip file in memory, as torch.save writes it: stored entries, zip64 records where needed.
// Every offset is checked against the content; nothing is read beyond it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto {

struct ZipEntry {
    std::string_view name;
    std::string_view data;
};

// Entries in directory order; the views live as long as `content`. Throws an input Error that names `path` for anything
// that is no zip file, is cut short, compressed, encrypted, split over disks or names an entry twice. Checksums are not
// compared: torch itself can be told to leave them out.
std::vector<ZipEntry> ReadZip(std::string_view content, const std::string& path);

}  // namespace pto
