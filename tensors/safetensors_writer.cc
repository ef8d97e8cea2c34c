#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "base/left_overs.h"
#include "tensors/safetensors.h"
#include "tensors/safetensors_layout.h"

namespace pto {
namespace {

using Pointers = std::vector<const Tensor*>;
// The data starts at a multiple of this, so that a mapped file has aligned tensors; JSON allows the blanks.
constexpr uint64_t kDataAlignment = 64;
constexpr size_t kChunk = 1 << 20;

Pointers InLayoutOrder(const std::string& path, std::span<const Tensor> tensors) {
    Pointers order;
    for (const Tensor& tensor : tensors) {
        if (tensor.dtype->safetensors.empty()) {
            ThrowInput(path, "tensor '" + tensor.name + "': dtype '" + std::string(tensor.dtype->name) +
                                 "' cannot be stored in a safetensors file");
        }
        order.push_back(&tensor);
    }
    std::sort(order.begin(), order.end(), [](const Tensor* a, const Tensor* b) {
        return std::pair(-a->dtype->bits, std::string_view(a->name)) <
               std::pair(-b->dtype->bits, std::string_view(b->name));
    });
    return order;
}

Json HeaderShape(const std::string& path, const Tensor& tensor) {
    std::vector<int64_t> shape = tensor.shape;
    if (CountsHalves(*tensor.dtype)) {
        if (shape.empty()) ThrowInput(path, "tensor '" + tensor.name + "': fp4 of rank 0 cannot be stored");
        shape.back() *= 2;
    }
    return shape;
}

// Length field and header text.
std::string HeaderBytes(const std::string& path, const Pointers& order, const TensorMetadata& metadata) {
    Json header = Json::object();
    if (!metadata.empty()) header["__metadata__"] = metadata;
    uint64_t offset = 0;
    for (const Tensor* tensor : order) {
        if (tensor->name == "__metadata__" || header.contains(tensor->name)) {
            ThrowInput(path, "tensor '" + tensor->name + "': the name is taken", "give each tensor a name of its own");
        }
        Json& entry = header[tensor->name];
        entry["dtype"] = tensor->dtype->safetensors;
        entry["shape"] = HeaderShape(path, *tensor);
        entry["data_offsets"] = {offset, offset + tensor->bytes.size()};
        offset += tensor->bytes.size();
    }
    // A name that is not UTF-8 must not end in an exception of the JSON library.
    std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
    while ((8 + text.size()) % kDataAlignment != 0) text += ' ';
    std::string bytes;
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(text.size() >> (8 * i) & 0xff);
    return bytes + text;
}

// The temporary file beside the target; removed unless it was renamed.
class Output {
  public:
    explicit Output(const std::string& target) : target_(target) {
        const std::filesystem::path parent = std::filesystem::path(target).parent_path();
        if (!parent.empty()) MakeDirectories(parent.string());
        descriptor_ = OpenTemporary(target, path_, 0666);
        if (descriptor_ < 0) {
            ThrowSystem(ErrorKind::kInput, target, "cannot be written", errno,
                        "make the directory writable or work on a copy of it");
        }
    }
    ~Output() {
        if (descriptor_ >= 0) close(descriptor_);
        if (!path_.empty()) unlink(path_.c_str());
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void Append(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) ThrowSystem(ErrorKind::kInput, target_, "cannot be written", errno);
            bytes.remove_prefix(static_cast<size_t>(written));
        }
    }

    void Commit() {
        // Some file systems say only when a file is closed that it could not be written.
        const bool written = close(std::exchange(descriptor_, -1)) == 0 && rename(path_.c_str(), target_.c_str()) == 0;
        if (!written) ThrowSystem(ErrorKind::kInput, target_, "cannot be written", errno);
        path_.clear();
    }

  private:
    std::string target_;
    std::string path_;
    int descriptor_ = -1;
};

// Compares a file with a sequence of byte ranges, chunk by chunk.
class FileComparer {
  public:
    explicit FileComparer(const std::string& path) : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
    ~FileComparer() {
        if (descriptor_ >= 0) close(descriptor_);
    }
    FileComparer(const FileComparer&) = delete;
    FileComparer& operator=(const FileComparer&) = delete;

    bool HasSize(uint64_t size) const {
        struct stat info {};
        return descriptor_ >= 0 && fstat(descriptor_, &info) == 0 && static_cast<uint64_t>(info.st_size) == size;
    }
    bool NextIs(std::string_view bytes) {
        while (!bytes.empty()) {
            buffer_.resize(std::min(bytes.size(), kChunk));
            const ssize_t count = read(descriptor_, buffer_.data(), buffer_.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0 || std::memcmp(buffer_.data(), bytes.data(), static_cast<size_t>(count)) != 0) return false;
            bytes.remove_prefix(static_cast<size_t>(count));
        }
        return true;
    }

  private:
    int descriptor_;
    std::string buffer_;
};

bool SameContent(const std::string& path, const std::string& header, const Pointers& order) {
    uint64_t size = header.size();
    for (const Tensor* tensor : order) size += tensor->bytes.size();
    FileComparer file(path);
    if (!file.HasSize(size) || !file.NextIs(header)) return false;
    return std::all_of(order.begin(), order.end(), [&](const Tensor* t) { return file.NextIs(t->bytes.view()); });
}

}  // namespace

WriteResult WriteSafetensors(const std::string& path, std::span<const Tensor> tensors, const TensorMetadata& metadata) {
    const Pointers order = InLayoutOrder(path, tensors);
    const std::string header = HeaderBytes(path, order, metadata);
    if (SameContent(path, header, order)) return WriteResult::kUnchanged;
    Output output(path);
    output.Append(header);
    for (const Tensor* tensor : order) output.Append(tensor->bytes.view());
    output.Commit();
    return WriteResult::kWritten;
}

std::string SafetensorsBytes(std::span<const Tensor> tensors, const TensorMetadata& metadata) {
    const Pointers order = InLayoutOrder("safetensors", tensors);
    std::string bytes = HeaderBytes("safetensors", order, metadata);
    for (const Tensor* tensor : order) bytes += tensor->bytes.view();
    return bytes;
}

}  // namespace pto
