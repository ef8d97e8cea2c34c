// What the two files of debug/ start as. Pure.
#pragma once

#include <string>
#include <vector>

#include "generator/config/model.h"

namespace pto::gen {

// The first content: examples in comments that name `params`, and so nothing to compile.
std::string HooksTemplate(const std::vector<Param>& params);

// The content of debug/run. `pto_replay`: absolute path, used where there is none on PATH.
std::string RunScript(const std::string& pto_replay);

}  // namespace pto::gen
