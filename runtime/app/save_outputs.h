// Writes what a run produced to a file of the user's.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "runtime/core/runner.h"

namespace pto::run {

// All Out and InOut tensors under their parameters' names (.safetensors), or the only one (.npy). The file can be used
// with
// --inputs and --expected. Throws an input Error for .npy and several outputs.
void WriteOutputs(FileSystem& files, const std::string& path, const std::vector<Argument>& arguments);

}  // namespace pto::run
