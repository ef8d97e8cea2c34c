#include "generator/steps/include_names.h"

#include <algorithm>

#include "base/text.h"

namespace pto::gen {
namespace {

// Words of directives, of __has_include and __has_embed, of modules.
constexpr std::string_view kLookups[] = {"include", "import", "embed"};

bool Contains(std::string_view line, std::string_view word) {
    return line.find(word) != std::string_view::npos;
}

bool IsLookup(std::string_view line) {
    return std::any_of(std::begin(kLookups), std::end(kLookups),
                       [line](std::string_view word) { return Contains(line, word); });
}

// Appends the names on `line`; false when there is none.
bool AddNames(std::string_view line, std::vector<IncludedName>& names) {
    const size_t before = names.size();
    const bool next = Contains(line, "_next");
    for (size_t at = 0; at < line.size(); ++at) {
        if (line[at] != '"' && line[at] != '<') continue;
        const bool quoted = line[at] == '"';
        const size_t end = line.find(quoted ? '"' : '>', at + 1);
        if (end == std::string_view::npos) continue;
        if (end > at + 1) names.push_back({std::string(line.substr(at + 1, end - at - 1)), quoted, next});
        at = end;
    }
    return names.size() > before;
}

// A backslash at the end of a line continues it.
std::string Joined(std::string_view text) {
    std::string joined;
    for (const std::string_view line : Lines(text)) {
        joined += line;
        if (line.ends_with("\\")) {
            joined.back() = ' ';
        } else {
            joined += '\n';
        }
    }
    return joined;
}

// `joined` keeps what `text` then refers to.
std::string_view WholeLines(std::string_view text, std::string& joined) {
    if (!Contains(text, "\\\n") && !Contains(text, "\\\r\n")) return text;
    joined = Joined(text);
    return joined;
}

void SortOnce(std::vector<IncludedName>& names) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
}

}  // namespace

IncludedNames FindIncludedNames(std::string_view text) {
    std::string joined;
    IncludedNames found;
    for (const std::string_view line : Lines(WholeLines(text, joined))) {
        if (IsLookup(line) && !AddNames(line, found.names)) {
            found.by_macro = found.by_macro || Trim(line).starts_with("#");
        }
    }
    SortOnce(found.names);
    return found;
}

std::vector<IncludedName> NamesOfMacros(std::string_view text) {
    std::string joined;
    std::vector<IncludedName> names;
    for (const std::string_view line : Lines(WholeLines(text, joined))) {
        if (Contains(line, "define")) AddNames(line, names);
    }
    SortOnce(names);
    return names;
}

}  // namespace pto::gen
