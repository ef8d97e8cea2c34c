// The text of one Python file and the errors that point into it.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace pto::gen {

// Counted from 1, columns in bytes; line 0 means "no place in the text".
struct Position {
    int line = 0;
    int column = 0;
};

// Valid Python that lies outside the accepted subset, as opposed to a mistake in the file.
class UnsupportedConstruct : public Error {
  public:
    using Error::Error;
};

class PythonSource {
  public:
    // `file` is the name shown to the user. Line ends become "\n" and a byte order mark is dropped, as Python does it.
    // `otherwise` is what the user can do where the file is not understood, besides writing its values out.
    PythonSource(std::string file, std::string_view text, std::string otherwise = {});

    const std::string& file() const { return file_; }
    const std::string& otherwise() const { return otherwise_; }
    std::string_view text() const { return text_; }

    // Input error "file:line:col: what; remedy" with the source line and a caret. Without a remedy: to correct the
    // file, or `otherwise`.
    [[noreturn]] void Fail(Position position, std::string what, std::string remedy = {}) const;
    // "file:line:col: unsupported: construct; ..." as UnsupportedConstruct.
    [[noreturn]] void FailUnsupported(Position position, const std::string& construct) const;

  private:
    Place PlaceAt(Position position) const;

    std::string file_;
    std::string text_;
    std::string otherwise_;
};

// `text` in a form fit for a one-line message: control characters become '?', a long text is cut.
std::string Printable(std::string_view text);
// The same between single quotes.
std::string Quoted(std::string_view text);

}  // namespace pto::gen
