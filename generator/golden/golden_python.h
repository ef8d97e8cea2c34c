// Runs a golden.py in the first Python interpreter that has the modules it imports.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/python_interpreters.h"
#include "generator/golden/golden_source.h"
#include "generator/golden/golden_values.h"

namespace pto::gen {

struct GoldenRun {
    GoldenInputs inputs;
    std::vector<Tensor> expected;  // in the order of `outputs`; empty unless the reference ran
    std::vector<std::string> outputs;
    double rtol = kDefaultTolerance;
    double atol = kDefaultTolerance;
    std::string printed;  // what golden.py wrote to stdout
};

enum class ReferenceMode { kRun, kSkip };

// Scratch files lie beside `scratch` and are gone afterwards. Returns nothing when no interpreter has what golden.py
// imports; `trials` then holds one phrase for each, "/usr/bin/python3 has no module 'torch'". Throws an input Error at
// the line of golden.py that raised, a toolchain Error when the interpreter itself died or Ctrl-C was pressed (its
// whole process group is killed).
std::optional<GoldenRun> RunGoldenPython(const GoldenSource& source, const std::vector<Interpreter>& interpreters,
                                         ReferenceMode mode, const std::string& scratch, FileSystem& files,
                                         std::vector<std::string>& trials);

// The program text given to the interpreter, templates/golden_runner.py.
std::string_view GoldenRunnerText();

}  // namespace pto::gen
