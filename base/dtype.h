// Element types: PyPTO's names (DataType), their size and how they are held on the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pto {

// How values of a type are read on the host. kNone: bytes can be carried, but not made up, shown or compared by value.
// kPacked: the same of two values in a byte, of which every byte is one, so that they can be made up.
enum class HostForm {
    kNone,
    kPacked,
    kBool,
    kSigned,
    kUnsigned,
    kFp16,
    kBf16,
    kFp32,
    kFp64,
    kFp8E4M3,
    kFp8E5M2,
    kFp8E8M0
};

struct DType {
    std::string_view name;         // in sidecars: "fp32", "bfloat16", "int8", ...
    int bits;                      // of one element of a shape; a fp4 shape counts carriers of two values, 8 bits
    HostForm form;                 //
    std::string_view safetensors;  // dtype name in a .safetensors header; empty when the format has none
    std::string_view torch;        // torch attribute name, "float16"; empty when torch has none
    int runtime_code;              // DataType enumerator of the runtime's tensor descriptor; -1 when it has none
    std::string_view since;        // when PyPTO got it, "2026-09-20"; empty: as long as we know
};

// Null when the name is unknown. "unknown" is printable in PyPTO but not accepted here.
const DType* FindDType(std::string_view name);
const DType* FindDTypeBySafetensors(std::string_view name);
const DType* FindDTypeByTorch(std::string_view name);
std::span<const DType> AllDTypes();
std::vector<std::string> DTypeNames();

// Whether values have a form at all, so that one can be turned into another type's.
inline bool HasValues(HostForm form) {
    return form != HostForm::kNone && form != HostForm::kPacked;
}

// Whether bytes of one type are values of the other: an index is an int64, and all packed types of a size are alike.
bool SameStorage(const DType& a, const DType& b);

inline bool IsFloat(HostForm form) {
    return form >= HostForm::kFp16;
}

// Bytes of a dense tensor; every dimension must be >= 0. Throws Error (input) when the product overflows.
uint64_t DenseBytes(const DType& dtype, std::span<const int64_t> shape);
// 1 for rank 0.
int64_t ElementCount(std::span<const int64_t> shape);

// One element as double (exact for every form but 64-bit integers above 2^53).
double LoadAsDouble(const DType& dtype, const void* element);
// Rounds to nearest even; integers are truncated and saturate (NaN: 0), bool is value != 0. kNone stores nothing.
void StoreFromDouble(const DType& dtype, double value, void* element);

// Distance from |value| to the next larger value of the type; 0 for integers.
double UlpAt(const DType& dtype, double value);

}  // namespace pto
