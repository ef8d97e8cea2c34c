// The .safetensors format: 8 bytes little-endian header length, a JSON header, then the tensors' bytes without gaps.
// Reading is strict: everything the header claims is checked against the file before any byte is used.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "tensors/tensor.h"

namespace pto {

using TensorMetadata = std::map<std::string, std::string>;

// One tensor as the header describes it. A header counts single values of a fp4 tensor where our shapes count carriers
// of two: `shape` is ours.
struct SafetensorsEntry {
    std::string name;
    const DType* dtype = nullptr;
    std::vector<int64_t> shape;
    uint64_t offset = 0;  // of the first byte, from the start of the file
    uint64_t size = 0;    // bytes
};

struct SafetensorsHeader {
    TensorMetadata metadata;
    std::vector<SafetensorsEntry> entries;  // in file order

    const SafetensorsEntry* Find(std::string_view name) const;
};

struct SafetensorsFile {
    TensorMetadata metadata;
    std::vector<Tensor> tensors;  // in file order
};

// Header only; the tensors' bytes are not touched, but the file's length is checked against them. All of these throw an
// input Error that names the file and, where there is one, the tensor and the field.
SafetensorsHeader ReadSafetensorsHeader(const std::string& path);
SafetensorsFile ReadSafetensors(const std::string& path);
// Bytes [begin, begin + destination.size()) of one tensor, for readers that go through a large one piece by piece.
void ReadSafetensorsBytes(const std::string& path, const SafetensorsEntry& entry, uint64_t begin,
                          std::span<uint8_t> destination);

// From a file already in memory; `path` is for messages.
SafetensorsHeader ParseSafetensorsHeader(std::string_view content, const std::string& path);
SafetensorsFile ParseSafetensors(std::string_view content, const std::string& path);

// Replaces `path` in one rename, streaming; a file that already has these bytes keeps its time. Same tensors and
// metadata, same bytes, whatever the order of `tensors`: they are laid out by falling alignment, then name (as the
// format's own library does). Throws an input Error for a dtype the format has no name for and for a repeated name.
WriteResult WriteSafetensors(const std::string& path, std::span<const Tensor> tensors, const TensorMetadata& metadata);

// The same bytes in memory.
std::string SafetensorsBytes(std::span<const Tensor> tensors, const TensorMetadata& metadata);

}  // namespace pto
