// The runtime 'pypto': an installed PyPTO runs what ninja has built. For what only PyPTO can (Python sub-workers), and
// as a cross-check of the others.
#pragma once

#include "runtime/core/runner.h"
#include "runtime/inputs/inputs.h"
#include "runtime/pypto/handover.h"

namespace pto::run {

// A RunnerFactory for every kind of entry. Each Execute starts a Python, so it is nothing to be timed.
std::unique_ptr<Runner> CreatePyptoRunner(const Manifest& manifest, const Entry& entry, const RunnerOptions& options);

// Gives the dumped passes of the compile to PyPTO's own check with these inputs and the values of `expected_file`,
// whose names are those of the golden where the inputs come from it. Throws a mismatch Error with PyPTO's text when a
// pass computes something else, an input Error when there are no dumps.
void ValidateIr(const Manifest& manifest, const Inputs& inputs, const std::string& expected_file,
                const HandoverTolerances& tolerances, const RunnerOptions& options);

}  // namespace pto::run
