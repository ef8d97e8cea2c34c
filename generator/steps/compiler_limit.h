// How long one call of a compiler or linker may take.
#pragma once

namespace pto::gen {

// PYPTO_COMPILER_TIMEOUT as PyPTO has it: positive seconds, 900 when it is not set. Throws a usage Error for anything
// else.
double CompilerTimeLimit();

}  // namespace pto::gen
