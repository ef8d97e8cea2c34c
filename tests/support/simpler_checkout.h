// A made-up checkout of the runtime with a PTO-ISA and an Ascend toolkit beside it: the files and directories that the
// generator looks for, and nothing in them.
#pragma once

#include <string>

#include "generator/toolchain/toolchain.h"
#include "tests/support/temp_space.h"

namespace pto::gen {

inline constexpr char kPinOfCheckout[] = "cd4a3d3f7a1a27fcfe536f617e9bca3008929664";

// Below `space`: "simpler" with runtimes for both architectures, "simpler/build/pto-isa", "ascend".
void WriteSimplerCheckout(const test::TempSpace& space);

// What the probe would find there: g++-15 for kernels and g++ on a simulator, the toolkit's compilers for a device.
Toolchain CheckoutToolchain(const test::TempSpace& space, const std::string& platform, const std::string& runtime);

}  // namespace pto::gen
