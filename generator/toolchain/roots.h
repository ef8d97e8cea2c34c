// Directories outside the compiled one: which were asked for, and that they are what they should be.
#pragma once

#include <string>

#include "generator/options/options.h"
#include "generator/toolchain/source_tree.h"

namespace pto::gen {

// Files of ours that compiles read, absolute.
struct OwnFiles {
    std::string embedded_include;
    std::string clang_include;   // headers that a clang may lack
    std::string adapter_source;  // what drives the runtime; empty: it is not installed
};

// All absolute and canonical.
struct Roots : OwnFiles {
    SourceTree pto_isa;       // .root empty: kernels are compiled against the embedded headers
    SourceTree simpler;       // .root empty: programs run on the embedded runtime
    std::string ascend_home;  // compilers for a device; may be missing where none is needed
    std::string ascend_origin;
    std::string pin_file;  // of the runtime; empty: SIMPLER_ROOT is not set
    std::string pin;       // the PTO-ISA commit that the runtime asks for
};

// Where PTO-ISA's headers lie below its root.
inline constexpr char kPtoIsaHeaders[] = "include";

// Makes every path of the options absolute and records the roots that environment variables name, so that a
// regeneration in another directory, or by an editor without these variables, gives the same build. An option wins over
// its variable, a variable over what an earlier generation recorded. The Ascend toolkit of a variable need not be
// there: only a build for a device looks for it.
void RecordRoots(GenerateOptions& options);

// Looks at the recorded roots that the chosen runtime needs. Throws an input Error for a tree that is incomplete, a
// runtime without a readable pin or without a PTO-ISA, and, with --require-pin, for a PTO-ISA that is not the pinned
// commit; a usage Error for a runtime that no root is given for.
Roots InspectRoots(const GenerateOptions& options, const OwnFiles& own);

// The warning that the pin asks for, or empty.
std::string PinWarning(const Roots& roots);

}  // namespace pto::gen
