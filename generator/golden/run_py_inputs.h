// The edge of an edited debug/run.py: what its _inline_inputs returns becomes the inputs of a run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/golden/golden_python.h"

namespace pto::gen {

struct RunPyOptions {
    std::string source;   // debug/run.py
    std::string inputs;   // safetensors to write; also the target of the depfile
    std::string missing;  // text to write instead where no Python can run it
    std::string depfile;
};

// `inputs` gets the tensors with the metadata of golden inputs ("order", "scalars"), and in "open" the names of values
// that are None: those have no tensor. "maker" says who to ask for other values. Where no interpreter has the modules,
// `inputs` is removed and `missing` says what is missing, a phrase for each interpreter; else `missing` is removed.
// `note` is called with each line that run.py printed. Throws an input Error at the line of run.py that raised.
void MakeRunPyInputs(const RunPyOptions& options, const std::vector<Interpreter>& interpreters, FileSystem& files,
                     const std::function<void(const std::string&)>& note);

}  // namespace pto::gen
