// The one way our programs talk: "program: error: ...", coloured only on a terminal without NO_COLOR.
#pragma once

#include <string>
#include <string_view>

namespace pto {

enum class Severity { kError, kWarning, kNote, kBug };

// The line of a message, with its line ending. `program` is "pto-ninja" or "pto-replay".
std::string MessageText(std::string_view program, Severity severity, std::string_view text, bool coloured);

// A message on stderr. One call is one write, so that lines of parallel tools do not mix.
void Print(std::string_view program, Severity severity, std::string_view text);

// All of `text`, as it is. What stdout does not take is remembered for EndOutput; on stderr there is nobody to tell.
void WriteText(int descriptor, std::string_view text);

// For the start of a program: gives a descriptor of stdin, stdout and stderr that is closed something that cannot be
// read or written, so that no file opened later takes its place.
void OpenStandardStreams();

// For the end of a program that would exit with `exit_code`: the code to exit with. When something that was written on
// stdout got lost, here or through stdio, success becomes 3 and stderr says so; a reader that has gone (`| head -1`) is
// no loss.
int EndOutput(std::string_view program, int exit_code);

// Whether `descriptor` (1 stdout, 2 stderr) is a terminal that can take a line back.
bool IsTerminal(int descriptor);
// Whether it may get colours too.
bool UsesColour(int descriptor);

}  // namespace pto
