// The user's _user_compare in debug/run.py of PyPTO's, called in a Python after a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/python_interpreters.h"
#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"
#include "runtime/judge/user_verdict.h"

namespace pto::run {

struct RunPyComparison {
    std::optional<UserVerdict> verdict;
    std::string note;  // why there is none
};

// `arguments` in call order, outputs as the run left them: torch tensors there, scalars ctypes values; what it writes
// into them is lost. An exception fails the run, with the line of run.py it came from. No verdict where no interpreter
// has torch and what run.py imports. Throws an input Error when run.py cannot be loaded or an argument has no torch
// type, a toolchain Error when the Python dies or takes longer than `options` allow. `recorded`, one for each argument,
// is there if tensors are to have the sidecar's shapes, which differ for the layout NZ; else they have their own.
RunPyComparison CompareWithRunPy(const Manifest& manifest, const RunPyFiles& run_py,
                                 const std::vector<Argument>& arguments, const std::vector<Param>* recorded,
                                 const std::vector<Interpreter>& interpreters, const RunnerOptions& options);

}  // namespace pto::run
