// Fits values to the parameters of an entry, whatever file they come from; every misfit is one error.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"

namespace pto::run {

// A value that is to become an argument. A scalar is a rank-0 tensor marked as one, or any rank-0 tensor where a scalar
// is expected.
struct InputValue {
    Tensor tensor;
    bool is_scalar = false;
};

// Where values come from, as messages name it.
struct InputSource {
    std::string file;        // golden.py, or the .safetensors of the user
    std::string supplier;    // "generate_inputs gives", "the file has"
    std::string where;       // "in generate_inputs": where a value that does not fit can be mended
    bool in_blocks = false;  // tensors may have the sidecar's shape where that is not the one that callers give
};

// One argument per parameter, by position; throws an input Error for a wrong count, order, kind, type or shape, each
// with what to do about it.
std::vector<Argument> BindByPosition(const std::vector<Param>& params, std::vector<InputValue> values,
                                     const InputSource& source);

// The same for one value; `position` counts from 0.
Argument BindValue(const Param& param, InputValue value, size_t position, const InputSource& source);

// Without a sidecar: the values as they are. Directions come from `signature` (tensors only, in order) where it fits,
// otherwise every tensor is InOut.
std::vector<Argument> BindUnchecked(std::vector<InputValue> values, const std::vector<std::string>& signature);

// Whether a tensor of this shape can be passed: of an NZ parameter it is the logical shape.
bool ShapeFits(const Param& param, const std::vector<int64_t>& shape);

// "fp32 [?, 64]", "scalar int64", "fp16 [32, 64] (in NZ blocks [1, 4, 2, 16, 16])": what a parameter takes.
std::string ParamTypeText(const Param& param);

// " (in NZ blocks [1, 3, 2, 16, 16])": what messages say behind the shape that an NZ parameter was given; empty for
// others.
std::string BlocksText(const Param& param, const std::vector<int64_t>& shape);

}  // namespace pto::run
