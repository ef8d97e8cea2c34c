// Runs the plan of a distributed build on the embedded runtime: one thread per rank, each taking its dispatches in
// submit order and waiting for those of other ranks where the plan says so.
#pragma once

#include <memory>

#include "runtime/core/runner.h"

namespace pto::run {

// Throws an input Error for a plan that is missing or does not fit the manifest, a toolchain Error for a binary that
// does not load.
std::unique_ptr<Runner> CreateDistributedRunner(const Manifest& manifest, const Entry& entry,
                                                const RunnerOptions& options);

}  // namespace pto::run
