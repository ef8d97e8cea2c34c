// The build over a whole build_output/: targets that delegate to the directories below it. Pure.
#pragma once

#include <string>
#include <vector>

#include "generator/graph/build_graph.h"
#include "generator/graph/plan_build.h"
#include "generator/options/option_table.h"

namespace pto::gen {

// `directories` relative to the root, sorted.
BuildGraph PlanUmbrella(const std::vector<std::string>& directories, const GenerateOptions& options,
                        const Programs& programs);

// What the always-run scan of the tree writes and the regeneration depends on: one directory a line.
std::string TreeText(const std::vector<std::string>& directories, const std::string& generator_identity);

// build.ninja of next_levels/<name>: its targets are those of the directory two levels up, `<name>/replay` and so on.
BuildGraph PlanLevelDelegate(const std::string& name);

}  // namespace pto::gen
