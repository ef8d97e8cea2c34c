// Whether the call in a kernel's wrapper still fits the function that ptoas made, told before the compiler does. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/splice/splice.h"

namespace pto::gen {

// "__gm__ float* v1" -> "__gm__ float*", one per parameter. Nothing when `text` neither defines nor declares
// `void NAME(`; a definition is preferred. Comments and strings do not count.
std::optional<std::vector<std::string>> ParameterTypes(std::string_view text, const std::string& name);

struct WrapperCall {
    size_t offset = 0;                   // in the tail
    std::vector<std::string> arguments;  // as written
    std::vector<std::string> types;      // of each argument as the wrapper declares or casts it; empty: not clear
};
std::optional<WrapperCall> FindCall(std::string_view tail, const std::string& name);

struct SignatureCheck {
    std::string file;       // the kernel
    std::string_view text;  // all of it; `parts` are views into it
    KernelParts parts;
    std::string function;
    std::string body;     // the new one
    std::string old_raw;  // text of ptoas before; empty when there is none
    std::string unit;     // path of the .pto, for the message
};

// Throws an input Error at the call, showing the old and the new signature, when the number of arguments or the type of
// one no longer fits and the signature differs from that of the kernel's present body. A type fits if it is the one
// the wrapper gives, or the one it was before.
void CheckSignature(const SignatureCheck& check);

}  // namespace pto::gen
