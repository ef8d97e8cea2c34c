// The ptoas units of a program: which .pto files it has and which functions they define.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "generator/config/folder.h"
#include "generator/config/model.h"

namespace pto::gen {

struct PtoFunction {
    std::string name;
    int line = 0;
};

// Public functions ("func.func @name(") of a .pto text, in order. Private ones are helpers and never kernels.
std::vector<PtoFunction> FindPtoFunctions(std::string_view text);
std::vector<std::string> PtoFunctionNames(std::string_view text);

// Units of <root>/<program_directory>/ptoas, sorted by name; none where there is no such directory.
std::vector<Unit> LoadUnits(const Folder& folder, const std::string& program_directory);

// Throws an input Error that names both units when two of them define a function that has a kernel source: the splice
// could not know whose body it is.
void CheckUnits(const Folder& folder, const std::string& program_directory, const std::vector<Unit>& units);

}  // namespace pto::gen
