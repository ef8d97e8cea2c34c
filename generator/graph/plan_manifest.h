// What pto-replay is told about a directory, as records of the contract. Pure.
#pragma once

#include <vector>

#include "contract/manifest.h"
#include "generator/config/model.h"
#include "generator/graph/entries.h"
#include "generator/graph/objects.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

contract::Manifest PlanManifest(const BuildDirectory& directory, const Toolchain& toolchain, const ObjectPlan& objects,
                                const std::vector<Entry>& entries);

// The same of the binaries for a debugger, which `objects` has to plan.
contract::Manifest PlanDebugManifest(const BuildDirectory& directory, const Toolchain& toolchain,
                                     const ObjectPlan& objects, const std::vector<Entry>& entries);

}  // namespace pto::gen
