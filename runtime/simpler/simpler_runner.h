// The runtime 'simpler' as a Runner: loads a program through the user's adapter and runs it on one device.
#pragma once

#include <memory>

#include "runtime/core/runner.h"

namespace pto::run {

// A RunnerFactory for entries with a program (not a plan). The device is in use for as long as the runner lives.
std::unique_ptr<Runner> CreateSimplerRunner(const Manifest& manifest, const Entry& entry, const RunnerOptions& options);

}  // namespace pto::run
