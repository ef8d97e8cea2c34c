#include "generator/python/python_format.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace pto::gen {
namespace {

bool IsPlainName(std::string_view name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.empty() && letter(name[0]) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::string_view BodyOf(std::string_view literal) {
    std::string_view body = literal.substr(literal.find_first_of("'\""));
    const size_t quotes = body.size() >= 6 && body[1] == body[0] && body[2] == body[0] ? 3 : 1;
    return body.substr(quotes, body.size() - 2 * quotes);
}

Expr Part(ExprKind kind, const Token& token, std::string_view text) {
    Expr part{kind, token.position};
    part.text = text;
    return part;
}

// Adds a character to the text that `parts` end with.
void AppendText(char c, const Token& token, std::vector<Expr>& parts) {
    if (parts.back().kind != ExprKind::kString) parts.push_back(Part(ExprKind::kString, token, ""));
    parts.back().text += c;
}

}  // namespace

std::optional<std::vector<Expr>> FormatParts(const Token& token) {
    const std::string_view body = BodyOf(token.text);
    if (body.find('\\') != std::string_view::npos) return std::nullopt;
    std::vector<Expr> parts = {Part(ExprKind::kString, token, "")};
    for (size_t at = 0; at < body.size(); ++at) {
        const char c = body[at];
        const bool brace = c == '{' || c == '}';
        if (!brace || (at + 1 < body.size() && body[at + 1] == c)) {
            AppendText(c, token, parts);
            if (brace) ++at;  // two stand for one
            continue;
        }
        const size_t close = c == '{' ? body.find('}', at) : std::string_view::npos;
        if (close == std::string_view::npos) return std::nullopt;
        const std::string_view name = body.substr(at + 1, close - at - 1);
        if (!IsPlainName(name)) return std::nullopt;
        parts.push_back(Part(ExprKind::kName, token, name));
        at = close;
    }
    return parts;
}

}  // namespace pto::gen
