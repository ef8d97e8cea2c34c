#include "base/dtype.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "base/half.h"

namespace pto {
namespace {

// Names: PyPTO's DataType as its sidecars print it; runtime_code: DataType of the runtime's tensor descriptor.
constexpr DType kDTypes[] = {
    {"bool", 8, HostForm::kBool, "BOOL", "bool", 11, ""},
    {"int4", 4, HostForm::kNone, "", "", -1, ""},
    {"int8", 8, HostForm::kSigned, "I8", "int8", 4, ""},
    {"int16", 16, HostForm::kSigned, "I16", "int16", 3, ""},
    {"int32", 32, HostForm::kSigned, "I32", "int32", 2, ""},
    {"int64", 64, HostForm::kSigned, "I64", "int64", 7, ""},
    {"uint4", 4, HostForm::kNone, "", "", -1, ""},
    {"uint8", 8, HostForm::kUnsigned, "U8", "uint8", 5, ""},
    {"uint16", 16, HostForm::kUnsigned, "U16", "uint16", 9, ""},
    {"uint32", 32, HostForm::kUnsigned, "U32", "uint32", 10, ""},
    {"uint64", 64, HostForm::kUnsigned, "U64", "uint64", 8, ""},
    // Carriers of two values. The first of a name is what its file or torch means by it: PyPTO makes fp4 an fp4e2m1x2.
    {"fp4e2m1x2", 8, HostForm::kPacked, "F4", "float4_e2m1fn_x2", 14, "2026-09-20"},
    {"fp4", 8, HostForm::kPacked, "F4", "float4_e2m1fn_x2", 14, ""},
    {"fp8e4m3fn", 8, HostForm::kFp8E4M3, "F8_E4M3", "float8_e4m3fn", 12, ""},
    {"fp8e5m2", 8, HostForm::kFp8E5M2, "F8_E5M2", "float8_e5m2", -1, ""},
    {"fp8e8m0", 8, HostForm::kFp8E8M0, "F8_E8M0", "float8_e8m0fnu", 13, "2026-07-26"},
    {"fp16", 16, HostForm::kFp16, "F16", "float16", 1, ""},
    {"fp32", 32, HostForm::kFp32, "F32", "float32", 0, ""},
    {"bfloat16", 16, HostForm::kBf16, "BF16", "bfloat16", 6, ""},
    {"hf4", 4, HostForm::kNone, "", "", -1, ""},
    {"hf8", 8, HostForm::kNone, "", "", -1, ""},
    // An index is an int64 everywhere below the sidecar.
    {"index", 64, HostForm::kSigned, "I64", "int64", 7, ""},
    {"task_id", 64, HostForm::kNone, "", "", 8, "2026-05-11"},
    // Only golden files have it; sidecars never name it.
    {"fp64", 64, HostForm::kFp64, "F64", "float64", -1, ""},
};

template <typename T>
double LoadAs(const void* element) {
    T value;
    std::memcpy(&value, element, sizeof value);
    return static_cast<double>(value);
}

template <typename T>
void StoreAs(double value, void* element) {
    const T stored = static_cast<T>(value);
    std::memcpy(element, &stored, sizeof stored);
}

// The conversion alone is undefined for what the type cannot hold.
template <typename T>
void StoreSaturated(double value, void* element) {
    constexpr T kLeast = std::numeric_limits<T>::min();
    constexpr T kMost = std::numeric_limits<T>::max();
    T stored = 0;
    // As a double, the largest 64-bit value is one too many, hence ">=".
    if (value >= static_cast<double>(kMost)) {
        stored = kMost;
    } else if (value <= static_cast<double>(kLeast)) {
        stored = kLeast;
    } else if (!std::isnan(value)) {
        stored = static_cast<T>(value);
    }
    std::memcpy(element, &stored, sizeof stored);
}

void StoreInteger(const DType& dtype, double value, void* element) {
    const bool is_signed = dtype.form == HostForm::kSigned;
    switch (dtype.bits) {
        case 8:
            return is_signed ? StoreSaturated<int8_t>(value, element) : StoreSaturated<uint8_t>(value, element);
        case 16:
            return is_signed ? StoreSaturated<int16_t>(value, element) : StoreSaturated<uint16_t>(value, element);
        case 32:
            return is_signed ? StoreSaturated<int32_t>(value, element) : StoreSaturated<uint32_t>(value, element);
        default:
            return is_signed ? StoreSaturated<int64_t>(value, element) : StoreSaturated<uint64_t>(value, element);
    }
}

double LoadInteger(const DType& dtype, const void* element) {
    const bool is_signed = dtype.form == HostForm::kSigned;
    switch (dtype.bits) {
        case 8:
            return is_signed ? LoadAs<int8_t>(element) : LoadAs<uint8_t>(element);
        case 16:
            return is_signed ? LoadAs<int16_t>(element) : LoadAs<uint16_t>(element);
        case 32:
            return is_signed ? LoadAs<int32_t>(element) : LoadAs<uint32_t>(element);
        default:
            return is_signed ? LoadAs<int64_t>(element) : LoadAs<uint64_t>(element);
    }
}

uint16_t Load16(const void* element) {
    uint16_t bits;
    std::memcpy(&bits, element, sizeof bits);
    return bits;
}

const DType* Find(std::string_view DType::*field, std::string_view value) {
    if (value.empty()) return nullptr;
    for (const DType& dtype : kDTypes) {
        if (dtype.*field == value) return &dtype;
    }
    return nullptr;
}

}  // namespace

const DType* FindDType(std::string_view name) {
    return Find(&DType::name, name);
}
const DType* FindDTypeBySafetensors(std::string_view name) {
    return Find(&DType::safetensors, name);
}
const DType* FindDTypeByTorch(std::string_view name) {
    return Find(&DType::torch, name);
}
std::span<const DType> AllDTypes() {
    return kDTypes;
}

std::vector<std::string> DTypeNames() {
    std::vector<std::string> names;
    for (const DType& dtype : kDTypes) names.emplace_back(dtype.name);
    return names;
}

bool SameStorage(const DType& a, const DType& b) {
    // Types without a form are the same only by name.
    return a.form == b.form && a.bits == b.bits && (a.form != HostForm::kNone || a.name == b.name);
}

int64_t ElementCount(std::span<const int64_t> shape) {
    int64_t count = 1;
    for (const int64_t dimension : shape) {
        if (dimension < 0 || __builtin_mul_overflow(count, dimension, &count)) {
            throw Error(ErrorKind::kInput, "a tensor shape is negative or larger than 2^63 elements");
        }
    }
    return count;
}

uint64_t DenseBytes(const DType& dtype, std::span<const int64_t> shape) {
    uint64_t bits = 0;
    if (__builtin_mul_overflow(static_cast<uint64_t>(ElementCount(shape)), static_cast<uint64_t>(dtype.bits), &bits)) {
        throw Error(ErrorKind::kInput, "a tensor is larger than 2^61 bytes");
    }
    return (bits + 7) / 8;
}

double LoadAsDouble(const DType& dtype, const void* element) {
    switch (dtype.form) {
        case HostForm::kNone:
        case HostForm::kPacked:
            return 0.0;
        case HostForm::kBool:
            return LoadAs<uint8_t>(element) != 0.0 ? 1.0 : 0.0;
        case HostForm::kSigned:
        case HostForm::kUnsigned:
            return LoadInteger(dtype, element);
        case HostForm::kFp16:
            return static_cast<double>(Fp16ToFloat(Load16(element)));
        case HostForm::kBf16:
            return static_cast<double>(Bf16ToFloat(Load16(element)));
        case HostForm::kFp32:
            return LoadAs<float>(element);
        case HostForm::kFp64:
            return LoadAs<double>(element);
        case HostForm::kFp8E4M3:
            return static_cast<double>(Fp8E4M3ToFloat(*static_cast<const uint8_t*>(element)));
        case HostForm::kFp8E5M2:
            return static_cast<double>(Fp8E5M2ToFloat(*static_cast<const uint8_t*>(element)));
        case HostForm::kFp8E8M0:
            return static_cast<double>(Fp8E8M0ToFloat(*static_cast<const uint8_t*>(element)));
    }
    return 0.0;
}

void StoreFromDouble(const DType& dtype, double value, void* element) {
    const auto narrow = static_cast<float>(value);
    const auto store16 = [element](uint16_t bits) { std::memcpy(element, &bits, sizeof bits); };
    const auto store8 = [element](uint8_t bits) { std::memcpy(element, &bits, sizeof bits); };
    switch (dtype.form) {
        case HostForm::kNone:
        case HostForm::kPacked:
            return;
        case HostForm::kBool:
            return store8(value != 0.0 ? 1 : 0);
        case HostForm::kSigned:
        case HostForm::kUnsigned:
            return StoreInteger(dtype, value, element);
        case HostForm::kFp16:
            return store16(FloatToFp16(narrow));
        case HostForm::kBf16:
            return store16(FloatToBf16(narrow));
        case HostForm::kFp32:
            return StoreAs<float>(value, element);
        case HostForm::kFp64:
            return StoreAs<double>(value, element);
        case HostForm::kFp8E4M3:
            return store8(FloatToFp8E4M3(narrow));
        case HostForm::kFp8E5M2:
            return store8(FloatToFp8E5M2(narrow));
        case HostForm::kFp8E8M0:
            return store8(FloatToFp8E8M0(narrow));
    }
}

namespace {
struct Precision {
    int mantissa_bits;
    int min_exponent;  // of the smallest normal number
};

Precision PrecisionOf(HostForm form) {
    switch (form) {
        case HostForm::kFp16:
            return {10, -14};
        case HostForm::kBf16:
            return {7, -126};
        case HostForm::kFp32:
            return {23, -126};
        case HostForm::kFp64:
            return {52, -1022};
        case HostForm::kFp8E4M3:
            return {3, -6};
        case HostForm::kFp8E5M2:
            return {2, -14};
        case HostForm::kFp8E8M0:
            return {0, -127};
        default:
            return {0, 0};
    }
}
}  // namespace

double UlpAt(const DType& dtype, double value) {
    if (!IsFloat(dtype.form)) return 0.0;
    const Precision precision = PrecisionOf(dtype.form);
    int exponent = precision.min_exponent + 1;
    if (value != 0.0 && std::isfinite(value)) std::frexp(value, &exponent);
    return std::ldexp(1.0, std::max(exponent - 1, precision.min_exponent) - precision.mantissa_bits);
}

}  // namespace pto
