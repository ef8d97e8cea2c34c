// Reads C++ that a program has printed, by its brackets and names. Pure.
#pragma once

#include <string>
#include <string_view>

namespace pto::gen {

// Comments, strings and character literals blanked out, so that offsets and lines stay.
std::string CodeOnly(std::string_view text);

// Offset of the bracket that closes the one at `open`, whose kinds are `brackets[0]` and `brackets[1]`; npos when there
// is none. Other kinds do not count.
size_t ClosingBracket(std::string_view code, size_t open, std::string_view brackets);

// Whether `word` stands in the text as a name of its own. Names are ASCII.
bool SaysWord(std::string_view text, std::string_view word);

}  // namespace pto::gen
