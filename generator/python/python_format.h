// f-strings as BUILD_CONFIG has them: f"{SHARED}/host".
#pragma once

#include <optional>
#include <vector>

#include "generator/python/python_lexer.h"
#include "generator/python/python_syntax.h"

namespace pto::gen {

// The texts and names that one f-string consists of, in order: kString and kName, at least one. Nothing where its
// braces have more in them than a name, or where a backslash makes a difference.
std::optional<std::vector<Expr>> FormatParts(const Token& token);

}  // namespace pto::gen
