// Prints a BuildGraph as ninja text (language of ninja 1.9). No decisions: records in, text out, in the given order.
#pragma once

#include <string>
#include <vector>

#include "generator/graph/build_graph.h"

namespace pto::gen {

std::string NinjaText(const BuildGraph& graph);

// "name = value" lines, for files that a ninja file includes.
std::string BindingsText(const std::vector<std::string>& banner, const std::vector<Binding>& bindings);

}  // namespace pto::gen
