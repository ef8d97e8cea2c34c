#include "generator/splice/preprocess_mgather.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "generator/splice/preprocess.h"
#include "generator/splice/re2_view.h"

namespace pto::gen {
namespace {

struct Definition {
    size_t line;
    std::string_view wrapper;
};

// Where names are defined as aliases and where these names stand: line numbers, ascending.
struct Names {
    std::unordered_map<std::string_view, std::vector<Definition>> aliases;
    std::unordered_map<std::string_view, std::vector<size_t>> occurrences;
};

struct Call {
    size_t begin;  // offsets in the line: of MGATHER and past ");"
    size_t end;
    std::string_view prefix;  // "MGATHER<...>("
    std::array<std::string_view, 3> operands;
    std::string_view scratch;  // empty: three operands
};

// The pieces of the patterns: I an identifier, B blanks as Python's \s.
std::string Expand(std::string_view pattern) {
    std::string result;
    for (const char c : pattern) {
        if (c == 'I') {
            result += "([A-Za-z_][" + std::string(kWordClass) + "]*)";
        } else if (c == 'B') {
            result += "[" + std::string(kBlankClass) + "]";
        } else {
            result += c;
        }
    }
    return result;
}

std::optional<std::pair<std::string_view, std::string_view>> MatchAlias(std::string_view line) {
    static const RE2 kLocal(Expand(R"re(^B*__(?:ubuf|cbuf)__B+.+?\*B*IB*=B*I\.data\(\);B*$)re"));
    static const RE2 kGlobal(Expand(R"re(^B*__gm__B+.+?\*B*IB*=B*\(__gm__B+.+?\*\)B*I;B*$)re"));
    // Nearly every line defines no pointer; a plain search tells.
    if (line.find("__ubuf__") == line.npos && line.find("__cbuf__") == line.npos && line.find("__gm__") == line.npos) {
        return std::nullopt;
    }
    re2::StringPiece alias;
    re2::StringPiece wrapper;
    if (RE2::PartialMatch(Piece(line), kLocal, &alias, &wrapper) ||
        RE2::PartialMatch(Piece(line), kGlobal, &alias, &wrapper)) {
        return std::pair(View(alias), View(wrapper));
    }
    return std::nullopt;
}

std::optional<Call> MatchCall(std::string_view line) {
    // A name that only ends in MGATHER is another function: the character before it must not belong to a word.
    static const RE2 kCall("(?:^|[^" + std::string(kWordClass) + "])" +
                           Expand(R"re((MGATHER(?:<[^;()]+>)?\()IB*,B*IB*,B*I(?:B*,B*I)?\);)re"));
    if (line.find("MGATHER") == line.npos) return std::nullopt;
    std::array<re2::StringPiece, 6> found;
    if (!kCall.Match(Piece(line), 0, line.size(), RE2::UNANCHORED, found.data(), found.size())) return std::nullopt;
    Call call;
    call.begin = static_cast<size_t>(found[1].data() - line.data());
    call.end = static_cast<size_t>(found[0].data() - line.data()) + found[0].size();
    call.prefix = View(found[1]);
    call.operands = {View(found[2]), View(found[3]), View(found[4])};
    call.scratch = View(found[5]);
    return call;
}

bool IsAsciiWordPart(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// Maximal runs of word characters. Only what is not ASCII needs the tables of Unicode.
std::vector<std::string_view> Words(std::string_view line) {
    static const RE2 kRun("[" + std::string(kWordClass) + "]+");
    std::vector<std::string_view> words;
    if (std::any_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
        re2::StringPiece run;
        for (size_t at = 0; kRun.Match(Piece(line), at, line.size(), RE2::UNANCHORED, &run, 1);) {
            at = static_cast<size_t>(run.data() - line.data()) + run.size();
            words.push_back(View(run));
        }
        return words;
    }
    for (auto at = line.begin(); (at = std::find_if(at, line.end(), IsAsciiWordPart)) != line.end();) {
        const auto end = std::find_if_not(at, line.end(), IsAsciiWordPart);
        words.emplace_back(at, end);
        at = end;
    }
    return words;
}

Names CollectNames(const std::vector<std::string_view>& lines) {
    Names names;
    for (size_t i = 0; i < lines.size(); ++i) {
        if (const auto alias = MatchAlias(lines[i])) names.aliases[alias->first].push_back({i, alias->second});
    }
    for (size_t i = 0; i < lines.size() && !names.aliases.empty(); ++i) {
        for (const std::string_view word : Words(lines[i])) {
            if (names.aliases.contains(word)) names.occurrences[word].push_back(i);
        }
    }
    return names;
}

// The definition of `name` that a call on `line` sees, if that definition serves this call alone.
const Definition* SoleDefinition(const Names& names, std::string_view name, size_t line) {
    const auto found = names.aliases.find(name);
    if (found == names.aliases.end()) return nullptr;
    const std::vector<Definition>& definitions = found->second;
    const auto next = std::lower_bound(definitions.begin(), definitions.end(), line,
                                       [](const Definition& definition, size_t at) { return definition.line < at; });
    if (next == definitions.begin()) return nullptr;
    const Definition& definition = *(next - 1);
    const std::vector<size_t>& places = names.occurrences.at(name);
    const auto first = std::lower_bound(places.begin(), places.end(), definition.line);
    const auto last = next == definitions.end() ? places.end() : std::lower_bound(first, places.end(), next->line);
    return last - first == 2 ? &definition : nullptr;
}

// The operands to put into the call and, in `dropped`, the lines that they make superfluous; nothing: leave it alone.
std::optional<std::vector<std::string_view>> Restore(const Names& names, const Call& call, size_t line,
                                                     std::set<size_t>& dropped) {
    std::vector<std::string_view> wrappers;
    std::vector<size_t> lines;
    const auto take = [&](std::string_view name) {
        const Definition* definition = SoleDefinition(names, name, line);
        if (definition == nullptr) return false;
        wrappers.push_back(definition->wrapper);
        lines.push_back(definition->line);
        return true;
    };
    if (!std::all_of(call.operands.begin(), call.operands.end(), take)) return std::nullopt;
    if (!call.scratch.empty() && !take(call.scratch)) {
        if (names.aliases.contains(call.scratch)) return std::nullopt;
        wrappers.push_back(call.scratch);
    }
    dropped.insert(lines.begin(), lines.end());
    return wrappers;
}

std::string Rewritten(std::string_view line, const Call& call, const std::vector<std::string_view>& operands) {
    std::string text(line.substr(0, call.begin));
    text += call.prefix;
    for (size_t i = 0; i < operands.size(); ++i) {
        if (i > 0) text += ", ";
        text += operands[i];
    }
    text += ");";
    text += line.substr(call.end);
    return text;
}

}  // namespace

std::string RestoreMgatherOperands(const std::string& text) {
    if (text.find("MGATHER") == text.npos) return text;
    const std::vector<std::string_view> lines = PythonLines(text);
    const Names names = CollectNames(lines);
    std::map<size_t, std::string> rewritten;
    std::set<size_t> dropped;
    for (size_t i = 0; i < lines.size(); ++i) {
        const std::optional<Call> call = MatchCall(lines[i]);
        if (!call) continue;
        if (const auto operands = Restore(names, *call, i, dropped))
            rewritten[i] = Rewritten(lines[i], *call, *operands);
    }
    std::string result;
    result.reserve(text.size());
    for (size_t i = 0; i < lines.size(); ++i) {
        if (dropped.contains(i)) continue;
        const auto found = rewritten.find(i);
        result += found == rewritten.end() ? lines[i] : std::string_view(found->second);
    }
    return result;
}

}  // namespace pto::gen
