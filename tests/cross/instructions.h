// Which instructions the headers declare, and which of them the cross check leaves out.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace pto::cross {

// Names of the instruction functions (T..., M..., SYNCALL) declared in the preprocessed text of the embedded headers,
// sorted, each once; the stand-ins of unsupported.h, which take `auto&&...`, are not among them. Pure.
std::vector<std::string> OfferedInstructions(const std::string& preprocessed);
// The stand-ins alone.
std::vector<std::string> RefusedInstructions(const std::string& preprocessed);
// Names that PTO-ISA's pto_instr.hpp or pto_comm_inst.hpp declare.
std::vector<std::string> DeclaredInstructions(const std::string& header);

struct Exclusion {
    const char* instruction;
    const char* form;  // that has no case; empty: the instruction has none at all
    const char* reason;
};
std::span<const Exclusion> Exclusions();

}  // namespace pto::cross
