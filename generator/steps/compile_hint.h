// What the compiler's own words do not say about a kernel. Pure.
#pragma once

#include <string>

namespace pto::gen {

// What to add below a compiler's error text; empty when there is nothing to add. `source_stem` is the kernel's name,
// `pto_isa` the root of the PTO-ISA that it is compiled against, empty for the embedded headers.
std::string CompileHint(const std::string& compiler_output, const std::string& source_stem, const std::string& pto_isa);

}  // namespace pto::gen
