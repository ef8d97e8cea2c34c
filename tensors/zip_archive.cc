#include "tensors/zip_archive.h"

#include <cstdint>
#include <optional>
#include <set>

#include "base/error.h"

namespace pto {
namespace {

// Record layouts: PKWARE's APPNOTE 6.3, sections 4.3.7 (local header), 4.3.12 (directory entry), 4.3.14 to 4.3.16 (end
// records) and 4.5.3 (zip64 extra field).
constexpr uint32_t kLocalHeader = 0x04034b50;
constexpr uint32_t kDirectoryEntry = 0x02014b50;
constexpr uint32_t kEnd = 0x06054b50;
constexpr uint32_t kEnd64 = 0x06064b50;
constexpr uint32_t kLocator64 = 0x07064b50;
constexpr uint64_t kEndSize = 22;
constexpr uint64_t kLocatorSize = 20;
constexpr uint64_t kEnd64Size = 56;
constexpr uint64_t kLocalHeaderSize = 30;
constexpr uint64_t kDirectoryEntrySize = 46;
constexpr uint64_t kLongestComment = 0xffff;
constexpr uint32_t kIn64 = 0xffffffff;  // "see the zip64 record"
constexpr char kZipRemedy[] = "the file is cut short or was not written by torch.save; save it again";

struct Directory {
    uint64_t offset = 0;
    uint64_t size = 0;
    uint64_t count = 0;
};

class Reader {
  public:
    Reader(std::string_view content, const std::string& path) : content_(content), path_(path) {}

    [[noreturn]] void Fail(const std::string& what, const std::string& remedy = kZipRemedy) const {
        ThrowInput(path_, what, remedy);
    }

    std::string_view Bytes(uint64_t offset, uint64_t size, const char* what) const {
        if (offset > content_.size() || size > content_.size() - offset) {
            Fail(std::string(what) + " lies beyond the end of the file (" + std::to_string(content_.size()) +
                 " bytes)");
        }
        return content_.substr(offset, size);
    }

    Directory FindDirectory() const {
        const std::optional<uint64_t> end = FindEnd();
        if (!end) Fail("is not a zip file");
        const std::string_view record = content_.substr(*end, kEndSize);
        Directory directory{Number(record, 16, 4), Number(record, 12, 4), Number(record, 10, 2)};
        if (Number(record, 4, 2) != 0 || Number(record, 6, 2) != 0) Fail("is one part of a split zip file");
        if (*end >= kLocatorSize && Number(content_, *end - kLocatorSize, 4) == kLocator64) {
            return FindDirectory64(Number(content_, *end - kLocatorSize + 8, 8));
        }
        return directory;
    }

    std::vector<ZipEntry> Entries(const Directory& directory) const {
        std::string_view rest = Bytes(directory.offset, directory.size, "the zip directory");
        std::vector<ZipEntry> entries;
        std::set<std::string_view> names;
        for (uint64_t i = 0; i < directory.count; ++i) {
            entries.push_back(NextEntry(rest));
            if (!names.insert(entries.back().name).second) {
                Fail("the zip file has two entries '" + std::string(entries.back().name) + "'");
            }
        }
        return entries;
    }

    static uint64_t Number(std::string_view bytes, uint64_t offset, int width) {
        uint64_t value = 0;
        for (int i = width - 1; i >= 0; --i) {
            value = value << 8 | static_cast<uint8_t>(bytes[offset + static_cast<uint64_t>(i)]);
        }
        return value;
    }

  private:
    // The record is the last thing in the file but for a comment.
    std::optional<uint64_t> FindEnd() const {
        if (content_.size() < kEndSize) return std::nullopt;
        const uint64_t last = content_.size() - kEndSize;
        const uint64_t first = last > kLongestComment ? last - kLongestComment : 0;
        for (uint64_t at = last + 1; at-- > first;) {
            if (Number(content_, at, 4) == kEnd && at + kEndSize + Number(content_, at + 20, 2) == content_.size()) {
                return at;
            }
        }
        return std::nullopt;
    }

