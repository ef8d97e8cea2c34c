// Arguments that no file gives: scalars from the command line, tensors of the parameters' shapes with made-up values.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "runtime/inputs/inputs.h"

namespace pto::run {

// The value that --scalar gives; throws an Error that names the parameter when there is none or it does not fit.
// `sidecar` is the file that has the parameters, for messages.
Argument ScalarArgument(const std::string& sidecar, const Param& param, const InputOptions& options);

// The shape of a tensor that has to be allocated. Parameters with dynamic dimensions that nobody gave a size for are
// added to `assumed`. Of an NZ parameter it is the logical shape, [R, C] or [B, R, C]. Throws a usage Error for a
// --shape that does not fit, and for sizes that no memory holds.
std::vector<int64_t> AllocatedShape(const Param& param, const InputOptions& options, std::set<std::string>& assumed);

// Zeros; throws an input Error for a type that cannot be allocated, and a toolchain Error where memory is short.
Tensor AllocateOutput(const std::string& sidecar, const Param& param, const std::vector<int64_t>& shape);

// All arguments of an entry, see InputOrigin::kMadeUp. Throws an input Error when its parameters are not known.
Inputs MakeUpInputs(const Manifest& manifest, const Entry& entry, const InputOptions& options);

}  // namespace pto::run
