// args_dump/args_dump.json: which argument lies where in args_dump/args.bin. Pure.
#pragma once

#include <string>
#include <vector>

#include "runtime/dfx/recording.h"

namespace pto::run {

// The runtime's format; entries by task, stage and position. `level`: 1 what the program selected, 2 everything.
std::string ArgumentsText(std::vector<DumpedArgument> arguments, int level);

}  // namespace pto::run
