// In words, what of a generated directory is not what its last build was made from: found out without building.
#pragma once

#include <string>

#include "base/file_system.h"
#include "generator/config/model.h"

namespace pto::gen {

// "up to date", "not generated", or all that is not: "1 .pto unit edited, 2 of 5 binaries stale, golden.py or data
// edited". `build` is what lies in `directory` now.
std::string BuildStateText(FileSystem& files, const std::string& directory, const BuildDirectory& build);

}  // namespace pto::gen
