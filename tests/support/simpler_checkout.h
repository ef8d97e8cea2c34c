// The toolchain that a probe would find in the made-up checkout.
#pragma once

#include <string>

#include "generator/toolchain/toolchain.h"
#include "tests/support/simpler_files.h"

namespace pto::gen {

// After WriteSimplerCheckout: g++-15 for kernels and g++ on a simulator, the toolkit's compilers for a device.
Toolchain CheckoutToolchain(const test::TempSpace& space, const std::string& platform, const std::string& runtime);

}  // namespace pto::gen
