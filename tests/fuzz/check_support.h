// Shared by the checks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace pto::fuzz {

// Empty for a refusal that a user can act on: input kind, one short line without control characters, and, where `text`
// is given, a place inside it. Otherwise what is wrong with it.
std::string RefusalProblem(const Error& error);
std::string RefusalProblem(const Error& error, std::string_view text);

// Whether a text can stand in a message: no control character but tab, no megabytes.
bool IsOneLine(std::string_view text);

// Parts of an input that stands for several files: cut at each line that is `=====`. Always `count` of them.
std::vector<std::string> Sections(std::string_view input, size_t count);

// "found A instead of B", both cut to what one can read.
std::string Difference(std::string_view what, std::string_view found, std::string_view expected);

}  // namespace pto::fuzz
