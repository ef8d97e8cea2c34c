// Where the other program is.
#pragma once

#include <string>

namespace pto::run {

// Beside this program, else in PATH. Throws a toolchain Error where it is neither.
std::string FindPtoNinja();

}  // namespace pto::run
