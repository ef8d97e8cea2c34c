// One call for what `ninja replay` does: build what changed, run, judge the outputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pto_ninja/build.h"
#include "pto_ninja/error.h"
#include "pto_ninja/export.h"

namespace pto {

struct ReplayOptions {
    // In a directory with several orchestrations or a distributed one: only this program.
    std::string entry;
    // .safetensors files: inputs by parameter name instead of golden.py's, and what to judge by instead of it.
    std::string inputs;
    std::string expected;
    // Of the whole run; 0: none.
    double timeout_seconds = 600;
    // Further flags of pto-replay, as `pto-replay --help` lists them: {"--seed", "7", "--swimlane"}.
    std::vector<std::string> flags;
    // Run what was built last instead of building first.
    bool build = true;
    BuildOptions build_options;
};

// One output against its reference.
struct OutputVerdict {
    std::string name;
    std::string dtype;
    std::vector<int64_t> shape;
    std::string result;         // "passed", "mismatch" or "not validated": no element, or nothing but NaN was expected
    bool passed = false;        // result == "passed"
    int64_t total = 0;          // elements
    int64_t mismatched = 0;     // of them
    double max_difference = 0;  // absolute; infinite when a value that should be finite is not
    std::vector<int64_t> max_index;  // where; empty when nothing was compared
};

struct EntryVerdict {
    std::string name;           // of the orchestration; the program's where there is only one
    std::string result;         // "passed", "mismatch" or "not validated"
    std::string not_validated;  // why there is no verdict
    double rtol = 0;
    double atol = 0;
    std::vector<OutputVerdict> outputs;
    std::vector<std::string> notes;      // what was assumed
    std::vector<std::string> artefacts;  // files written, relative to the directory unless absolute
};

struct ReplayResult {
    std::string result;    // as of pto-replay: "passed", "mismatch" or "not validated"
    std::string platform;  // that was run on
    std::string runtime;   // that ran it: "embedded", "simpler", "pypto"
    std::vector<EntryVerdict> entries;
    BuildResult build;
    std::string text;  // the whole record as JSON, as in .pto-ninja/last_run.json

    // False also when nothing was judged.
    bool Passed() const { return result == "passed"; }
};

// Generates if needed, builds, runs and judges, in a process of its own: a kernel that crashes or hangs is an Error
// here. A mismatch is a result, not an Error. Throws input Errors for wrong options and a directory that is no build,
// toolchain Errors when the build or the run fails. May be called from any thread, but not two at a time for one
// directory.
PTO_NINJA_API ReplayResult Replay(const std::string& directory, const ReplayOptions& options = {});

}  // namespace pto
