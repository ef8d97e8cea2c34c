// The caller's arguments as the runtime takes them, and the outputs back into the caller's memory.
#pragma once

#include <vector>

#include "library/program_source.h"
#include "pto_ninja/tensor.h"
#include "runtime/core/runner.h"

namespace pto::lib {

// Copies; one per parameter, by position. Throws an input Error that names the directory, the parameter, what was given
// and what was expected.
std::vector<run::Argument> BindArguments(const ProgramImpl& program, const std::vector<Argument>& arguments);

// Copies Out and InOut values to where `arguments`, which were bound, point.
void StoreOutputs(const std::vector<run::Argument>& results, const std::vector<Argument>& arguments);

}  // namespace pto::lib
