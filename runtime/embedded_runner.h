// The embedded runtime as a Runner: dlopens the binaries of an entry and executes them on host threads.
#pragma once

#include "runtime/runner.h"

namespace pto::run {

// A RunnerFactory for entries with a program (not a plan).
std::unique_ptr<Runner> CreateEmbeddedRunner(const Manifest& manifest, const Entry& entry,
                                             const RunnerOptions& options);

}  // namespace pto::run
