// What the edges, the variables and the scan of one build have to agree on. Pure.
#pragma once

#include <string>
#include <vector>

#include "generator/graph/plan_build.h"

namespace pto::gen {

// Witnesses of the tools that a variant is built with: each has its own, so that going back to one rebuilds nothing.
inline constexpr char kKernelCompiler[] = "kernel_compiler";
inline constexpr char kOrchestrationCompiler[] = "orchestration_compiler";
inline constexpr char kDeviceCompiler[] = "device_compiler";
inline constexpr char kKernelLinker[] = "kernel_linker";
inline constexpr char kSimplerTree[] = "simpler";
inline constexpr char kEmbeddedHeaders[] = "headers";
inline constexpr char kPtoIsaTree[] = "pto_isa";

std::string IdentityOf(const Toolchain& toolchain, const char* tool);
// Only what the compile itself uses: another PTO-ISA does not touch the orchestration, another ptoas nothing here.
std::vector<std::string> IdentitiesOf(const Recipe& recipe, const Toolchain& toolchain);
std::string UnitWitness(const Program& program, const Unit& unit);
std::string GoldenWitness(const Entry& entry);
std::string RunPyWitness(const Entry& entry);

// One compile rule for each; on the embedded runtime always the same three.
std::vector<Recipe> RecipesOf(const PlanInput& input);

}  // namespace pto::gen
