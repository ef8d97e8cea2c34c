// Whether two memories hold the same elements.
#pragma once

#include <cstddef>
#include <string>

#include "tests/cross/random_values.h"

namespace pto::cross {

// Empty, or what differs: how many elements, and the first of them on both sides. NaN is NaN whatever its bits, since
// which operand's a processor passes on depends on how the compiler orders them. `ulps`: by how many units in the last
// place floats may differ.
std::string Difference(const Element& element, const void* embedded, const void* pto_isa, size_t count, int ulps);

}  // namespace pto::cross
