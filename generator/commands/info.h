// What `pto-ninja info` prints about a directory: every finding with the reason for it. Pure.
#pragma once

#include <string>

#include "generator/commands/generate.h"

namespace pto::gen {

std::string InfoText(const Generation& generation, const Programs& programs, const std::string& ptoas);

}  // namespace pto::gen
