#include "base/stored_path.h"

#include <algorithm>

#include "base/text.h"

namespace pto {
namespace {

constexpr size_t kLongestPath = 4096;   // PATH_MAX of Linux
constexpr size_t kLongestPart = 255;    // NAME_MAX
constexpr size_t kLongestQuoted = 200;  // a line that one can read

bool IsControlCharacter(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

}  // namespace

std::string_view StoredPathProblem(std::string_view path) {
    if (path.empty()) return "is empty";
    if (path.size() > kLongestPath) return "is too long";
    if (path.front() == '/') return "leads out of the directory";
    if (std::any_of(path.begin(), path.end(), IsControlCharacter)) return "has a control character";
    // Nothing that PyPTO writes has one, and other systems take it for a separator.
    if (path.find('\\') != std::string_view::npos) return "has a backslash";
    const std::vector<std::string_view> parts = Split(path, '/');
    for (const std::string_view part : parts) {
        if (part == "..") return "leads out of the directory";
    }
    for (const std::string_view part : parts) {
        if (part.empty() || part == ".") return "is no plain path";
        if (part.size() > kLongestPart) return "is too long";
    }
    return {};
}

std::string QuotedPath(std::string_view path) {
    std::string shown(path.substr(0, kLongestQuoted));
    std::replace_if(shown.begin(), shown.end(), IsControlCharacter, '?');
    return "'" + shown + (path.size() > kLongestQuoted ? "..." : "") + "'";
}

}  // namespace pto
