#include "generator/umbrella/named_text.h"

namespace pto::gen {
namespace {

// Whether a path may go on with this: "a/b" is not named by "a/b2".
bool IsPartOfName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.';
}

}  // namespace

std::string NamedText(const std::string& directory, const std::string& text) {
    for (size_t at = text.find(directory); at != std::string::npos; at = text.find(directory, at + 1)) {
        const size_t end = at + directory.size();
        const bool begins = at == 0 || !IsPartOfName(text[at - 1]);
        if (begins && (end == text.size() || !IsPartOfName(text[end]))) return text;
    }
    return directory + ": " + text;
}

}  // namespace pto::gen
