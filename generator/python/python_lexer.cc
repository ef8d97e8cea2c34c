#include "generator/python/python_lexer.h"

#include <algorithm>
#include <cctype>

namespace pto::gen {
namespace {

// Longest first, so that the first match is the right one.
constexpr std::string_view kOperators[] = {
    "**=", "//=", ">>=", "<<=", "...", "**", "//", "==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=",
    "/=",  "%=",  "@=",  "&=",  "|=",  "^=", "<<", ">>", "+",  "-",  "*",  "/",  "%",  "@",  "&",  "|",
    "^",   "~",   "<",   ">",   "(",   ")",  "[",  "]",  "{",  "}",  ",",  ":",  ".",  ";",  "=",
};

bool IsNameStart(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalpha(byte) != 0 || c == '_' || byte >= 0x80;
}

bool IsDigit(char c) {
    return c >= '0' && c <= '9';
}
bool IsNamePart(char c) {
    return IsNameStart(c) || IsDigit(c);
}
bool IsQuote(char c) {
    return c == '"' || c == '\'';
}

bool IsStringPrefix(std::string_view word) {
    return word.size() <= 2 && std::all_of(word.begin(), word.end(), [](char c) {
               return std::string_view("rRbBuUfF").find(c) != std::string_view::npos;
           });
}

}  // namespace

Position PythonLexer::Here() const {
    return {line_, static_cast<int>(offset_ - line_start_) + 1};
}

void PythonLexer::PassNewline() {
    ++offset_;
    ++line_;
    line_start_ = offset_;
}

// Blanks, comments, continued lines and, inside brackets, line ends.
void PythonLexer::SkipBlanks() {
    for (;;) {
        const char c = Peek();
        if (offset_ >= text_.size()) return;
        if (c == ' ' || c == '\t' || c == '\f') {
            ++offset_;
        } else if (c == '#') {
            offset_ = std::min(text_.find('\n', offset_), text_.size());
        } else if (c == '\\' && Peek(1) == '\n') {
            ++offset_;
            PassNewline();
        } else if (c == '\n' && (!brackets_.empty() || !line_has_tokens_)) {
            PassNewline();
            if (brackets_.empty()) at_line_start_ = true;
            if (at_line_start_) return;
        } else {
            return;
        }
    }
}

// Compares the indentation of a new logical line with the open blocks. Returns whether `token` was filled.
bool PythonLexer::StartLine(Token* token) {
    int width = 0;
    for (; Peek() == ' ' || Peek() == '\t' || Peek() == '\f'; ++offset_) {
        if (Peek() == '\f') {
            width = 0;
        } else {
            width = Peek() == '\t' ? (width / 8 + 1) * 8 : width + 1;
        }
    }
    if (Peek() == '\n' || Peek() == '#' || offset_ >= text_.size()) return false;  // a line without code
    at_line_start_ = false;
    if (width > indents_.back()) {
        indents_.push_back(width);
        *token = Take(TokenKind::kIndent, 0);
        return true;
    }
    while (width < indents_.back()) {
        indents_.pop_back();
        ++pending_dedents_;
    }
    if (width != indents_.back()) source_.Fail(Here(), "this indentation matches no enclosing block");
    return false;
}

Token PythonLexer::Take(TokenKind kind, size_t length) {
    Token token{kind, text_.substr(offset_, length), Here()};
    offset_ += length;
    line_has_tokens_ = kind != TokenKind::kNewline && (line_has_tokens_ || length > 0);
    return token;
}

Token PythonLexer::TakeEnd() {
    if (!brackets_.empty()) {
        const char open = brackets_.back().close == ')' ? '(' : brackets_.back().close == ']' ? '[' : '{';
        source_.Fail(brackets_.back().position, std::string("'") + open + "' is never closed");
    }
    if (line_has_tokens_) return Take(TokenKind::kNewline, 0);
    if (indents_.size() > 1) {
        indents_.pop_back();
        return Take(TokenKind::kDedent, 0);
    }
    return Take(TokenKind::kEnd, 0);
}

Token PythonLexer::Next() {
    for (;;) {
        if (pending_dedents_ > 0) {
            --pending_dedents_;
            return Take(TokenKind::kDedent, 0);
        }
        Token token;
        if (at_line_start_ && brackets_.empty()) {
            if (StartLine(&token)) return token;
            if (pending_dedents_ > 0) continue;
        }
        SkipBlanks();
        if (offset_ >= text_.size()) return TakeEnd();
        if (at_line_start_ && brackets_.empty()) continue;
        const char c = Peek();
        if (c == '\n') {
            token = Take(TokenKind::kNewline, 0);
            PassNewline();
            at_line_start_ = true;
            return token;
        }
        if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)))) return TakeNumber();
        if (IsQuote(c)) return TakeString(0);
        if (IsNameStart(c)) return TakeNameOrString();
        return TakeOperator();
    }
}

