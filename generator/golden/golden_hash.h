// What of a golden.py its expected values depend on, as a hash.
#pragma once

#include <string>
#include <vector>

#include "generator/python/statement_lexer.h"

namespace pto::gen {

// Over all tokens but those of docstrings, and of __outputs__, RTOL and ATOL as far as nothing else uses these.
std::string HashReference(const std::vector<PyLine>& lines);

}  // namespace pto::gen
