// Element types of tensors, and values packed into the 64-bit words in which scalars travel.
#pragma once

#include <stdint.h>
#include <string.h>

#include <type_traits>

#ifndef PTO_DEVICE_FUNC
#define PTO_DEVICE_FUNC
#endif

constexpr int MAX_TENSOR_DIMS = 5;

enum class AddressSpace : uint8_t { HOST = 0, DEVICE = 1 };

enum class DataType : uint8_t {
    FLOAT32,
    FLOAT16,
    INT32,
    INT16,
    INT8,
    UINT8,
    BFLOAT16,
    INT64,
    UINT64,
    UINT16,
    UINT32,
    BOOL,
    FP8E4M3FN,
    FP8E8M0,
    FP4E2M1,  // a carrier byte of two values
    DATA_TYPE_NUM,
};

namespace pto_ninja {
struct DataTypeRow {
    const char* name;
    uint64_t bytes;
};
inline constexpr DataTypeRow kDataTypes[] = {
    {"FLOAT32", 4}, {"FLOAT16", 2},  {"INT32", 4},     {"INT16", 2},   {"INT8", 1},
    {"UINT8", 1},   {"BFLOAT16", 2}, {"INT64", 8},     {"UINT64", 8},  {"UINT16", 2},
    {"UINT32", 4},  {"BOOL", 1},     {"FP8E4M3FN", 1}, {"FP8E8M0", 1}, {"FP4E2M1", 1},
};
static_assert(sizeof(kDataTypes) / sizeof(kDataTypes[0]) == static_cast<unsigned>(DataType::DATA_TYPE_NUM),
              "one row per element type");
}  // namespace pto_ninja

// Bytes of one element; 0 for a value outside the enumeration.
inline uint64_t get_element_size(DataType dtype) {
    return dtype < DataType::DATA_TYPE_NUM ? pto_ninja::kDataTypes[static_cast<unsigned>(dtype)].bytes : 0;
}

inline const char* get_dtype_name(DataType dtype) {
    return dtype < DataType::DATA_TYPE_NUM ? pto_ninja::kDataTypes[static_cast<unsigned>(dtype)].name : "UNKNOWN";
}

template <typename T>
inline constexpr bool is_supported_scalar_arg_v = std::is_arithmetic_v<std::remove_cv_t<std::remove_reference_t<T>>> ||
                                                  std::is_enum_v<std::remove_cv_t<std::remove_reference_t<T>>>;

// The element type that describes a C++ scalar in argument dumps; what has none is shown as its 64 bits.
template <typename T>
inline constexpr uint8_t dtype_of() {
    constexpr bool is_signed = std::is_signed_v<T>;
    DataType dtype = DataType::UINT64;
    if (std::is_same_v<T, bool>) {
        dtype = DataType::BOOL;
    } else if (std::is_floating_point_v<T>) {
        dtype = DataType::FLOAT32;
    } else if (std::is_integral_v<T>) {
        if (sizeof(T) == 1) dtype = is_signed ? DataType::INT8 : DataType::UINT8;
        if (sizeof(T) == 2) dtype = is_signed ? DataType::INT16 : DataType::UINT16;
        if (sizeof(T) == 4) dtype = is_signed ? DataType::INT32 : DataType::UINT32;
        if (sizeof(T) == 8) dtype = is_signed ? DataType::INT64 : DataType::UINT64;
    }
    return static_cast<uint8_t>(dtype);
}

// The bytes of `value` in the low end of a word, the rest zero: float bits, not a converted number.
template <typename T>
PTO_DEVICE_FUNC inline uint64_t to_u64(T value) {
    static_assert(sizeof(T) <= sizeof(uint64_t) && std::is_trivially_copyable_v<T>, "a scalar of at most 8 bytes");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(T));
    return bits;
}

template <typename T>
PTO_DEVICE_FUNC inline T from_u64(uint64_t bits) {
    static_assert(sizeof(T) <= sizeof(uint64_t) && std::is_trivially_copyable_v<T>, "a scalar of at most 8 bytes");
    T value;
    memcpy(&value, &bits, sizeof(T));
    return value;
}
