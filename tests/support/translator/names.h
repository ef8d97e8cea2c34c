// Names that changed between generations, and how they are put into a text. Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/translator/generation.h"

namespace pto::test {

using Renames = std::vector<std::pair<std::string, std::string>>;  // old -> new

// Headers and names, by the table of upstream/names.h: what had ended when the generation began, and what the
// generation writes in its place.
Renames RenamesOf(const PyptoGeneration& generation);

// What had ended by then and was replaced by nothing.
std::vector<std::string> NamesThatEnded(const PyptoGeneration& generation);

// What orchestrations and wrappers call the 128-byte tensor.
std::string DescriptorOf(const PyptoGeneration& generation);

// Every old name that stands in the text as a word of its own becomes the new one. What has been renamed is not looked
// at again, so that a new name may be another's old one.
std::string WithNames(std::string_view text, const Renames& renames);

// Whether `word` stands in the text as a word of its own.
bool HasWord(std::string_view text, std::string_view word);

}  // namespace pto::test
