// The arguments of a program: views of tensors in the caller's memory, and scalars by value.
//
// A tensor is dense and row-major, the last dimension fastest. Element types have the names that PyPTO's sidecars use:
// bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, index (an int64), fp16, bfloat16, fp32, fp8e4m3fn,
// fp8e5m2, fp8e8m0, and fp4, fp4e2m1x2, hf4, hf8 and task_id, whose bytes are only carried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "pto_ninja/error.h"
#include "pto_ninja/export.h"

namespace pto {

// Points to memory that has to outlive each call it is given to. A shape of {} is one element.
class PTO_NINJA_API TensorView {
  public:
    // Throws a usage Error for an unknown type, a negative dimension, a null pointer to elements, and for `strides` (in
    // elements) that are not those of a dense row-major tensor: copy such a tensor first. No strides: dense.
    TensorView(void* data, std::string_view dtype, std::vector<int64_t> shape,
               const std::vector<int64_t>& strides = {});
    // For inputs only: giving it for an output is refused.
    TensorView(const void* data, std::string_view dtype, std::vector<int64_t> shape,
               const std::vector<int64_t>& strides = {});

    void* data() const { return data_; }
    bool read_only() const { return read_only_; }
    const std::string& dtype() const { return dtype_; }
    const std::vector<int64_t>& shape() const { return shape_; }
    size_t bytes() const { return bytes_; }

  private:
    void* data_;
    bool read_only_;
    std::string dtype_;
    std::vector<int64_t> shape_;
    size_t bytes_ = 0;
};

// Bytes of a dense tensor. Throws a usage Error for an unknown type or a negative dimension.
PTO_NINJA_API size_t DenseBytes(std::string_view dtype, const std::vector<int64_t>& shape);

// The element type that holds values of T: "fp32" for float, "int16" for int16_t.
template <typename T>
constexpr std::string_view DTypeName() {
    using Value = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Value, bool>) return "bool";
    if constexpr (std::is_same_v<Value, float>) return "fp32";
    if constexpr (std::is_same_v<Value, double>) return "fp64";
    constexpr bool kSigned = std::is_signed_v<Value>;
    static_assert(std::is_arithmetic_v<Value>, "name the element type: View(values, dtype, shape)");
    static_assert(std::is_integral_v<Value> || std::is_same_v<Value, float> || std::is_same_v<Value, double>);
    if constexpr (sizeof(Value) == 1) return kSigned ? "int8" : "uint8";
    if constexpr (sizeof(Value) == 2) return kSigned ? "int16" : "uint16";
    if constexpr (sizeof(Value) == 4) return kSigned ? "int32" : "uint32";
    return kSigned ? "int64" : "uint64";
}

namespace detail {
// Throws a usage Error unless `size` bytes are what the shape takes.
PTO_NINJA_API void CheckSize(size_t size, std::string_view dtype, const std::vector<int64_t>& shape);
}  // namespace detail

// A whole container (std::vector, std::array, std::span) as a tensor. Throws a usage Error unless it has exactly the
// elements of the shape. The second form is for types that C++ has no value for: View(bits, "fp16", {4, 8}) of
// uint16_t.
template <typename Container>
TensorView View(Container& values, std::string_view dtype, std::vector<int64_t> shape) {
    detail::CheckSize(values.size() * sizeof(*values.data()), dtype, shape);
    return TensorView(values.data(), dtype, std::move(shape));
}
template <typename Container>
TensorView View(Container& values, std::vector<int64_t> shape) {
    return View(values, DTypeName<std::remove_reference_t<decltype(*values.data())>>(), std::move(shape));
}

// A tensor or a scalar. A scalar is converted to the type of its parameter; a real number for an integer and a number
// that is out of range are refused by the call.
class Argument {
  public:
    Argument(TensorView tensor) : value_(std::move(tensor)) {}  // NOLINT: so that calls read as they do in PyPTO
    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    Argument(T scalar) {  // NOLINT: as above
        if constexpr (std::is_same_v<T, bool>) {
            value_ = scalar;
        } else if constexpr (std::is_floating_point_v<T>) {
            value_ = static_cast<double>(scalar);
        } else if constexpr (std::is_signed_v<T>) {
            value_ = static_cast<int64_t>(scalar);
        } else {
            value_ = static_cast<uint64_t>(scalar);
        }
    }

    using Value = std::variant<bool, int64_t, uint64_t, double, TensorView>;
    const Value& value() const { return value_; }

  private:
    Value value_;
};

}  // namespace pto
