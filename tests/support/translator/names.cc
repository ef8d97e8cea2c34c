#include "tests/support/translator/names.h"

#include <algorithm>
#include <cctype>

namespace pto::test {
namespace {

bool IsNamePart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool StandsAt(std::string_view text, size_t at, std::string_view word) {
    if (text.compare(at, word.size(), word) != 0) return false;
    const size_t end = at + word.size();
    return (at == 0 || !IsNamePart(text[at - 1])) && (end == text.size() || !IsNamePart(text[end]));
}

}  // namespace

Renames RenamesOf(const Generation& generation) {
    return {
        {"pto_orchestration_api.h", "orchestration_api.h"},
        {"pto_arg_with_deps.h", "arg_with_deps.h"},
        {"pto_async_kernel_api.h", "async_kernel_api.h"},
        {"PTO2OrchestrationConfig", "OrchestrationConfig"},
        {"PTO2_SCOPE", "SIMPLER_SCOPE"},
        {"PTO2_SCOPE_GUARD", "SIMPLER_SCOPE_GUARD"},
        {"PTO2ScopeMode", "ScopeMode"},
        {"PTO2ScopeGuard", "ScopeGuard"},
        {"PTO2TaskId", "TaskId"},
        {"ChipTensor", std::string(generation.descriptor)},
    };
}

std::string WithNames(std::string_view text, const Renames& renames) {
    std::string result;
    for (size_t at = 0; at < text.size();) {
        const auto found = std::find_if(renames.begin(), renames.end(),
                                        [&](const auto& rename) { return StandsAt(text, at, rename.first); });
        if (found == renames.end()) {
            result += text[at++];
        } else {
            result += found->second;
            at += found->first.size();
        }
    }
    return result;
}

bool HasWord(std::string_view text, std::string_view word) {
    for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        if (StandsAt(text, at, word)) return true;
    }
    return false;
}

}  // namespace pto::test
