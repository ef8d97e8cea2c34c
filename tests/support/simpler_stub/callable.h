// Stands in for the runtime's header of this name: a callable is text that says what it was made of.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

enum class ArgDirection : int32_t { SCALAR = 0, IN = 1, OUT = 2, INOUT = 3 };

inline constexpr int CORE_MAX_TENSOR_ARGS = 32;

template <typename Child, int MaxSignature, int MaxChildren>
struct Callable {};

using CoreCallable = Callable<void, CORE_MAX_TENSOR_ARGS, 0>;
using ChipCallable = Callable<CoreCallable, 256, 1024>;

inline std::vector<uint8_t> CallableText(const std::string& text) {
    return {text.begin(), text.end()};
}

inline std::string SignatureText(const ArgDirection* signature, int32_t count) {
    std::string text;
    for (int32_t i = 0; i < count; ++i) text += std::to_string(static_cast<int>(signature[i]));
    return text;
}

template <int MaxSignature>
std::vector<uint8_t> make_callable(const ArgDirection* signature, int32_t count, const void* binary, uint32_t size) {
    if (count > MaxSignature) throw std::invalid_argument("make_callable: requested tensor count exceeds 32");
    return CallableText(std::string(static_cast<const char*>(binary), size) + "(" + SignatureText(signature, count) +
                        ")");
}

template <typename Child, int MaxSignature, int MaxChildren>
std::vector<uint8_t> make_callable(const ArgDirection* signature, int32_t count, const char* name, const void* binary,
                                   uint32_t size, const int32_t* ids, const std::vector<uint8_t>* children,
                                   int32_t child_count, const char* config_name) {
    std::string text = std::string(name) + config_name + " " + std::string(static_cast<const char*>(binary), size) +
                       "(" + SignatureText(signature, count) + ")";
    for (int32_t i = 0; i < child_count; ++i) {
        text += " " + std::to_string(ids[i]) + ":" + std::string(children[i].begin(), children[i].end());
    }
    return CallableText(text + '\0');
}
