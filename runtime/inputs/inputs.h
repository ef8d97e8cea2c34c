// The arguments of a run: read from a file of the user's, from the tensors that golden.py or an edited debug/run.py
// made, or made up from the parameters.
// Position decides, names may differ: the i-th golden input belongs to the i-th parameter.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"

namespace pto::run {

struct InputOptions {
    std::string file;                                    // --inputs
    bool use_golden = true;                              // not --no-golden
    bool use_run_py = true;                              // neither --no-golden nor --no-hooks
    uint64_t seed = 0;                                   // --seed
    int64_t dynamic_size = 0;                            // --dynamic; 0: not given
    std::map<std::string, std::vector<int64_t>> shapes;  // --shape NAME=..
    std::map<std::string, std::string> scalars;          // --scalar NAME=..
};

enum class InputOrigin { kFile, kGolden, kRunPy, kMadeUp };

struct Inputs {
    std::vector<Argument> arguments;  // in parameter order
    InputOrigin origin = InputOrigin::kMadeUp;
    std::string source;                     // for the report: "golden.py", "in.safetensors", "made up (seed 0)"
    std::vector<std::string> golden_names;  // by position; empty when they do not come from the golden
    std::vector<std::string> notes;
};

// Throws an input Error when there is nothing to take them from or when they do not fit the parameters.
Inputs LoadInputs(const Manifest& manifest, const Entry& entry, const InputOptions& options);

// Usage Error for --shape and --scalar that name no parameter of any of `entries`, or that golden inputs would hide.
// Those of debug/run.py hide --shape and --dynamic; --scalar has the last word there.
void CheckInputOptions(const Manifest& manifest, const std::vector<const Entry*>& entries, const InputOptions& options);

}  // namespace pto::run
