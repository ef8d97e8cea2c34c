// The rules of build.ninja: how each kind of edge calls our programs. A table; edges are planned in plan_build.cc.
#pragma once

#include <vector>

#include "generator/graph/build_graph.h"
#include "generator/graph/options.h"

namespace pto::gen {

std::vector<Rule> PlanRules(const GenerateOptions& options);

}  // namespace pto::gen
