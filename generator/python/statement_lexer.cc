#include "generator/python/statement_lexer.h"

#include <algorithm>
#include <utility>

#include "generator/python/python_lexer.h"

namespace pto::gen {
namespace {

PyToken::Kind KindOf(TokenKind kind) {
    switch (kind) {
        case TokenKind::kName:
            return PyToken::Kind::kName;
        case TokenKind::kInteger:
        case TokenKind::kFloat:
            return PyToken::Kind::kNumber;
        case TokenKind::kString:
        case TokenKind::kFormatString:
            return PyToken::Kind::kString;
        default:
            return PyToken::Kind::kOperator;
    }
}

// Bytes have no text, nor has what needs Python's tables of names.
std::optional<std::string> TextOf(const PythonSource& source, const Token& token) {
    const std::string_view prefix = token.text.substr(0, token.text.find_first_of("\"'"));
    if (token.kind != TokenKind::kString || prefix.find_first_of("bB") != std::string_view::npos) return std::nullopt;
    try {
        return DecodeString(source, token);
    } catch (const Error&) {
        return std::nullopt;
    }
}

int DepthChange(std::string_view text) {
    if (text == "(" || text == "[" || text == "{") return 1;
    return text == ")" || text == "]" || text == "}" ? -1 : 0;
}

std::vector<PyLine> LinesOf(const PythonSource& source) {
    PythonLexer lexer(source);
    std::vector<PyLine> lines;
    PyLine line;
    int brackets = 0;
    const auto end_line = [&](bool at_semicolon) {
        if (!line.tokens.empty()) lines.push_back(line);
        line.tokens.clear();
        line.joined = at_semicolon;
    };
    for (Token token = lexer.Next(); token.kind != TokenKind::kEnd; token = lexer.Next()) {
        if (token.kind == TokenKind::kIndent || token.kind == TokenKind::kDedent) {
            line.indent += token.kind == TokenKind::kIndent ? 1 : -1;
        } else if (token.kind == TokenKind::kNewline) {
            end_line(false);
        } else if (token.text == ";" && brackets == 0) {
            end_line(true);
        } else {
            brackets += DepthChange(token.text);
            line.tokens.push_back(
                {KindOf(token.kind), std::string(token.text), TextOf(source, token), token.position.line});
        }
    }
    return lines;
}

}  // namespace

std::string UnreadableText(std::string_view text) {
    if (text.empty()) return "";
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\0') return "there is a NUL byte";
        if (text[i] == '\r' && text.substr(i + 1, 1) != "\n") return "a line ends with a carriage return alone";
    }
    const std::string_view second = text.substr(std::min(text.find('\n'), text.size() - 1) + 1);
    const std::string_view head =
        text.substr(0, text.size() - second.size() + std::min(second.find('\n'), second.size()));
    if (head.find("coding:") == std::string_view::npos && head.find("coding=") == std::string_view::npos) return "";
    const bool utf8 = head.find("utf-8") != std::string_view::npos || head.find("utf8") != std::string_view::npos;
    return utf8 ? "" : "it is in another encoding than UTF-8";
}

std::optional<std::vector<PyLine>> LexPython(std::string_view text) {
    try {
        return LinesOf(PythonSource("", text));
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace pto::gen
