// The names that a C++ source may have its compiler look for. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

struct IncludedName {
    std::string name;
    bool quoted = false;  // looked for beside the file that says it first
    bool next = false;    // #include_next: what is found first is not the end of it

    auto operator<=>(const IncludedName&) const = default;
};

struct IncludedNames {
    std::vector<IncludedName> names;
    bool by_macro = false;  // a macro stands for one more
};

// Every name in quotes or angle brackets on a line that includes, imports or embeds a file or asks whether there is
// one, sorted, each once. Rather too many than too few: lines of comments and of conditions that do not hold are among
// them.
IncludedNames FindIncludedNames(std::string_view text);

// The same of lines that define a macro.
std::vector<IncludedName> NamesOfMacros(std::string_view text);

}  // namespace pto::gen
