// What `pto-ninja info` prints about a directory: every finding with the reason for it. Pure.
#pragma once

#include <string>

#include "generator/commands/dating.h"
#include "generator/commands/generate.h"

namespace pto::gen {

// Findings that take a look at the machine.
struct IdentityTexts {
    std::string ptoas;
    std::string embedded_digest;  // of the headers below the root
    std::string pto_isa_digest;   // empty: not used
    std::string simpler_digest;   // of what compiles read of the runtime; empty: not used
    Dating dating;                // of the directory's files
};

std::string InfoText(const Generation& generation, const Programs& programs, const IdentityTexts& identities);

}  // namespace pto::gen
