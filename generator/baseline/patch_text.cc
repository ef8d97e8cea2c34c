#include "generator/baseline/patch_text.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "base/text.h"
#include "generator/baseline/unified_diff.h"

namespace pto::gen {
namespace {

struct Colour {
    char sign;
    std::string_view parameters;  // SGR
};

// The colours of git: 'f' names a file, '@' begins a hunk.
constexpr Colour kColours[] = {{'f', "1"}, {'@', "36"}, {'-', "31"}, {'+', "32"}};

std::string Painted(std::string_view line, char sign, PatchStyle style) {
    const auto* colour = std::find_if(std::begin(kColours), std::end(kColours),
                                      [sign](const Colour& candidate) { return candidate.sign == sign; });
    if (style == PatchStyle::kPlain || colour == std::end(kColours)) return std::string(line);
    return "\033[" + std::string(colour->parameters) + "m" + std::string(line) + "\033[m";
}

bool IsBinary(std::string_view text) {
    return text.find('\0') != std::string_view::npos;
}

std::string FileName(const std::string& path) {
    const bool quoted = std::any_of(path.begin(), path.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '"' || c == '\\';
    });
    // Without the tab, a patch program would end the name at its first blank.
    if (!quoted) return path.find(' ') == std::string::npos ? path : path + "\t";
    std::string text = "\"";
    for (const char c : path) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            char octal[8];
            std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(c));
            text += octal;
        } else {
            if (c == '"' || c == '\\') text += '\\';
            text += c;
        }
    }
    return text + "\"";
}

void AddHunks(const std::string& hunks, PatchStyle style, Patch& patch) {
    for (const std::string_view line : ExactLines(hunks)) {
        const char sign = line.empty() ? ' ' : line.front();
        patch.text += Painted(line, sign, style) + "\n";
        if (sign == '+') ++patch.lines.added;
        if (sign == '-') ++patch.lines.removed;
    }
}

}  // namespace

Patch MakePatch(const FileChange& change, PatchStyle style) {
    Patch patch;
    const std::string compiled = change.compiled.value_or("");
    const std::string now = change.now.value_or("");
    const std::string old_name = change.compiled ? FileName("a/" + change.path) : "/dev/null";
    const std::string new_name = change.now ? FileName("b/" + change.path) : "/dev/null";
    if (IsBinary(compiled) || IsBinary(now)) {
        patch.lines.binary = true;
        patch.text = Painted("Binary files " + (change.compiled ? "a/" + change.path : old_name) + " and " +
                                 (change.now ? "b/" + change.path : new_name) + " differ",
                             'f', style) +
                     "\n";
        return patch;
    }
    patch.text = Painted("--- " + old_name, 'f', style) + "\n" + Painted("+++ " + new_name, 'f', style) + "\n";
    AddHunks(UnifiedHunks(compiled, now), style, patch);
    return patch;
}

}  // namespace pto::gen
