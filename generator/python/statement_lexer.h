// Python source cut into logical lines of tokens: enough to recognise the statements golden_writer emits and to compare
// two versions of a file without comments and layout. Not a checker: text that Python would refuse may pass.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

struct PyToken {
    enum class Kind { kName, kNumber, kString, kOperator };

    Kind kind = Kind::kOperator;
    std::string text;                  // as written, quotes and prefix included
    std::optional<std::string> value;  // of a plain string; none for f-strings, bytes and names of characters
    int line = 0;                      // from 1

    bool Is(std::string_view other) const { return kind != Kind::kString && text == other; }
};

// One statement; brackets and backslashes join physical lines, ';' ends one.
struct PyLine {
    int indent = 0;  // blocks that it stands in
    std::vector<PyToken> tokens;
    bool joined = false;  // by ';' to the line before, which may be the header of a body

    int line() const { return tokens.front().line; }
};

// What of the bytes Python reads otherwise than the lexer does: line ends (a carriage return alone is one), encodings
// that a comment at the top declares, NUL; empty: nothing.
std::string UnreadableText(std::string_view text);

// Lines without tokens are left out. Nothing when a string or bracket is not closed, a block is indented by halves or a
// character is none of Python's.
std::optional<std::vector<PyLine>> LexPython(std::string_view text);

}  // namespace pto::gen
