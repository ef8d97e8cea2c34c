// `pto-replay DIR` by hand brings the directory up to date before it runs it, as `ninja replay` does.
#pragma once

#include "runtime/options.h"

namespace pto::run {

// Runs ninja's target `ready`, its output shown as it comes. Throws an input Error when the directory has no
// build.ninja, a toolchain Error when ninja is missing or the build fails.
void BuildFirst(const Options& options, const Environment& environment);

}  // namespace pto::run
