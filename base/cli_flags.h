// The flags that a CLI11 parser was given, as records.
#pragma once

#include <vector>

#include "base/program_help.h"

namespace CLI {
class App;
}

namespace pto {

// In the order of declaration, without those that are hidden (an empty group) and without positional arguments. The
// type name of an option is "VALUE", or "VALUE:choice|choice".
std::vector<FlagHelp> FlagsOfParser(const CLI::App& app);

}  // namespace pto
