#include "generator/golden/golden_hash.h"

#include <algorithm>
#include <string_view>

#include "base/hash.h"
#include "generator/golden/golden_statement.h"

namespace pto::gen {
namespace {

bool SetsOneName(const PyLine& line, std::string_view name) {
    const auto is_equals = [](const PyToken& token) { return token.Is("=") || token.Is(":="); };
    return line.indent == 0 && IsAssignment(line) && line.tokens[0].Is(name) &&
           std::count_if(line.tokens.begin(), line.tokens.end(), is_equals) == 1;
}

// Names that only judge: they are set, and nothing of the reference looks at them.
std::vector<std::string_view> JudgingNames(const std::vector<PyLine>& lines) {
    std::vector<std::string_view> names;
    for (const std::string_view name : {"RTOL", "ATOL", "__outputs__"}) {
        const bool used = std::any_of(lines.begin(), lines.end(), [name](const PyLine& line) {
            const auto is_name = [name](const PyToken& token) { return token.Is(name); };
            return std::count_if(line.tokens.begin(), line.tokens.end(), is_name) > (SetsOneName(line, name) ? 1 : 0);
        });
        if (!used) names.push_back(name);
    }
    return names;
}

}  // namespace

std::string HashReference(const std::vector<PyLine>& lines) {
    const std::vector<std::string_view> judging = JudgingNames(lines);
    HashBuilder hash;
    for (const PyLine& line : lines) {
        const bool judges =
            std::any_of(judging.begin(), judging.end(), [&](std::string_view name) { return SetsOneName(line, name); });
        if (IsDocstring(line) || judges) continue;
        hash.Add(std::to_string(line.indent) + (line.joined ? ";" : ""));
        for (const PyToken& token : line.tokens) hash.Add(token.text);
    }
    return hash.Finish();
}

}  // namespace pto::gen
