#include "generator/splice/cpp_text.h"

#include <re2/re2.h>

#include <cctype>

#include "generator/splice/re2_view.h"

namespace pto::gen {

std::string CodeOnly(std::string_view text) {
    static const RE2 kNotCode(R"re(//[^\n]*|/\*(?s:.*?)\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')re");
    std::string code(text);
    re2::StringPiece found;
    for (size_t at = 0; kNotCode.Match(Piece(text), at, text.size(), RE2::UNANCHORED, &found, 1);) {
        const size_t start = static_cast<size_t>(found.data() - text.data());
        for (size_t i = start; i < start + found.size(); ++i) {
            if (code[i] != '\n') code[i] = ' ';
        }
        at = start + found.size();
    }
    return code;
}

size_t ClosingBracket(std::string_view code, size_t open, std::string_view brackets) {
    int depth = 0;
    for (size_t i = open; i < code.size(); ++i) {
        if (code[i] == brackets[0]) ++depth;
        if (code[i] == brackets[1] && --depth == 0) return i;
    }
    return code.npos;
}

bool SaysWord(std::string_view text, std::string_view word) {
    const auto in_name = [&](size_t i) {
        return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
    };
    for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        if (!(at > 0 && in_name(at - 1)) && !in_name(at + word.size())) return true;
    }
    return false;
}

}  // namespace pto::gen
