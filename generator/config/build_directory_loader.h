// Reads all metadata of a compiled directory.
#pragma once

#include <string>

#include "generator/config/folder.h"
#include "generator/config/model.h"

namespace pto::gen {

enum class MissingSources {
    kRefuse,  // a kernel or orchestration source that does not exist is an Error
    kNote,    // it becomes a note: enough to plan or to show what is there
};

// `root` is the directory as the user gave it; a next_levels/<name> is accepted like any directory for one chip.
// Throws input Errors that name the file, what was found and what to do; see RecogniseDirectory for what is refused.
BuildDirectory LoadBuildDirectory(const Folder& folder, MissingSources missing = MissingSources::kRefuse);

}  // namespace pto::gen
