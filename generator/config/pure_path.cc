#include "generator/config/pure_path.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "contract/layout.h"

namespace pto::gen {
namespace {

bool HasParentStep(std::string_view path) {
    for (const std::string_view part : Split(path, '/')) {
        if (part == "..") return true;
    }
    return false;
}

std::optional<std::string> Below(const std::string& root, std::string_view path) {
    const std::string prefix = root == "/" ? root : root + "/";
    if (path.size() <= prefix.size() || path.substr(0, prefix.size()) != prefix) return std::nullopt;
    return std::string(path.substr(prefix.size()));
}

}  // namespace

bool IsAbsolutePath(std::string_view path) {
    return !path.empty() && path[0] == '/';
}

std::string NormalPath(std::string_view path) {
    std::string result = IsAbsolutePath(path) ? "/" : "";
    result.reserve(path.size());
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(part.size() + 1, path.size()));
        if (part.empty() || part == ".") continue;
        if (!result.empty() && result.back() != '/') result += '/';
        result += part;
    }
    return result.empty() ? "." : result;
}

std::string JoinPath(std::string_view left, std::string_view right) {
    const std::string below = NormalPath(right);
    if (left.empty() || left == "." || IsAbsolutePath(below)) return below;
    std::string joined(left);
    if (below == ".") return joined;
    if (joined.back() != '/') joined += '/';
    return joined += below;
}

std::string ParentPath(std::string_view path) {
    const size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return ".";
    return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string PathName(std::string_view path) {
    const size_t slash = path.rfind('/');
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string PathStem(std::string_view path) {
    const std::string name = PathName(path);
    const size_t dot = name.rfind('.');
    return dot == std::string::npos || dot == 0 || dot + 1 == name.size() ? name : name.substr(0, dot);
}

std::string ShownPath(const std::string& root, std::string_view name) {
    const std::string normal = NormalPath(root);
    if (name.empty()) return normal;
    return normal == "." ? std::string(name) : JoinPath(normal, name);
}

std::string CanonicalPath(const std::string& path) {
    std::error_code code;
    const std::filesystem::path absolute = std::filesystem::absolute(path, code);
    if (code) return NormalPath(path);
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(absolute, code);
    const std::string text = (code ? absolute.lexically_normal() : canonical).string();
    return NormalPath(text);
}

PathMapper::PathMapper(const std::string& root, Canonical canonical)
    : root_(NormalPath(root)), canonical_(std::move(canonical)) {}

const std::string& PathMapper::CanonicalRoot() {
    if (canonical_root_.empty()) canonical_root_ = canonical_(root_);
    return canonical_root_;
}

std::optional<std::string> PathMapper::Inside(const std::string& path) {
    const std::optional<std::string> below = Below(root_, path);
    if (below && !HasParentStep(*below)) return below;
    return Below(CanonicalRoot(), canonical_(path));
}

}  // namespace pto::gen
