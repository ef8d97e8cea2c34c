// Names that changed between generations, and how they are put into a text. Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/translator/generation.h"

namespace pto::test {

using Renames = std::vector<std::pair<std::string, std::string>>;  // old -> new

// Of headers and names in orchestrations and wrappers, the tensor descriptor included.
Renames RenamesOf(const Generation& generation);

// Every old name that stands in the text as a word of its own becomes the new one. What has been renamed is not looked
// at again, so that a new name may be another's old one.
std::string WithNames(std::string_view text, const Renames& renames);

// Whether `word` stands in the text as a word of its own.
bool HasWord(std::string_view text, std::string_view word);

}  // namespace pto::test
