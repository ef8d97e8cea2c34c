#include "base/dtype_python.h"

#include <fmt/format.h>

#include "base/dtype.h"

namespace pto {
namespace {

// Letters of the struct module by size: 8, 16, 32 and 64 bits.
std::string_view IntegerFormat(const DType& dtype) {
    const std::string_view letters = dtype.form == HostForm::kSigned ? "bhiq" : "BHIQ";
    for (size_t i = 0; i < letters.size(); ++i) {
        if (dtype.bits == 8 << i) return letters.substr(i, 1);
    }
    return {};
}

std::string_view StructFormat(const DType& dtype) {
    switch (dtype.form) {
        case HostForm::kBool:
            return "?";
        case HostForm::kSigned:
        case HostForm::kUnsigned:
            return IntegerFormat(dtype);
        case HostForm::kFp16:
            return "e";
        case HostForm::kBf16:
            return "bf16";
        case HostForm::kFp32:
            return "f";
        case HostForm::kFp64:
            return "d";
        default:
            return {};
    }
}

}  // namespace

std::string DTypesPython() {
    std::string text = "DTYPE_ROWS = (\n";
    for (const DType& dtype : AllDTypes()) {
        text += fmt::format("    (\"{}\", {}, \"{}\", \"{}\", \"{}\", {}),\n", dtype.name, (dtype.bits + 7) / 8,
                            StructFormat(dtype), dtype.torch, dtype.safetensors, dtype.runtime_code);
    }
    return text + ")\n";
}

}  // namespace pto
