// Runs a golden.py, or the inputs of a debug/run.py, in the first Python interpreter that has the modules it imports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file_system.h"
#include "base/python_interpreters.h"
#include "generator/golden/golden_source.h"
#include "generator/golden/golden_values.h"

namespace pto::gen {

// Why compute_golden gave no values although golden.py could be loaded and gave its inputs.
struct ReferenceFailure {
    std::string message;  // "compute_golden raised KeyError: 'z'"
    std::string type;     // of what was raised; empty: nothing was
    int line = 0;         // of golden.py; 0: not known
};

struct GoldenRun {
    GoldenInputs inputs;
    std::vector<Tensor> expected;  // in the order of `outputs`; empty unless the reference ran
    std::vector<std::string> outputs;
    double rtol = kDefaultTolerance;
    double atol = kDefaultTolerance;
    std::string printed;   // what golden.py wrote to stdout
    std::string data_dir;  // what its _DATA_DIR is; empty: it has none
    std::optional<ReferenceFailure> failure;
};

// What _inline_inputs of debug/run.py returned.
struct ScriptRun {
    GoldenInputs inputs;
    std::vector<std::string> names;  // of all values, by position
    std::vector<std::string> open;   // of those that are None
    std::string printed;
};

enum class ReferenceMode { kRun, kSkip };

// Scratch files lie beside `scratch` and are gone afterwards. Returns nothing when no interpreter has what golden.py
// imports; `trials` then holds one phrase for each, "/usr/bin/python3 has no module 'torch'". Throws an input Error at
// the line of golden.py that raised, a toolchain Error when the interpreter itself died or Ctrl-C was pressed (its
// whole process group is killed). What goes wrong in compute_golden is a run with a `failure`.
std::optional<GoldenRun> RunGoldenPython(const GoldenSource& source, const std::vector<Interpreter>& interpreters,
                                         ReferenceMode mode, const std::string& scratch, FileSystem& files,
                                         std::vector<std::string>& trials);

// The Error that a failed reference is where nothing can take its place.
Error ReferenceError(const GoldenSource& source, const GoldenRun& run);

// The tensors in `paths`, read by the first interpreter that has torch, without names; nothing when none has it or
// torch cannot read them, and `trials` then says why.
std::optional<std::vector<Tensor>> ReadByTorch(const std::vector<std::string>& paths,
                                               const std::vector<Interpreter>& interpreters, const std::string& scratch,
                                               FileSystem& files, std::vector<std::string>& trials);

// The same for _inline_inputs of the debug/run.py at `source`; its last lines, which start PyPTO, are not run, and
// PyPTO need not be there.
std::optional<ScriptRun> RunScriptPython(const std::string& source, const std::vector<Interpreter>& interpreters,
                                         const std::string& scratch, FileSystem& files,
                                         std::vector<std::string>& trials);

// The program text given to the interpreter: templates/run_py.py and golden_runner.py.
std::string GoldenRunnerText();

}  // namespace pto::gen
