#include "tensors/tensor.h"

#include <cstring>
#include <new>
#include <utility>

#include "base/text.h"

namespace pto {
namespace {
constexpr std::align_val_t kBufferAlignment{64};
}

void TensorBytes::Free::operator()(uint8_t* data) const {
    ::operator delete(data, kBufferAlignment);
}

TensorBytes TensorBytes::Uninitialized(size_t size) {
    TensorBytes bytes;
    // A size comes from a file, so that there being no memory is an answer; checking allocators give it only here.
    if (size > 0) bytes.data_.reset(static_cast<uint8_t*>(::operator new(size, kBufferAlignment, std::nothrow)));
    if (size > 0 && !bytes.data_) throw std::bad_alloc();
    bytes.size_ = size;
    return bytes;
}

TensorBytes::TensorBytes(size_t size) : TensorBytes(Uninitialized(size)) {
    if (size > 0) std::memset(data_.get(), 0, size);
}

TensorBytes TensorBytes::CopyOf(std::string_view content) {
    TensorBytes bytes = Uninitialized(content.size());
    if (!content.empty()) std::memcpy(bytes.data(), content.data(), content.size());
    return bytes;
}

TensorBytes::TensorBytes(const TensorBytes& other) : TensorBytes(CopyOf(other.view())) {}

TensorBytes& TensorBytes::operator=(const TensorBytes& other) {
    if (this != &other) *this = CopyOf(other.view());
    return *this;
}

TensorBytes::TensorBytes(TensorBytes&& other) noexcept
    : data_(std::move(other.data_)), size_(std::exchange(other.size_, 0)) {}

TensorBytes& TensorBytes::operator=(TensorBytes&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    return *this;
}

Tensor MakeTensor(std::string name, const DType& dtype, std::vector<int64_t> shape) {
    const uint64_t size = DenseBytes(dtype, shape);
    return Tensor{std::move(name), &dtype, std::move(shape), TensorBytes(size)};
}

std::string ShapeText(std::span<const int64_t> shape) {
    std::vector<std::string> parts;
    for (const int64_t dimension : shape) parts.push_back(std::to_string(dimension));
    return "[" + Join(parts, ", ") + "]";
}

std::string TypeText(const DType& dtype, std::span<const int64_t> shape) {
    return std::string(dtype.name) + " " + ShapeText(shape);
}

const Tensor* FindTensor(std::span<const Tensor> tensors, std::string_view name) {
    for (const Tensor& tensor : tensors) {
        if (tensor.name == name) return &tensor;
    }
    return nullptr;
}

}  // namespace pto
