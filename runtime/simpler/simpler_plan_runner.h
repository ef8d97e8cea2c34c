// Runs the plan of a distributed build on the runtime 'simpler': one process per rank, since the runtime has one device
// per process. Storages lie in memory that all of them share; the runtime copies them to the device and back within
// each dispatch, as it does for PyPTO.
#pragma once

#include <memory>

#include "runtime/core/runner.h"

namespace pto::run {

// A RunnerFactory for entries with a plan. The devices are in use for as long as the runner lives.
std::unique_ptr<Runner> CreateSimplerPlanRunner(const Manifest& manifest, const Entry& entry,
                                                const RunnerOptions& options);

}  // namespace pto::run
