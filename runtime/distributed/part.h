// A chip program of a distributed build run by itself: gives it what other programs would have computed before it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "runtime/core/manifest.h"
#include "runtime/distributed/stand_alone.h"
#include "runtime/inputs/inputs.h"

namespace pto::run {

// "run the whole program: ninja -C DIR replay".
std::string RunTheWhole(const Manifest& manifest);

// Nothing for an entry that is no part. Else puts the final values of what the part reads and others compute into
// `inputs`: those of `expected_file`, or, when that is empty, of the golden that the inputs come from. Without either
// they stay as they are, with a note. Throws an input Error for a program that cannot run by itself.
std::optional<StandAlone> PreparePart(const FileSystem& files, const Manifest& manifest, const Entry& entry,
                                      const std::string& expected_file, Inputs& inputs);

}  // namespace pto::run
