// The one splitter of what a variable holds as words of a command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto {

// Words as a POSIX shell splits them: blanks, '..', "..", backslash; nothing is expanded. Throws a usage Error that
// starts with `origin` for an unfinished quote.
std::vector<std::string> SplitShellWords(std::string_view text, const std::string& origin);

}  // namespace pto
