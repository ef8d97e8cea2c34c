// What people wrote into the debug/run.py that PyPTO leaves in a compiled directory: its two functions are theirs to
// edit, and only what they edited counts here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "generator/config/folder.h"
#include "generator/config/model.h"

namespace pto::gen {

// Relative to the directory of an orchestration, or of a distributed build. PyPTO writes none into the parent of
// several orchestrations.
inline constexpr char kRunPy[] = "debug/run.py";

// Unedited is what PyPTO's run_script_writer makes of `params`: in _inline_inputs one line for each, in their order,
//     x = torch.randn((48, 64), dtype=torch.float32)     randint(0, 8, ..) of integers, randint(0, 2, ..) of bool
//     y = torch.zeros((1,), dtype=torch.float32)         of an Out; a dynamic dimension is 1
//     n = None                                           of a scalar
// and the list of their names; in _user_compare a docstring and a `return`. Everything else is an edit, also another
// shape or bound. A function that is not there is not edited. `params` is null where nobody recorded them: any name,
// shape and choice of these forms is then as generated. A text whose strings or brackets are not closed counts as
// edited, so that somebody reads it and says so. Pure.
RunPyEdits FindRunPyEdits(std::string_view text, const std::vector<Param>* params);

// Of <root>/<directory>/debug/run.py. None beside a golden.py, which PyPTO's replay prefers. The parameters are those
// of the sidecar there; one that is refused counts as none. Throws an input Error when the script cannot be read.
RunPyEdits InspectRunPy(const Folder& folder, const std::string& directory);

}  // namespace pto::gen
