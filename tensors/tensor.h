// A named dense tensor on the host: what tensor files hold and what programs are called with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"

namespace pto {

// Owned bytes whose address is a multiple of 64 (a cache line, and what vector loads like). Moving never copies.
class TensorBytes {
  public:
    TensorBytes() = default;
    explicit TensorBytes(size_t size);  // zeroed
    static TensorBytes CopyOf(std::string_view content);
    // For readers that fill every byte themselves.
    static TensorBytes Uninitialized(size_t size);

    TensorBytes(const TensorBytes& other);
    TensorBytes& operator=(const TensorBytes& other);
    TensorBytes(TensorBytes&& other) noexcept;
    TensorBytes& operator=(TensorBytes&& other) noexcept;
    ~TensorBytes() = default;

    uint8_t* data() { return data_.get(); }
    const uint8_t* data() const { return data_.get(); }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::string_view view() const { return {reinterpret_cast<const char*>(data_.get()), size_}; }
    bool operator==(const TensorBytes& other) const { return view() == other.view(); }

  private:
    struct Free {
        void operator()(uint8_t* data) const;
    };
    std::unique_ptr<uint8_t[], Free> data_;
    size_t size_ = 0;
};

// Elements are stored row-major without gaps: bytes.size() == DenseBytes(*dtype, shape). Rank 0 holds one element.
struct Tensor {
    std::string name;
    const DType* dtype = nullptr;
    std::vector<int64_t> shape;
    TensorBytes bytes;
};

// Zeros; throws an input Error when the shape is negative or too large.
Tensor MakeTensor(std::string name, const DType& dtype, std::vector<int64_t> shape);

// "[96, 64]", "[]" for rank 0.
std::string ShapeText(std::span<const int64_t> shape);
// "fp32 [96, 64]": how a tensor is named in messages.
std::string TypeText(const DType& dtype, std::span<const int64_t> shape);

// Null when there is none of that name.
const Tensor* FindTensor(std::span<const Tensor> tensors, std::string_view name);

}  // namespace pto
