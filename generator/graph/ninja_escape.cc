#include "generator/graph/ninja_escape.h"

#include <algorithm>
#include <cctype>

#include "base/error.h"

namespace pto::gen {
namespace {

[[noreturn]] void Refuse(std::string_view text, std::string_view what) {
    std::string shown(text);
    std::replace(shown.begin(), shown.end(), '\n', ' ');
    std::replace(shown.begin(), shown.end(), '\r', ' ');
    throw Error(ErrorKind::kInput, "'" + shown + "' contains " + std::string(what) + ", which a ninja file cannot hold",
                "rename the file");
}

// A loop: find() is a call for each character, and generation escapes megabytes.
bool IsOneOf(char c, std::string_view characters) {
    return std::any_of(characters.begin(), characters.end(), [c](char other) { return c == other; });
}

bool IsShellSafe(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || IsOneOf(c, "_-./=:,+@%");
}

void RefuseAny(std::string_view text, std::string_view characters, std::string_view what) {
    if (std::any_of(text.begin(), text.end(), [&](char c) { return IsOneOf(c, characters); })) Refuse(text, what);
}

std::string Prefix(std::string_view text, std::string_view special, char escape) {
    std::string escaped;
    escaped.reserve(text.size());
    for (const char c : text) {
        if (IsOneOf(c, special)) escaped += escape;
        escaped += c;
    }
    return escaped;
}

}  // namespace

std::string EscapePath(std::string_view path) {
    RefuseAny(path, "\n\r", "a line break");
    RefuseAny(path, "|", "'|'");
    return Prefix(path, "$ :", '$');
}

std::string EscapeValue(std::string_view value) {
    RefuseAny(value, "\n\r", "a line break");
    return Prefix(value, "$", '$');
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
    RefuseAny(path, "\n\r", "a line break");
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
