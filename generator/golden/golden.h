// The golden edge: golden.py and its data become the inputs of a run and the values its outputs are compared with.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/golden/golden_python.h"

namespace pto::gen {

struct GoldenOptions {
    std::string source = "golden.py";
    std::string inputs;    // safetensors to write; also the target of the depfile
    std::string expected;  // safetensors to write
    std::string depfile;   // empty: none
    std::string state;     // empty: state.json beside `expected`
    std::string witness;   // of the edge; what Python saw is kept beside it; empty: `witness` beside `expected`
};

// Where the expected values come from, first that holds:
// 1. data/out/<name>.pt for every output, all newer than golden.py: taken as they are, no reference run;
// 2. a Python with the modules golden.py imports: compute_golden is run;
// 3. data/out although older, if generate_inputs is in data-file mode and the text that defines the reference is the
// one
//    data/out was first seen with (GoldenState); with a note.
// Inputs are read without Python in data-file mode (1 and 3), else from generate_inputs.
//
// Writes only what changed. `note` is called with each thing worth telling. Throws an input Error for everything that
// is wrong with golden.py or its data, and then writes neither tensors nor depfile.
void RunGolden(const GoldenOptions& options, const std::function<std::vector<Interpreter>()>& find_interpreters,
               FileSystem& files, const std::function<void(const std::string&)>& note);

}  // namespace pto::gen
