// From what a directory holds to the build that ninja runs: the one place with policy. Pure.
#pragma once

#include <string>
#include <vector>

#include "generator/config/model.h"
#include "generator/graph/build_graph.h"
#include "generator/graph/entries.h"
#include "generator/graph/objects.h"
#include "generator/graph/scan_plan.h"
#include "generator/options/option_table.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// Our own programs, absolute.
struct Programs {
    std::string pto_ninja;
    std::string pto_replay;
};

struct PlanInput {
    const BuildDirectory& directory;
    const Toolchain& toolchain;
    const GenerateOptions& options;
    const Programs& programs;
    const ObjectPlan& objects;
    const std::vector<Entry>& entries;
};

BuildGraph PlanGraph(const PlanInput& input);

// The variables that depend on the machine and not on the directory: toolchain.ninja.
std::vector<Binding> ToolchainBindings(const PlanInput& input);

ScanPlan PlanScan(const PlanInput& input);

// What `ninja help` prints: target and meaning, in order.
struct TargetHelp {
    std::string target;
    std::string meaning;
};
std::vector<TargetHelp> PlanTargets(const std::vector<Entry>& entries, DebugObjects debug = DebugObjects::kNone);

}  // namespace pto::gen
