// Path arithmetic on text alone, with the rules of Python's PurePosixPath: "//" and "." vanish, ".." stays.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pto::gen {

bool IsAbsolutePath(std::string_view path);
// The empty path is ".".
std::string NormalPath(std::string_view path);
// `left` in normal form or empty; an absolute `right` replaces it.
std::string JoinPath(std::string_view left, std::string_view right);
std::string ParentPath(std::string_view path);
std::string PathName(std::string_view path);
// The name without its last suffix; ".x" has none.
std::string PathStem(std::string_view path);

// `name` inside a directory that the user gave as `root`, as shown in messages: "." adds nothing.
std::string ShownPath(const std::string& root, std::string_view name);

// Absolute name of `path` without symbolic links, ".." and "."; parts that do not exist are taken as they are.
std::string CanonicalPath(const std::string& path);

// Says where a path lies relative to a directory.
class PathMapper {
  public:
    using Canonical = std::function<std::string(const std::string&)>;

    // `root` is absolute.
    PathMapper(const std::string& root, Canonical canonical);

    // The part below the root, without ".."; nothing when `path` lies outside. Symbolic links are followed only where
    // the text alone does not tell.
    std::optional<std::string> Inside(const std::string& path);
    bool IsRoot(const std::string& path) { return canonical_(path) == CanonicalRoot(); }
    std::string Canonicalise(const std::string& path) const { return canonical_(path); }

  private:
    const std::string& CanonicalRoot();

    std::string root_;
    std::string canonical_root_;  // empty until needed
    Canonical canonical_;
};

}  // namespace pto::gen
