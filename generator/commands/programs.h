// Where our own files are on this machine.
#pragma once

#include "generator/graph/plan_build.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// pto-ninja as it runs now and the pto-replay beside it; throws a toolchain Error when that is missing.
Programs FindPrograms();

// The embedded headers: beside an installed program (../share/pto-ninja/include), else in the source tree.
std::string FindEmbeddedHeaders();

}  // namespace pto::gen
