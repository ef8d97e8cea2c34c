// How much of a generated directory the next build compiles: what the scan would find, without writing anything.
#pragma once

#include <cstddef>
#include <string>

#include "base/file_system.h"

namespace pto::gen {

struct StaleCount {
    size_t stale = 0;
    size_t all = 0;
};

// `directory` has been generated. Throws an input Error for a damaged scan plan.
StaleCount CountStaleObjects(FileSystem& files, const std::string& directory);

}  // namespace pto::gen
