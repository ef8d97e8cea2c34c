#include "generator/graph/ninja_escape.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/error.h"

namespace pto::gen {
namespace {

[[noreturn]] void Refuse(std::string_view text, std::string_view what) {
    throw Error(ErrorKind::kInput,
                "'" + WithoutLineBreaks(text) + "' contains " + std::string(what) + ", which a ninja file cannot hold",
                "rename the file");
}

// Looked up, since generation escapes megabytes.
using CharacterSet = std::array<bool, 256>;

constexpr CharacterSet SetOf(std::string_view characters) {
    CharacterSet set{};
    for (const char c : characters) set[static_cast<unsigned char>(c)] = true;
    return set;
}

constexpr CharacterSet kLineBreaks = SetOf("\n\r");
constexpr CharacterSet kOfPaths = SetOf("$ :");  // ninja's own marks in a path
constexpr CharacterSet kOfValues = SetOf("$");
constexpr CharacterSet kNotAsIsInPaths = SetOf("\n\r|$ :");
constexpr CharacterSet kShellSafe = SetOf("_-./=:,+@%");

bool IsOneOf(char c, const CharacterSet& set) {
    return set[static_cast<unsigned char>(c)];
}

bool HasAny(std::string_view text, const CharacterSet& set) {
    return std::any_of(text.begin(), text.end(), [&set](char c) { return IsOneOf(c, set); });
}

bool IsShellSafe(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || IsOneOf(c, kShellSafe);
}

std::string Prefix(std::string_view text, const CharacterSet& special, char escape) {
    std::string escaped;
    escaped.reserve(text.size());
    for (const char c : text) {
        if (IsOneOf(c, special)) escaped += escape;
        escaped += c;
    }
    return escaped;
}

}  // namespace

std::string_view UnwritablePart(std::string_view path) {
    if (HasAny(path, kLineBreaks)) return "a line break";
    return path.find('|') != std::string_view::npos ? "'|'" : "";
}

std::string WithoutLineBreaks(std::string_view text) {
    std::string shown(text);
    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return IsOneOf(c, kLineBreaks); }, ' ');
    return shown;
}

std::string EscapePath(std::string_view path) {
    if (!HasAny(path, kNotAsIsInPaths)) return std::string(path);
    if (const std::string_view what = UnwritablePart(path); !what.empty()) Refuse(path, what);
    return Prefix(path, kOfPaths, '$');
}

std::string EscapeValue(std::string_view value) {
    if (HasAny(value, kLineBreaks)) Refuse(value, "a line break");
    return Prefix(value, kOfValues, '$');
}

std::string ShellWord(std::string_view word) {
    if (!word.empty() && std::all_of(word.begin(), word.end(), IsShellSafe)) return std::string(word);
    std::string quoted = "'";
    for (const char c : word) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

std::string CommandWord(std::string_view word) {
    return EscapeValue(ShellWord(word));
}

std::string CommandWords(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += ' ';
        text += CommandWord(word);
    }
    return text;
}

std::string EscapeDepfilePath(std::string_view path) {
    if (HasAny(path, kLineBreaks)) Refuse(path, "a line break");
    std::string escaped;
    size_t backslashes = 0;  // just before `c`: in front of a blank they count double
    for (const char c : path) {
        if (c == ' ' || c == '\t') escaped.append(backslashes + 1, '\\');
        if (c == '#') escaped += '\\';
        if (c == '$') escaped += '$';
        escaped += c;
        backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    return escaped;
}

}  // namespace pto::gen
