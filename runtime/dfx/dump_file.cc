#include "runtime/dfx/dump_file.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/file_system.h"
#include "base/left_overs.h"
#include "runtime/embedded/include/data_type.h"

namespace pto::run {

std::vector<uint8_t> BytesOf(const pto_ninja::TensorDescriptor& tensor) {
    const uint64_t element = get_element_size(static_cast<DataType>(tensor.dtype));
    uint64_t count = 1;
    for (uint32_t i = 0; i < tensor.ndims; ++i) count *= tensor.shapes[i];
    std::vector<uint8_t> bytes(count * element);
    if (bytes.empty()) return bytes;
    const auto* data = reinterpret_cast<const uint8_t*>(tensor.address) + tensor.start_offset * element;
    // Runs of elements that lie together are copied at once.
    const uint32_t last = tensor.ndims == 0 ? 0 : tensor.ndims - 1;
    const bool together = tensor.ndims > 0 && tensor.strides[last] == 1;
    const uint64_t run = together ? tensor.shapes[last] : 1;
    std::array<uint32_t, pto_ninja::kMaxTensorDims> index{};
    for (uint64_t done = 0; done < count; done += run) {
        uint64_t offset = 0;
        for (uint32_t i = 0; i < tensor.ndims; ++i) offset += static_cast<uint64_t>(index[i]) * tensor.strides[i];
        std::memcpy(bytes.data() + done * element, data + offset * element, run * element);
        for (uint32_t i = together ? last : tensor.ndims; i-- > 0;) {
            if (++index[i] < tensor.shapes[i]) break;
            index[i] = 0;
        }
    }
    return bytes;
}

uint64_t DumpFile::Append(const std::vector<uint8_t>& bytes) {
    const uint64_t offset = size_;
    size_ += bytes.size();
    if (error_) return offset;
    try {
        if (file_ == nullptr) {
            const std::string folder = std::filesystem::path(path_).parent_path().string();
            MakeDirectories(folder);
            RemoveLeftOvers(folder);
            file_ = std::make_unique<AtomicFile>(path_);
        }
        file_->WriteAll({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    } catch (const Error& error) {
        error_ = error;
    }
    return offset;
}

void DumpFile::Commit() {
    if (error_) throw Error(*error_);
    if (file_ != nullptr) file_->MoveIntoPlace();
    file_.reset();
}

}  // namespace pto::run
