#include "generator/steps/depfile.h"

#include <algorithm>
#include <cctype>

#include "generator/graph/ninja_escape.h"

namespace pto::gen {
namespace {

bool IsBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

size_t CountBackslashes(std::string_view text, size_t at) {
    const size_t end = text.find_first_not_of('\\', at);
    return (end == std::string_view::npos ? text.size() : end) - at;
}

bool EndsTarget(std::string_view text, size_t at) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\n';
    return text[at] == ':' && (IsBlank(next) || next == '\n' || next == '\\');
}

// What a run of backslashes at `at` and the character behind it stand for, as GCC writes them: before a blank 2n + 1
// are n and the blank, before '#' and ':' the last one is the escape, everywhere else they are themselves. False when
// the run belongs to a continued line or ends the word.
bool ReadBackslashes(std::string_view text, size_t& at, std::string& word) {
    size_t count = CountBackslashes(text, at);
    const char next = at + count < text.size() ? text[at + count] : '\0';
    const bool line_end = next == '\n' || text.substr(at + count, 2) == "\r\n";
    const bool escape = next == '#' || next == ':' || line_end;
    const bool blank = next == ' ' || next == '\t';
    at += count;
    if (escape || blank) --count;
    word.append(blank ? count / 2 : count, '\\');
    if (line_end) {
        --at;
        return false;
    }
    if (escape || blank) word += text[at++];
    return true;
}

// Reads one word from `at`; "$$" stands for '$'. Stops at blanks, line ends and, for a target, at the ':' that ends it.
std::string ReadWord(std::string_view text, size_t& at, bool target) {
    std::string word;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '\\') {
            if (!ReadBackslashes(text, at, word)) break;
        } else if (IsBlank(c) || c == '\n' || (target && EndsTarget(text, at))) {
            break;
        } else {
            word += c;
            at += text.substr(at, 2) == "$$" ? 2U : 1U;
        }
    }
    return word;
}

// Skips blanks and continued line ends; false at the end of the rule.
bool SkipToWord(std::string_view text, size_t& at) {
    while (at < text.size()) {
        if (IsBlank(text[at])) {
            ++at;
        } else if (text[at] == '\\' && text.substr(at + 1, 1) == "\n") {
            at += 2;
        } else if (text[at] == '\\' && text.substr(at + 1, 2) == "\r\n") {
            at += 3;
        } else {
            return text[at] != '\n';
        }
    }
    return false;
}

}  // namespace

std::vector<std::string> ParseDepfile(std::string_view text) {
    size_t at = 0;
    while (SkipToWord(text, at) && text[at] != ':') ReadWord(text, at, true);
    if (at >= text.size() || text[at] != ':') return {};
    ++at;
    std::vector<std::string> prerequisites;
    while (SkipToWord(text, at)) prerequisites.push_back(ReadWord(text, at, false));
    return prerequisites;
}

bool NinjaReadsPath(std::string_view path) {
    static constexpr std::string_view kTaken = "+,/_:.~()}{%=@[]!- #$\\";
    const auto taken = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x80 || std::isalnum(byte) != 0 || kTaken.find(c) != std::string_view::npos;
    };
    return !path.empty() && path.back() != ':' && std::all_of(path.begin(), path.end(), taken);
}

std::string DepfileText(const std::string& target, const std::vector<std::string>& prerequisites) {
    std::string text = EscapeDepfilePath(target) + ":";
    for (const std::string& path : prerequisites) {
        if (NinjaReadsPath(path)) text += " \\\n  " + EscapeDepfilePath(path);
    }
    return text + "\n";
}

}  // namespace pto::gen
