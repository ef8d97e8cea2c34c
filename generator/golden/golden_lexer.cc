#include "generator/golden/golden_lexer.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace pto::gen {
namespace {

// Longest first; all others are one character.
constexpr std::string_view kOperators[] = {"**=", "//=", ">>=", "<<=", "...", "!=", "==", "<=", ">=", "->", ":=", "+=",
                                           "-=",  "*=",  "/=",  "%=",  "&=",  "|=", "^=", "@=", "**", "//", "<<", ">>"};

// Bytes of identifiers beyond ASCII count as letters.
bool IsNameStart(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}
bool IsDigit(char c) {
    return c >= '0' && c <= '9';
}
bool IsNamePart(char c) {
    return IsNameStart(c) || IsDigit(c);
}

// Prefixes that leave the value of a string as it stands.
bool IsTextPrefix(std::string_view prefix) {
    return std::all_of(prefix.begin(), prefix.end(),
                       [](char c) { return c == 'r' || c == 'R' || c == 'u' || c == 'U'; });
}
bool IsStringPrefix(std::string_view prefix) {
    return prefix.size() <= 2 && std::all_of(prefix.begin(), prefix.end(), [](char c) {
               return std::string_view("rRuUbBfF").find(c) != std::string_view::npos;
           });
}

std::optional<std::string> Unescape(std::string_view body) {
    static constexpr std::pair<char, char> kEscapes[] = {
        {'\\', '\\'}, {'\'', '\''}, {'"', '"'}, {'n', '\n'}, {'t', '\t'}};
    std::string value;
    for (size_t i = 0; i < body.size(); ++i) {
        if (body[i] != '\\') {
            value += body[i];
            continue;
        }
        const char next = i + 1 < body.size() ? body[++i] : '\0';
        const auto* escape =
            std::find_if(std::begin(kEscapes), std::end(kEscapes), [next](auto e) { return e.first == next; });
        if (escape == std::end(kEscapes)) return std::nullopt;
        value += escape->second;
    }
    return value;
}

class Lexer {
  public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::optional<std::vector<PyLine>> Run() {
        MeasureIndent();
        while (at_ < text_.size()) {
            if (!Next()) return std::nullopt;
        }
        if (depth_ != 0) return std::nullopt;
        EndLine();
        return std::move(lines_);
    }

  private:
    bool Next() {
        const char c = text_[at_];
        if (c == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (c == '\n') {
            Newline();
        } else if (c == '\\' && text_.substr(at_ + 1, 1) == "\n") {
            at_ += 2;
            ++line_;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
            ++at_;
        } else if (IsNameStart(c) || c == '"' || c == '\'') {
            return NameOrString();
        } else if (IsDigit(c) || (c == '.' && at_ + 1 < text_.size() && IsDigit(text_[at_ + 1]))) {
            Number();
        } else {
            Operator();
        }
        return true;
    }

    void Newline() {
        ++at_;
        ++line_;
        if (depth_ > 0) return;
        EndLine();
        MeasureIndent();
    }
    void MeasureIndent() {
        indent_ = 0;
        for (; at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'); ++at_) {
            indent_ = text_[at_] == ' ' ? indent_ + 1 : (indent_ / 8 + 1) * 8;
        }
    }
    // `at_semicolon`: the next one is joined to this one.
    void EndLine(bool at_semicolon = false) {
        if (!tokens_.empty()) lines_.push_back({indent_, std::exchange(tokens_, {}), joined_});
        joined_ = at_semicolon;
    }
    void Push(PyToken::Kind kind, size_t start, std::optional<std::string> value = {}) {
        tokens_.push_back({kind, std::string(text_.substr(start, at_ - start)), std::move(value), line_});
    }

    bool NameOrString() {
        const size_t start = at_;
        while (at_ < text_.size() && IsNamePart(text_[at_])) ++at_;
        const std::string_view word = text_.substr(start, at_ - start);
        const bool quoted = at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'');
        if (quoted && IsStringPrefix(word)) return String(start, word);
        Push(PyToken::Kind::kName, start);
        return true;
    }

    bool String(size_t start, std::string_view prefix) {
        const char quote = text_[at_];
        const std::string triple(3, quote);
        const bool is_triple = text_.substr(at_, 3) == triple;
        const std::string_view end = is_triple ? std::string_view(triple) : std::string_view(triple).substr(0, 1);
        const int first_line = line_;
        const size_t body = at_ + end.size();
        at_ = body;
        while (text_.substr(at_, end.size()) != end) {
            if (at_ >= text_.size() || (text_[at_] == '\n' && !is_triple)) return false;
            const size_t step = text_[at_] == '\\' ? 2 : 1;
            line_ += static_cast<int>(
                std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                           text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_ + step, text_.size())), '\n'));
            at_ = std::min(at_ + step, text_.size());
        }
        const std::string_view content = text_.substr(body, at_ - body);
        at_ += end.size();
        std::optional<std::string> value;
        if (IsTextPrefix(prefix)) {
            const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
            value = raw ? std::string(content) : Unescape(content);
        }
        Push(PyToken::Kind::kString, start, std::move(value));
        tokens_.back().line = first_line;
        return true;
    }

    void Number() {
        const size_t start = at_;
        const bool hexadecimal = text_.substr(at_, 2) == "0x" || text_.substr(at_, 2) == "0X";
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const char before = at_ > start ? text_[at_ - 1] : '\0';
            const bool exponent_sign = !hexadecimal && (c == '-' || c == '+') && (before == 'e' || before == 'E');
            if (!IsNamePart(c) && c != '.' && !exponent_sign) break;
            ++at_;
        }
        Push(PyToken::Kind::kNumber, start);
    }

    void Operator() {
        const size_t start = at_;
        const auto* found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                         [&](std::string_view op) { return text_.substr(at_).starts_with(op); });
        at_ += found != std::end(kOperators) ? found->size() : 1;
        const char c = text_[start];
        if (c == '(' || c == '[' || c == '{') ++depth_;
        if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
        if (c == ';' && depth_ == 0) return EndLine(true);
        Push(PyToken::Kind::kOperator, start);
    }

    std::string_view text_;
    size_t at_ = 0;
    int line_ = 1;
    int indent_ = 0;
    int depth_ = 0;  // of open brackets
    bool joined_ = false;
    std::vector<PyToken> tokens_;
    std::vector<PyLine> lines_;
};

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
    return Lexer(text).Run();
}

}  // namespace pto::gen
