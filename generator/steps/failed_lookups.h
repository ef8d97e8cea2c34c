// Where a compiler looked for headers before it found them: a file that appears there makes another program.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/steps/include_names.h"

namespace pto::gen {

// Directories in the order in which they are searched.
struct SearchPath {
    std::vector<std::string> quoted;  // for names in quotes, before the others
    std::vector<std::string> all;
};

// Of a compiler's words and of the variables that add to them; what is built into the compiler is not among them.
SearchPath SearchPathOf(const std::vector<std::string>& command,
                        const std::function<std::optional<std::string>(const std::string&)>& variable);

// What a compile read, and from where it looked for names.
struct CompileReads {
    std::string source;
    std::vector<std::string> prerequisites;  // of the dependency file
    std::vector<std::string> first;          // names that the command includes, looked for from here first
    std::vector<std::string> trees;          // whose files, new ones too, have an identity of their own
    SearchPath path;
};

struct FailedLookups {
    // Directory, "." for the present one: names that are not in it.
    std::map<std::string, std::set<std::string>> absent;
    // Paths that are something else than a file, such as a link that leads nowhere.
    std::set<std::string> no_files;
    // Files outside of trees that a lookup ends at.
    std::set<std::string> found;
};

FailedLookups ReplayLookups(const FileSystem& files, const CompileReads& reads);

}  // namespace pto::gen
