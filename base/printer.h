// The one way our programs talk on stderr: "program: error: ...", coloured only on a terminal without NO_COLOR.
#pragma once

#include <string>
#include <string_view>

namespace pto {

enum class Severity { kError, kWarning, kNote, kBug };

// `program` is "pto-ninja" or "pto-replay". One call is one write, so that lines of parallel tools do not mix.
void Print(std::string_view program, Severity severity, std::string_view text);

// Whether `descriptor` (1 stdout, 2 stderr) may get colours.
bool UsesColour(int descriptor);

}  // namespace pto
