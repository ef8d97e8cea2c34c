// What a call would not see: everything that has changed since the binaries were built. Writes nothing.
#pragma once

#include <vector>

#include "base/file_system.h"
#include "library/program_source.h"
#include "pto_ninja/program.h"

namespace pto::lib {

// By metadata, .pto units, tools and binaries, in this order; only what belongs to the program. Throws an input Error
// for files of the build that are damaged.
std::vector<StaleItem> FindStale(FileSystem& files, const ProgramImpl& program);

}  // namespace pto::lib
