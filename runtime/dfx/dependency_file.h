// deps.json: the tasks of a run with their arguments, and which waits for which. Pure.
#pragma once

#include <string>

#include "runtime/dfx/program_rules.h"
#include "runtime/dfx/recording.h"

namespace pto::run {

// The runtime's format, on one line. 64-bit numbers are strings, which keeps them whole in every reader.
std::string DependencyText(const RunRecording& recording, const ProgramAccount& account);

// What a tensor is called in the file: a hash over its buffer's address and its version.
uint64_t TensorId(uint64_t address, int32_t version);

}  // namespace pto::run