    Directory FindDirectory64(uint64_t offset) const {
        const std::string_view record = Bytes(offset, kEnd64Size, "the zip64 end record");
        if (Number(record, 0, 4) != kEnd64) Fail("the zip64 end record is damaged");
        return {Number(record, 48, 8), Number(record, 40, 8), Number(record, 32, 8)};
    }

    // Takes one entry off the front of the directory.
    ZipEntry NextEntry(std::string_view& rest) const {
        if (rest.size() < kDirectoryEntrySize || Number(rest, 0, 4) != kDirectoryEntry) {
            Fail("the zip directory is damaged");
        }
        const uint64_t name_size = Number(rest, 28, 2);
        const uint64_t extra_size = Number(rest, 30, 2);
        const uint64_t total = kDirectoryEntrySize + name_size + extra_size + Number(rest, 32, 2);
        if (rest.size() < total) Fail("the zip directory is damaged");
        const std::string_view fixed = rest.substr(0, kDirectoryEntrySize);
        const std::string_view name = rest.substr(kDirectoryEntrySize, name_size);
        const std::string_view extra = rest.substr(kDirectoryEntrySize + name_size, extra_size);
        rest.remove_prefix(total);
        CheckStored(name, fixed);
        uint64_t size = Number(fixed, 24, 4);
        uint64_t stored_size = Number(fixed, 20, 4);
        uint64_t offset = Number(fixed, 42, 4);
        ApplyExtra64(extra, size, stored_size, offset);
        if (size != stored_size) Fail("zip entry '" + std::string(name) + "' has two different sizes");
        return {name, EntryData(name, offset, size)};
    }

    void CheckStored(std::string_view name, std::string_view fixed) const {
        const std::string entry = "zip entry '" + std::string(name) + "' ";
        if ((Number(fixed, 8, 2) & 1) != 0) Fail(entry + "is encrypted", "save the tensor with torch.save");
        if (Number(fixed, 10, 2) != 0) {
            Fail(entry + "is compressed, expected a stored one as torch.save writes",
                 "save the tensor with torch.save");
        }
    }

    // The fields that do not fit into 32 bits follow in this order, and only those.
    void ApplyExtra64(std::string_view extra, uint64_t& size, uint64_t& stored_size, uint64_t& offset) const {
        while (extra.size() >= 4) {
            const uint64_t id = Number(extra, 0, 2);
            const uint64_t length = Number(extra, 2, 2);
            if (length > extra.size() - 4) Fail("the zip directory is damaged");
            std::string_view field = extra.substr(4, length);
            extra.remove_prefix(4 + length);
            if (id != 1) continue;
            for (uint64_t* value : {&size, &stored_size, &offset}) {
                if (*value != kIn64) continue;
                if (field.size() < 8) Fail("the zip directory is damaged");
                *value = Number(field, 0, 8);
                field.remove_prefix(8);
            }
        }
    }

    // The local header's name and extra field (torch's alignment padding) may differ from the directory's.
    std::string_view EntryData(std::string_view name, uint64_t offset, uint64_t size) const {
        const std::string what = "zip entry '" + std::string(name) + "'";
        const std::string_view local = Bytes(offset, kLocalHeaderSize, what.c_str());
        if (Number(local, 0, 4) != kLocalHeader) Fail(what + " does not start where the directory says");
        return Bytes(offset + kLocalHeaderSize + Number(local, 26, 2) + Number(local, 28, 2), size, what.c_str());
    }

    std::string_view content_;
    const std::string& path_;
};

}  // namespace

std::vector<ZipEntry> ReadZip(std::string_view content, const std::string& path) {
    const Reader reader(content, path);
    return reader.Entries(reader.FindDirectory());
}

}  // namespace pto
