// Which runner executes an entry: a table from the manifest's runtime to a factory.
#pragma once

#include "runtime/core/runner.h"

namespace pto::run {

// A RunnerFactory. Throws a toolchain Error for a runtime that this program cannot use for the entry.
std::unique_ptr<Runner> CreateRunner(const Manifest& manifest, const Entry& entry, const RunnerOptions& options);

}  // namespace pto::run
