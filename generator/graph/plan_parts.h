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
// The compile's words behind the compiler, but for an object's own include directories, and what its linker is called
// with, if a compile of the recipe has one.
std::vector<std::string> CompileWords(const PlanInput& input, const Recipe& recipe);
std::vector<std::string> LinkWords(const Toolchain& toolchain, const Recipe& recipe);
std::vector<std::string> IncludeWords(const Object& object);
// Which compiler and linker are called how, in one word: `command` and `link` as the compile step gets them.
std::string FlagsIdentity(const std::vector<std::string>& command, const std::vector<std::string>& link);
std::string UnitWitness(const Program& program, const Unit& unit);
std::string GoldenWitness(const Entry& entry);
std::string RunPyWitness(const Entry& entry);

// One compile rule for each; on the embedded runtime always the same three.
std::vector<Recipe> RecipesOf(const PlanInput& input);

}  // namespace pto::gen
