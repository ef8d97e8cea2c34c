// Finds what ninja would refuse or, worse, accept in silence, before anything is written.
#pragma once

#include "generator/graph/build_graph.h"

namespace pto::gen {

// Throws Error: two edges with one output, an edge without any, an unknown rule, a variable that nothing defines, a
// rule defined twice, an illegal rule name, a cycle ("a -> b -> a"). `included` are the variables that an included file
// defines.
void CheckGraph(const BuildGraph& graph, const std::vector<std::string>& included);

}  // namespace pto::gen
