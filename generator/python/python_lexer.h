// Splits Python text into tokens, one at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "generator/python/python_source.h"

namespace pto::gen {

enum class TokenKind {
    kName,          // keywords too
    kInteger,       //
    kFloat,         // kept as text
    kString,        // with prefix and quotes; see DecodeString
    kFormatString,  // f"..."
    kOperator,      //
    kNewline,       // end of a logical line
    kIndent,
    kDedent,
    kEnd,
};

struct Token {
    TokenKind kind = TokenKind::kEnd;
    std::string_view text;  // into the source
    Position position;
};

class PythonLexer {
  public:
    // `source` must outlive the lexer and its tokens.
    explicit PythonLexer(const PythonSource& source) : source_(source), text_(source.text()) {}

    // kEnd for ever after the last token. Fails on characters, quotes and brackets that Python does not accept.
    Token Next();

  private:
    struct Bracket {
        char close;
        Position position;
    };

    Position Here() const;
    char Peek(size_t ahead = 0) const { return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0'; }
    void PassNewline();
    void SkipBlanks();
    bool StartLine(Token* token);
    Token Take(TokenKind kind, size_t length);
    Token TakeEnd();
    Token TakeNumber();
    Token TakeString(size_t prefix_length);
    Token TakeNameOrString();
    Token TakeOperator();
    void TrackBracket(const Token& token);

    const PythonSource& source_;
    std::string_view text_;
    size_t offset_ = 0;
    int line_ = 1;
    size_t line_start_ = 0;
    bool at_line_start_ = true;
    bool line_has_tokens_ = false;
    std::vector<int> indents_ = {0};
    int pending_dedents_ = 0;
    std::vector<Bracket> brackets_;
};

// The value of one string literal, escapes resolved, as UTF-8. Bytes literals are unsupported.
std::string DecodeString(const PythonSource& source, const Token& token);

// Decimal, 0x, 0o, 0b, with '_' between digits; fails when it needs more than 64 bits.
int64_t DecodeInteger(const PythonSource& source, const Token& token);

}  // namespace pto::gen
