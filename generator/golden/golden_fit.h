// Which literals a tensor of a type holds as they are written.
#pragma once

#include "base/dtype.h"
#include "generator/golden/golden_source.h"

namespace pto::gen {

// False where torch would convert, complain or make the number infinite: all that is Python's business.
bool Fits(const PyNumber& number, const DType& dtype);

}  // namespace pto::gen
