// The two files that a generation leaves for people in debug/: the run script and the hooks. Neither is ever replaced.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/graph/entries.h"

namespace pto::gen {

// `setting` is PYPTO_EMIT_DEBUG_RUNNER: "0", "false" or "no", in any case, writes neither; so does a directory whose
// parameters nobody recorded. Best effort: what cannot be written is left out.
void WriteDebugFiles(FileSystem& files, const std::string& root, const std::vector<Entry>& entries,
                     const std::string& pto_replay, const std::string& setting);

}  // namespace pto::gen
