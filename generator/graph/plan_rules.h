// The rules of build.ninja: how each kind of edge calls our programs. A table; edges are planned in plan_build.cc.
#pragma once

#include <string>
#include <vector>

#include "generator/graph/build_graph.h"
#include "generator/options/option_table.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// `recipes` are those of the objects: each has a rule and variables of its own.
std::vector<Rule> PlanRules(const GenerateOptions& options, const Toolchain& toolchain,
                            const std::vector<Recipe>& recipes);

// Names that a rule and the variables in toolchain.ninja share: "compile_aic", "kernel_cxx", "aic_flags".
std::string CompileRuleName(const Recipe& recipe);
std::string CompilerVariable(CompilerUse use);
std::string FlagsVariable(const Recipe& recipe);

}  // namespace pto::gen
