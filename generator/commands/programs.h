// Where our own files are on this machine.
#pragma once

#include "generator/graph/plan_build.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// pto-ninja as it runs now and the pto-replay beside it; throws a toolchain Error when that is missing.
Programs FindPrograms();

// In share/pto-ninja beside the programs' bin/, so that an installation may be moved. Throws a toolchain Error when the
// headers are missing; the adapter is missed only by who needs it.
OwnFiles FindOwnFiles();

}  // namespace pto::gen
