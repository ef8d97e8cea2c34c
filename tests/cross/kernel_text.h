// Cases -> the source of a kernel library. Pure.
#pragma once

#include <string>
#include <vector>

#include "tests/cross/case.h"

namespace pto::cross {

// A translation unit with one function for each case, in order:
//   extern "C" void cross_case_<i>(void* const* data, const unsigned* valid, const double* s)
// `data[k]` is the memory of operand k, copied into its tile before the call and out of it afterwards; a tensor lies
// there. `valid` is the valid shape of the run (rows, columns), then that of each operand.
std::string KernelText(const std::vector<Case>& cases);

}  // namespace pto::cross
