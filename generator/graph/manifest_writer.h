// .pto-ninja/manifest.json: all that pto-replay is told about a directory. Pure.
#pragma once

#include <string>

#include "generator/config/model.h"
#include "generator/graph/entries.h"
#include "generator/graph/objects.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

std::string ManifestText(const BuildDirectory& directory, const Toolchain& toolchain, const ObjectPlan& objects,
                         const std::vector<Entry>& entries);

// The same of the binaries for a debugger, which `objects` has to plan.
std::string DebugManifestText(const BuildDirectory& directory, const Toolchain& toolchain, const ObjectPlan& objects,
                              const std::vector<Entry>& entries);

}  // namespace pto::gen
