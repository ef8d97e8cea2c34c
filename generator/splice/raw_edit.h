// Edits of ptoas/<unit>.cpp, which no kernel is made from: it is what ptoas printed, not what is compiled.
#pragma once

#include <string>

#include "base/file_system.h"
#include "generator/splice/unit_state.h"

namespace pto::gen {

// Whether the raw text on disk, whose hash is `raw_hash`, is not the one that was spliced and says something else than
// kernels that are as `state` knew them: for who edits it and wonders. One that came from elsewhere together with its
// kernels is no such edit.
bool RawReachesNothing(const FileSystem& files, const UnitPaths& paths, const UnitState& state,
                       const std::string& raw_hash);

// "ptoas/u.cpp: edited, and no kernel is made from it: edit ptoas/u.pto, or the kernel itself".
std::string RawReachesNothingText(const UnitPaths& paths);

}  // namespace pto::gen
