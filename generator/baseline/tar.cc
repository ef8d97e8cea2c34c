#include "generator/baseline/tar.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/stored_path.h"

namespace pto::gen {
namespace {

constexpr size_t kBlock = 512;
constexpr std::string_view kMagic("ustar\00000", 8);
constexpr std::string_view kPathKey = "path=";
constexpr char kRegular = '0';
constexpr char kExtended = 'x';  // holds attributes of the next entry

// The fields of a header that are used here; all others are constant.
struct Field {
    size_t offset;
    size_t size;
};
constexpr Field kName{0, 100};
constexpr Field kMode{100, 8};
constexpr Field kUser{108, 8};
constexpr Field kGroup{116, 8};
constexpr Field kSize{124, 12};
constexpr Field kTime{136, 12};
constexpr Field kChecksum{148, 8};
constexpr Field kType{156, 1};
constexpr Field kMagicField{257, 8};

void Put(std::string& header, const Field& field, std::string_view value) {
    header.replace(field.offset, std::min(value.size(), field.size), value.substr(0, field.size));
}

// Octal digits that leave the last byte of the field NUL.
void PutNumber(std::string& header, const Field& field, uint64_t value) {
    for (size_t i = field.size - 1; i > 0; --i, value /= 8) {
        header[field.offset + i - 1] = static_cast<char>('0' + value % 8);
    }
}

std::string_view Get(std::string_view header, const Field& field) {
    const std::string_view value = header.substr(field.offset, field.size);
    return value.substr(0, value.find('\0'));
}

// The sum of all bytes, those of the checksum itself counted as blanks.
uint64_t Checksum(std::string_view header) {
    uint64_t sum = 0;
    for (size_t i = 0; i < kBlock; ++i) {
        const bool own = i >= kChecksum.offset && i < kChecksum.offset + kChecksum.size;
        sum += own ? ' ' : static_cast<unsigned char>(header[i]);
    }
    return sum;
}

size_t Padded(size_t size) {
    return (size + kBlock - 1) / kBlock * kBlock;
}

std::string Part(char type, std::string_view name, std::string_view content, int64_t mtime_seconds) {
    std::string text(kBlock, '\0');
    Put(text, kName, name);
    PutNumber(text, kMode, 0644);
    PutNumber(text, kUser, 0);
    PutNumber(text, kGroup, 0);
    PutNumber(text, kSize, content.size());
    PutNumber(text, kTime, static_cast<uint64_t>(std::max<int64_t>(mtime_seconds, 0)));
    Put(text, kType, std::string_view(&type, 1));
    Put(text, kMagicField, kMagic);
    PutNumber(text, {kChecksum.offset, kChecksum.size - 1}, Checksum(text));
    text[kChecksum.offset + kChecksum.size - 1] = ' ';
    text += content;
    text.resize(kBlock + Padded(content.size()));
    return text;
}

// "27 path=kernels/aiv/x.cpp\n", where the number counts all of it.
std::string PathRecord(std::string_view name) {
    const std::string rest = " " + std::string(kPathKey) + std::string(name) + "\n";
    size_t length = rest.size();
    while (length != rest.size() + std::to_string(length).size()) length = rest.size() + std::to_string(length).size();
    return std::to_string(length) + rest;
}

class Reader {
  public:
    Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    TarArchive Read() {
        TarArchive archive;
        std::string long_name;
        for (;;) {
            if (text_.size() < at_ + kBlock) Damaged("it ends too early");
            const std::string_view header = text_.substr(at_, kBlock);
            if (header.find_first_not_of('\0') == std::string_view::npos) break;
            const TarEntry entry = ReadEntry(header);
            const char type = header[kType.offset];
            if (type == kExtended) {
                long_name = NameIn(entry.content);
            } else if (type == kRegular) {
                archive.entries.push_back(
                    {long_name.empty() ? entry.name : long_name, entry.content, entry.mtime_seconds});
                CheckName(archive.entries.back().name);
                long_name.clear();
                archive.end = at_;
            } else {
                Damaged("an entry is no file");
            }
        }
        return archive;
    }

  private:
    [[noreturn]] void Damaged(const std::string& what) const {
        ThrowInput(file_, "is damaged: " + what,
                   "delete it; the sources as they are then count as the code as compiled from the next generation on");
    }

    // A restore writes under this name.
    void CheckName(std::string_view name) const {
        const std::string_view problem = StoredPathProblem(name);
        if (!problem.empty()) Damaged("the name " + QuotedPath(name) + " " + std::string(problem));
    }

    uint64_t Number(std::string_view digits) const {
        uint64_t value = 0;
        const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
        if (code != std::errc() || end != digits.data() + digits.size())
            Damaged("a header has no number where it must");
        return value;
    }

    TarEntry ReadEntry(std::string_view header) {
        if (Number(Get(header, kChecksum)) != Checksum(header)) Damaged("the checksum of a header is wrong");
        const uint64_t size = Number(Get(header, kSize));
        at_ += kBlock;
        if (size > text_.size() - at_) Damaged("it ends too early");
        const TarEntry entry{std::string(Get(header, kName)), text_.substr(at_, size),
                             static_cast<int64_t>(Number(Get(header, kTime)))};
        at_ += Padded(size);
        return entry;
    }

    std::string NameIn(std::string_view record) const {
        const size_t key = record.find(kPathKey);
        if (key == std::string_view::npos || !record.ends_with('\n')) Damaged("an extended header holds no name");
        record.remove_prefix(key + kPathKey.size());
        record.remove_suffix(1);
        return std::string(record);
    }

    std::string_view text_;
    const std::string& file_;
    size_t at_ = 0;
};

}  // namespace

std::string TarEntryText(const TarEntry& entry) {
    std::string text;
    if (entry.name.size() > kName.size) text = Part(kExtended, "long name", PathRecord(entry.name), 0);
    return text + Part(kRegular, entry.name, entry.content, entry.mtime_seconds);
}

std::string TarEnd() {
    return std::string(2 * kBlock, '\0');
}

TarArchive ParseTar(std::string_view text, const std::string& file) {
    return Reader(text, file).Read();
}

}  // namespace pto::gen
