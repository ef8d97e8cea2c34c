#include "tests/support/translator/sources.h"

#include <stdexcept>

#include "tests/support/translator/names.h"
#include "upstream/kernel_text.h"

namespace pto::test {
namespace {

// Helper templates of ptoas since 0.61, in words of our own: `Tensor` is there a parameter, whatever the wrapper calls
// the descriptor.
constexpr char kHelpers[] =
    "template <typename Tensor>\n"
    "static AICORE inline auto PTOAS__GLOBAL_TENSOR_DATA(Tensor& view) -> decltype(view.data()) {\n"
    "  return view.data();\n"
    "}\n"
    "\n"
    "template <typename Pointer>\n"
    "static AICORE inline void PTOAS__DCCI_SINGLE_CACHE_LINE(Pointer pointer) {\n"
    "  dcci((__gm__ void*)pointer, cache_line_t::SINGLE_CACHE_LINE);\n"
    "}\n"
    "\n";

// What every text of ptoas begins with, after its includes.
constexpr std::string_view kFirstDeclaration = "enum class PTOAutoSyncTailMode";

std::string WithHelpers(std::string_view text, const std::string& helpers) {
    const size_t at = text.find(kFirstDeclaration);
    if (at == text.npos) throw std::invalid_argument("a text of ptoas without PTOAutoSyncTailMode");
    return std::string(text.substr(0, at)) + helpers + std::string(text.substr(at));
}

}  // namespace

std::string TranslateOrchestration(std::string_view text, const PyptoGeneration& generation) {
    for (const std::string& name : NamesThatEnded(generation)) {
        if (HasWord(text, name)) throw std::invalid_argument(name + " has no counterpart in newer generations");
    }
    return WithNames(text, RenamesOf(generation));
}

std::string TranslateRaw(std::string_view text, const PyptoGeneration& generation) {
    return generation.has_helpers ? WithHelpers(text, kHelpers) : std::string(text);
}

std::string TranslateKernel(std::string_view text, const PyptoGeneration& generation) {
    const Renames renames = RenamesOf(generation);
    const size_t begin = text.find(kBodyBegin);
    const size_t end = text.find(kBodyEnd);
    if (begin == text.npos || end == text.npos) return WithNames(text, renames);
    std::string body = WithNames(text.substr(begin, end - begin), renames);
    if (generation.has_helpers) {
        const Renames preprocessed = {{"AICORE", "__aicore__"}, {"Tensor", DescriptorOf(generation)}};
        body = WithHelpers(body, WithNames(kHelpers, preprocessed));
    }
    return WithNames(text.substr(0, begin), renames) + body + WithNames(text.substr(end), renames);
}

}  // namespace pto::test
