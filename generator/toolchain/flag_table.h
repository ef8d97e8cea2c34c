// Which words make what: the command lines of PyPTO's toolchain, and those of the embedded runtime, as a table. Pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// The words after the compiler and before "-o OUT IN", without the include directories of a single kernel. `objects`
// are linked in: what an orchestration shares with the others of its runtime.
std::vector<std::string> CompileFlags(const Toolchain& toolchain, const Recipe& recipe,
                                      const std::vector<std::string>& objects = {});

// A word of the table with the values of its placeholders, "-I${simpler}/src"; once for each value, and once through
// the text, so that a value that looks like a placeholder stays as it is. A placeholder that has no entry is a mistake
// of ours: throws logic_error.
std::vector<std::string> ExpandFlag(const std::string& pattern,
                                    const std::map<std::string, std::vector<std::string>>& values);

// What stands for that compile in an editor: the compiler, then words that g++ and every clang read, whichever of them
// compiles; those of the simulator also for a device, whose compilers speak a dialect of their own.
std::vector<std::string> EditorCommand(Toolchain toolchain, const Recipe& recipe);

// What a compile needs beside "-include HEADER" to use HEADER's precompiled form.
std::vector<std::string> PrefixUseFlags(const Toolchain& toolchain);

// The linker of device kernels and its words before "-o OUT IN"; none on a simulator.
std::vector<std::string> KernelLinkWords(const Toolchain& toolchain);

}  // namespace pto::gen
