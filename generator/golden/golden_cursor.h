// Walking the tokens of one golden.py statement, and the literals it may hold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "generator/golden/golden_source.h"
#include "generator/python/statement_lexer.h"

namespace pto::gen {

// Thrown by the parsers below and caught where a file is parsed; never leaves this program's golden reader.
struct Obstacle {
    int line = 0;
    std::string what;
};

// Walks the tokens of one statement.
class TokenCursor {
  public:
    TokenCursor(const PyLine& line, size_t start) : line_(line), at_(start) {}

    int line() const { return at_ < line_.tokens.size() ? line_.tokens[at_].line : line_.tokens.back().line; }
    bool AtEnd() const { return at_ == line_.tokens.size(); }
    const PyToken* Peek() const { return AtEnd() ? nullptr : &line_.tokens[at_]; }
    bool Accept(std::string_view text);
    void Expect(std::string_view text);
    void ExpectEnd() const;
    std::string Name();
    std::string String();
    [[noreturn]] void Fail(const std::string& what) const;

  private:
    const PyLine& line_;
    size_t at_;
};

// A literal number with an optional sign, True or False.
PyNumber ParseNumber(TokenCursor& cursor);
// ["a", "b"] or ("a", "b").
std::vector<std::string> ParseStringList(TokenCursor& cursor);

}  // namespace pto::gen
