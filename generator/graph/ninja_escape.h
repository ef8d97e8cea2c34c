// One function for each place where text enters a ninja file. What ninja cannot say is refused with an input Error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

// What of a path no ninja file can hold, in words: "a line break", "'|'". Empty when there is nothing.
std::string_view UnwritablePart(std::string_view path);

// For messages of one line: blanks in their place.
std::string WithoutLineBreaks(std::string_view text);

// A path in a build statement: "$", " " and ":" are escaped; newline, carriage return and '|' do not exist there.
std::string EscapePath(std::string_view path);

// Data inside a variable's value: "$" only. A newline is refused.
std::string EscapeValue(std::string_view value);

// One word for /bin/sh, quoted only when it has to be.
std::string ShellWord(std::string_view word);

// ShellWord and then EscapeValue: an argument inside a rule's command.
std::string CommandWord(std::string_view word);
std::string CommandWords(const std::vector<std::string>& words);

// A target or prerequisite in a make-style depfile, as GCC writes it.
std::string EscapeDepfilePath(std::string_view path);

}  // namespace pto::gen
