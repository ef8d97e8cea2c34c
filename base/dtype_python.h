// The element types as a table for our Python programs, so that a type is one row in one place.
#pragma once

#include <string>

namespace pto {

// "DTYPE_ROWS = (..)": one tuple for each type with its name, bytes of one element, format of Python's struct module
// ("bf16" has none and is told apart; empty: carried as bytes), torch's name, safetensors' and the runtime's code, -1
// for none.
std::string DTypesPython();

}  // namespace pto
