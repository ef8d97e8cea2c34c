// Completion scripts for shells, made from what a program's command line offers. Pure.
#pragma once

#include <string>

#include "base/program_help.h"

namespace pto {

// Sourced by bash: commands, flags, the choices of a flag, and files or directories where a value or an argument is
// one.
std::string BashCompletion(const ProgramHelp& program);

// The same for zsh, as a file "_NAME" in its function path.
std::string ZshCompletion(const ProgramHelp& program);

}  // namespace pto