Token PythonLexer::TakeNumber() {
    const bool prefixed =
        Peek() == '0' && Peek(1) != '\0' && std::string_view("xXoObB").find(Peek(1)) != std::string_view::npos;
    bool is_float = false;
    size_t length = 0;
    for (;; ++length) {
        const char c = Peek(length);
        if (c == '.' && !prefixed) {
            is_float = true;
        } else if ((c == 'e' || c == 'E') && !prefixed) {
            is_float = true;
            if (Peek(length + 1) == '+' || Peek(length + 1) == '-') ++length;
        } else if (!IsNamePart(c)) {
            break;
        }
    }
    return Take(is_float ? TokenKind::kFloat : TokenKind::kInteger, length);
}

Token PythonLexer::TakeNameOrString() {
    size_t length = 0;
    while (IsNamePart(Peek(length))) ++length;
    if (IsQuote(Peek(length)) && IsStringPrefix(text_.substr(offset_, length))) return TakeString(length);
    return Take(TokenKind::kName, length);
}

Token PythonLexer::TakeString(size_t prefix_length) {
    const Position start = Here();
    const size_t begin = offset_;
    const std::string_view prefix = text_.substr(offset_, prefix_length);
    const bool format = prefix.find_first_of("fF") != std::string_view::npos;
    offset_ += prefix_length;
    const char quote = Peek();
    const bool triple = Peek(1) == quote && Peek(2) == quote;
    offset_ += triple ? 3 : 1;
    for (;;) {
        const char c = Peek();
        if (offset_ >= text_.size() || (c == '\n' && !triple)) source_.Fail(start, "string is never closed");
        if (c == '\\' && offset_ + 1 < text_.size()) ++offset_;
        if (Peek() == '\n') {
            PassNewline();
            continue;
        }
        const bool closes = c == quote && (!triple || (Peek(1) == quote && Peek(2) == quote));
        offset_ += closes && triple ? 3 : 1;
        if (closes) break;
    }
    line_has_tokens_ = true;
    return {format ? TokenKind::kFormatString : TokenKind::kString, text_.substr(begin, offset_ - begin), start};
}

Token PythonLexer::TakeOperator() {
    constexpr std::string_view kAlwaysAlone = "()[]{},;~";  // most operators of a real file
    if (kAlwaysAlone.find(Peek()) != std::string_view::npos) {
        const Token token = Take(TokenKind::kOperator, 1);
        TrackBracket(token);
        return token;
    }
    for (const std::string_view candidate : kOperators) {
        if (text_.substr(offset_, candidate.size()) != candidate) continue;
        const Token token = Take(TokenKind::kOperator, candidate.size());
        TrackBracket(token);
        return token;
    }
    source_.Fail(Here(), "unexpected character '" + Printable(text_.substr(offset_, 1)) + "'");
}

void PythonLexer::TrackBracket(const Token& token) {
    const char c = token.text[0];
    if (token.text.size() != 1) return;
    if (c == '(') brackets_.push_back({')', token.position});
    if (c == '[') brackets_.push_back({']', token.position});
    if (c == '{') brackets_.push_back({'}', token.position});
    if (c != ')' && c != ']' && c != '}') return;
    if (brackets_.empty()) source_.Fail(token.position, std::string("'") + c + "' closes nothing");
    if (brackets_.back().close != c) {
        source_.Fail(token.position, std::string("found '") + c + "', expected '" + brackets_.back().close +
                                         "' for the bracket opened in line " +
                                         std::to_string(brackets_.back().position.line));
    }
    brackets_.pop_back();
}

}  // namespace pto::gen
