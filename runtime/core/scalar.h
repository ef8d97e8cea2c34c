// Scalar parameters: how a value is written on the command line, read from a tensor file, and passed to a program.
//
// A program receives every scalar in one 64-bit slot: integers sign- or zero-extended, bool as 0 or 1, fp32 and, as
// PyPTO does, fp16 and bfloat16 as the bits of a C float in the low half, fp64 as the bits of a double.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/dtype.h"

namespace pto::run {

// False for types that have no value on the host, which cannot be passed by value.
bool CanBeScalar(const DType& dtype);

// Nothing when `text` is not a value of the type. Integers are decimal or, with 0x, hexadecimal.
std::optional<uint64_t> ScalarFromText(const DType& dtype, std::string_view text);

// Nothing when the element is not a value of `dtype`: out of range, or a real number for an integer.
std::optional<uint64_t> ScalarFromElement(const DType& dtype, const DType& stored, const void* element);

// "an integer from -128 to 127", "true or false", "a number".
std::string ScalarExpectation(const DType& dtype);

// The value in a slot, as it is shown to the user.
std::string ScalarText(const DType& dtype, uint64_t slot);

}  // namespace pto::run
