// Make-style dependency files as GCC and Clang write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

// The prerequisites of the first rule, unescaped, in their order; empty when the text holds no rule.
std::vector<std::string> ParseDepfile(std::string_view text);

// Whether ninja's own depfile reader gives this path back. It breaks words at quotes, '&' and others, and the pieces,
// being no files, would have the target made again on every run.
bool NinjaReadsPath(std::string_view path);

// "TARGET: PREREQUISITE..." with everything escaped. Prerequisites that ninja cannot read are left out: whoever needs
// them must notice their changes in another way.
std::string DepfileText(const std::string& target, const std::vector<std::string>& prerequisites);

}  // namespace pto::gen
