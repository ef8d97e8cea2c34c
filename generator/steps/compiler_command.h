// The command lines of one compile, from the words of build.ninja. Pure.
#pragma once

#include <string>
#include <vector>

#include "generator/steps/compile_step.h"

namespace pto::gen {

// The compiler's whole command line: the command, the headers in `first` and what the source does not include itself,
// the options that make it write `depfile`, and the files. With a launcher, and when a shared object is made, it
// compiles only: a launcher has nothing to offer to a compile that also links.
std::vector<std::string> CompilerCommandLine(const CompileOptions& options, const std::string& source_text,
                                             const std::vector<std::string>& first, const std::string& object_file,
                                             const std::string& depfile);

// Whether the compile above leaves the link to a command of its own, and that command.
bool LinksSeparately(const CompileOptions& options);
std::vector<std::string> LinkCommandLine(const CompileOptions& options, const std::string& compiled_file,
                                         const std::string& object_file);

// Whether `text` has an #include of `header`, in quotes or angle brackets.
bool Includes(const std::string& text, const std::string& header);

}  // namespace pto::gen
