// A made-up checkout of the runtime with a PTO-ISA and an Ascend toolkit beside it: the files and directories that the
// generator looks for, and next to nothing in them.
#pragma once

#include <string>

#include "tests/support/temp_space.h"

namespace pto::test {

inline constexpr char kPinOfCheckout[] = "cd4a3d3f7a1a27fcfe536f617e9bca3008929664";

// Below `space`: "simpler" with runtimes for both architectures and the libraries that they are built into,
// "simpler/build/pto-isa", "ascend" with programs that only tell their version.
void WriteSimplerCheckout(const TempSpace& space);

}  // namespace pto::test
