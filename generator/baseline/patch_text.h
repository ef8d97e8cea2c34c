// A change of one file as a unified diff that `patch -p1` and `git apply` take.
#pragma once

#include <optional>
#include <string>

namespace pto::gen {

// A file as it was first seen and as it is: `compiled` is nothing when it is new since then, `now` when it has been
// deleted.
struct FileChange {
    std::string path;  // relative to the directory
    std::optional<std::string> compiled;
    std::optional<std::string> now;
};

struct LineCounts {
    size_t added = 0;
    size_t removed = 0;
    bool binary = false;  // not compared by lines
};

struct Patch {
    std::string text;
    LineCounts lines;
};

enum class PatchStyle { kPlain, kColoured };

// Names are "a/<path>" and "b/<path>", or "/dev/null" for a file that is new or deleted; a name that a patch program
// would misread is quoted as git does. A file with a NUL on either side is one line that says that it differs.
Patch MakePatch(const FileChange& change, PatchStyle style);

}  // namespace pto::gen
