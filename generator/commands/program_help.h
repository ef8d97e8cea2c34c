// All that pto-ninja's command line offers: for its help, man page and completions.
#pragma once

#include "base/program_help.h"

namespace pto::gen {

// Of the commands for people.
ProgramHelp PtoNinjaHelp();

// What `pto-ninja --print WHAT` prints: "man", "bash" or "zsh". Throws a usage Error for anything else.
std::string PrintedText(const std::string& what);

}  // namespace pto::gen
