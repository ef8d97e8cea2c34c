#include "tensors/safetensors.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "tensors/safetensors_layout.h"

namespace pto {
namespace {

constexpr char kLayoutRemedy[] = "the file is cut short or no safetensors file; write it again";
// The format's own library refuses longer headers, so that a hostile length cannot claim the memory.
constexpr uint64_t kLongestHeader = 100'000'000;

// Bytes by position, from a file or from memory.
class Source {
  public:
    explicit Source(std::string_view content) : content_(content), size_(content.size()) {}
    explicit Source(const std::string& path) : path_(path), descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        struct stat info {};
        if (descriptor_ < 0 || fstat(descriptor_, &info) != 0) {
            ThrowSystem(ErrorKind::kInput, path, "cannot be read", errno);
        }
        if (!S_ISREG(info.st_mode)) ThrowInput(path, "is not a file, expected a safetensors file");
        size_ = static_cast<uint64_t>(info.st_size);
    }
    ~Source() {
        if (descriptor_ >= 0) close(descriptor_);
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    uint64_t size() const { return size_; }

    // The range has been checked against size(); a file that shrinks meanwhile is an error all the same.
    void Read(uint64_t offset, void* destination, uint64_t size) const {
        if (descriptor_ < 0) {
            content_.copy(static_cast<char*>(destination), size, offset);
            return;
        }
        auto* out = static_cast<char*>(destination);
        while (size > 0) {
            const ssize_t count = pread(descriptor_, out, size, static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) ThrowSystem(ErrorKind::kInput, path_, "cannot be read", errno);
            if (count == 0) ThrowInput(path_, "became shorter while it was read", "read it again");
            out += count;
            offset += static_cast<uint64_t>(count);
            size -= static_cast<uint64_t>(count);
        }
    }

  private:
    std::string path_;
    std::string_view content_;
    int descriptor_ = -1;
    uint64_t size_ = 0;
};

[[noreturn]] void ThrowTensor(const std::string& path, const std::string& name, const std::string& what) {
    ThrowInput(path, "tensor '" + name + "': " + what, kLayoutRemedy);
}

Json ParseHeaderJson(const std::string& text, const std::string& path) {
    // A repeated key would silently win over the first one.
    std::set<std::string> names;
    std::string repeated;
    const auto callback = [&](int depth, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::key && depth == 1) {
            const auto& name = parsed.get_ref<const std::string&>();
            if (!names.insert(name).second) repeated = name;
        }
        return true;
    };
    Json header = Json::parse(text, callback, false);
    if (header.is_discarded()) ThrowInput(path, "the header is not JSON", kLayoutRemedy);
    if (!header.is_object()) {
        ThrowInput(path, "the header is " + DescribeJson(header) + ", expected an object", kLayoutRemedy);
    }
    if (!repeated.empty()) ThrowTensor(path, repeated, "named twice in the header");
    return header;
}

TensorMetadata ParseMetadata(const Json& json, const std::string& path) {
    if (!json.is_object())
        ThrowInput(path, "__metadata__ is " + DescribeJson(json) + ", expected an object", kLayoutRemedy);
    TensorMetadata metadata;
    for (const auto& [key, value] : json.items()) {
        if (!value.is_string()) {
            ThrowInput(path, "__metadata__ '" + key + "' is " + DescribeJson(value) + ", expected a string",
                       kLayoutRemedy);
        }
        metadata[key] = value.get<std::string>();
    }
    return metadata;
}

// A list of non-negative integers.
std::vector<int64_t> ParseSizes(const Json& json, const std::string& path, const std::string& name,
                                const std::string& field) {
    const auto it = json.find(field);
    if (it == json.end()) ThrowTensor(path, name, "'" + field + "' is missing");
    if (!it->is_array()) ThrowTensor(path, name, "'" + field + "' is " + DescribeJson(*it) + ", expected a list");
    std::vector<int64_t> sizes;
    for (const Json& value : *it) {
        constexpr auto kLargest = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
        if (!value.is_number_unsigned() || value.get<uint64_t>() > kLargest) {
            ThrowTensor(path, name,
                        "'" + field + "' holds " + DescribeJson(value) + ", expected integers from 0 to 2^63 - 1");
        }
        sizes.push_back(value.get<int64_t>());
    }
    return sizes;
}

const DType& ParseDType(const Json& json, const std::string& path, const std::string& name) {
    const auto it = json.find("dtype");
    if (it == json.end()) ThrowTensor(path, name, "'dtype' is missing");
    if (!it->is_string()) ThrowTensor(path, name, "'dtype' is " + DescribeJson(*it) + ", expected a string");
    const auto& text = it->get_ref<const std::string&>();
    const DType* dtype = FindDTypeBySafetensors(text);
    if (dtype == nullptr) {
        ThrowInput(path, "tensor '" + name + "': dtype '" + text + "' is not known",
                   "convert it to a dtype that kernels take");
    }
    return *dtype;
}

// From the header's shape to ours (SafetensorsEntry).
void ToCarriers(SafetensorsEntry& entry, const std::string& path) {
    if (!CountsHalves(*entry.dtype)) return;
    if (entry.shape.empty() || entry.shape.back() % 2 != 0) {
        ThrowTensor(path, entry.name, "shape " + ShapeText(entry.shape) + " has no even last dimension, as fp4 needs");
    }
    entry.shape.back() /= 2;
}

SafetensorsEntry ParseEntry(const std::string& name, const Json& json, const std::string& path, uint64_t data_start) {
    if (!json.is_object()) ThrowTensor(path, name, "is " + DescribeJson(json) + ", expected an object");
    SafetensorsEntry entry{name, &ParseDType(json, path, name), ParseSizes(json, path, name, "shape"), 0, 0};
    ToCarriers(entry, path);
    const std::vector<int64_t> offsets = ParseSizes(json, path, name, "data_offsets");
    if (offsets.size() != 2 || offsets[0] > offsets[1]) {
        ThrowTensor(path, name, "'data_offsets' is " + ShapeText(offsets) + ", expected [begin, end]");
    }
    entry.size = static_cast<uint64_t>(offsets[1] - offsets[0]);
    entry.offset = static_cast<uint64_t>(offsets[0]) + data_start;
    uint64_t expected = 0;
    try {
        expected = DenseBytes(*entry.dtype, entry.shape);
    } catch (const Error& error) {
        ThrowTensor(path, name, "shape " + ShapeText(entry.shape) + ": " + error.message());
    }
    if (entry.size != expected) {
        ThrowTensor(path, name,
                    "data_offsets " + ShapeText(offsets) + " hold " + std::to_string(entry.size) + " bytes, expected " +
                        std::to_string(expected) + " for " + TypeText(*entry.dtype, entry.shape));
    }
    return entry;
}

// Every byte after the header belongs to exactly one tensor.
void CheckLayout(std::vector<SafetensorsEntry>& entries, const std::string& path, uint64_t data_start,
                 uint64_t file_size) {
    std::stable_sort(entries.begin(), entries.end(), [](const SafetensorsEntry& a, const SafetensorsEntry& b) {
        return std::pair(a.offset, a.size) < std::pair(b.offset, b.size);
    });
    uint64_t end = data_start;
    for (const SafetensorsEntry& entry : entries) {
        if (entry.offset != end) {
            ThrowTensor(path, entry.name,
                        "starts at byte " + std::to_string(entry.offset - data_start) + ", expected " +
                            std::to_string(end - data_start) + " where the one before ends");
        }
        end += entry.size;
        if (end > file_size) {
            ThrowTensor(path, entry.name,
                        "ends at byte " + std::to_string(end) + " of the file, which has " + std::to_string(file_size));
        }
    }
    if (end != file_size) {
        ThrowInput(path, std::to_string(file_size - end) + " bytes after the last tensor belong to none",
                   kLayoutRemedy);
    }
}

SafetensorsHeader LoadHeader(const Source& source, const std::string& path) {
    unsigned char length_bytes[8];
    if (source.size() < sizeof length_bytes) {
        ThrowInput(path, "has " + std::to_string(source.size()) + " bytes, expected at least 8", kLayoutRemedy);
    }
    source.Read(0, length_bytes, sizeof length_bytes);
    uint64_t length = 0;
    for (int i = 7; i >= 0; --i) length = length << 8 | length_bytes[i];
    if (length > source.size() - sizeof length_bytes || length > kLongestHeader) {
        ThrowInput(path,
                   "the header length " + std::to_string(length) + " does not fit the file of " +
                       std::to_string(source.size()) + " bytes",
                   kLayoutRemedy);
    }
    std::string text(length, '\0');
    source.Read(sizeof length_bytes, text.data(), length);
    const uint64_t data_start = sizeof length_bytes + length;
    const Json json = ParseHeaderJson(text, path);
    SafetensorsHeader header;
    for (const auto& [name, value] : json.items()) {
        if (name == "__metadata__") {
            header.metadata = ParseMetadata(value, path);
        } else {
            header.entries.push_back(ParseEntry(name, value, path, data_start));
        }
    }
    CheckLayout(header.entries, path, data_start, source.size());
    return header;
}

SafetensorsFile LoadFile(const Source& source, const std::string& path) {
    SafetensorsHeader header = LoadHeader(source, path);
    SafetensorsFile file{std::move(header.metadata), {}};
    for (SafetensorsEntry& entry : header.entries) {
        Tensor tensor{std::move(entry.name), entry.dtype, std::move(entry.shape),
                      TensorBytes::Uninitialized(entry.size)};
        source.Read(entry.offset, tensor.bytes.data(), entry.size);
        file.tensors.push_back(std::move(tensor));
    }
    return file;
}

}  // namespace

const SafetensorsEntry* SafetensorsHeader::Find(std::string_view name) const {
    for (const SafetensorsEntry& entry : entries) {
        if (entry.name == name) return &entry;
    }
    return nullptr;
}

SafetensorsHeader ReadSafetensorsHeader(const std::string& path) {
    return LoadHeader(Source(path), path);
}

SafetensorsFile ReadSafetensors(const std::string& path) {
    return LoadFile(Source(path), path);
}

void ReadSafetensorsBytes(const std::string& path, const SafetensorsEntry& entry, uint64_t begin,
                          std::span<uint8_t> destination) {
    if (begin > entry.size || destination.size() > entry.size - begin) {
        ThrowTensor(path, entry.name,
                    "has " + std::to_string(entry.size) + " bytes, asked for " + std::to_string(destination.size()) +
                        " from " + std::to_string(begin));
    }
    Source(path).Read(entry.offset + begin, destination.data(), destination.size());
}

SafetensorsHeader ParseSafetensorsHeader(std::string_view content, const std::string& path) {
    return LoadHeader(Source(content), path);
}

SafetensorsFile ParseSafetensors(std::string_view content, const std::string& path) {
    return LoadFile(Source(content), path);
}

}  // namespace pto
