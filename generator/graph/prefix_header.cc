#include "generator/graph/prefix_header.h"

#include <map>

#include "base/text.h"

namespace pto::gen {
namespace {

constexpr std::string_view kTileInstructions = "pto-inst.hpp";

bool IsDirective(std::string_view line, std::string_view name) {
    if (!line.starts_with("#")) return false;
    line = Trim(line.substr(1));
    return line.starts_with(name);
}

// Takes the lines of one directive, which a backslash continues, from the front of `lines`.
std::string TakeDirective(const std::vector<std::string_view>& lines, size_t& next) {
    std::string text;
    bool continued = true;
    while (continued && next < lines.size()) {
        const std::string_view line = lines[next++];
        text += std::string(line) + "\n";
        continued = line.ends_with("\\");
    }
    return text;
}

}  // namespace

std::string PrefixOf(std::string_view source) {
    const std::vector<std::string_view> lines = Lines(source);
    std::string text;
    std::string prefix;  // up to the last #include outside all conditions
    int depth = 0;
    for (size_t next = 0; next < lines.size();) {
        const std::string_view line = Trim(lines[next]);
        if (line.empty() || line.starts_with("//")) {
            ++next;
            continue;
        }
        if (!line.starts_with("#")) break;
        if (IsDirective(line, "if")) ++depth;
        if (IsDirective(line, "endif")) --depth;
        const bool include = IsDirective(line, "include");
        text += TakeDirective(lines, next);
        if (include && depth == 0) prefix = text;
    }
    return prefix.find(kTileInstructions) == std::string::npos ? std::string() : prefix;
}

std::vector<std::string> QuotedIncludes(std::string_view prefix) {
    std::vector<std::string> names;
    for (const std::string_view line : Lines(prefix)) {
        const std::string_view directive = Trim(line);
        if (!IsDirective(directive, "include")) continue;
        const size_t open = directive.find('"');
        const size_t close = directive.rfind('"');
        if (open != close) names.emplace_back(directive.substr(open + 1, close - open - 1));
    }
    return names;
}

std::string CommonPrefix(const std::vector<std::string>& sources, size_t least) {
    std::map<std::string, size_t> counts;
    for (const std::string& source : sources) {
        const std::string prefix = PrefixOf(source);
        if (!prefix.empty()) ++counts[prefix];
    }
    std::string common;
    size_t most = 0;
    for (const auto& [prefix, count] : counts) {
        if (count >= least && count > most) {
            common = prefix;
            most = count;
        }
    }
    return common;
}

}  // namespace pto::gen
