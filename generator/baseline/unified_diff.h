// The lines in which two texts differ, as `diff -u` of diffutils finds and prints them.
#pragma once

#include <string>
#include <string_view>

namespace pto::gen {

// The hunks, without the names before them; empty for equal texts. Whatever the bytes are, they are taken for lines.
// Throws a toolchain Error where there is no such program or it fails.
std::string UnifiedHunks(std::string_view before, std::string_view after);

}  // namespace pto::gen
