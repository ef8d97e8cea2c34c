#include "generator/graph/plan_parts.h"

#include <set>

#include "contract/layout.h"

namespace pto::gen {

std::string IdentityOf(const Toolchain& toolchain, const char* tool) {
    return std::string(kPrivateDir) + "/" + toolchain.Variant() + "/identity/" + tool;
}

std::vector<Recipe> RecipesOf(const PlanInput& input) {
    std::set<Recipe> recipes;
    if (!input.toolchain.UsesSimpler()) {
        recipes = {{Role::kAic, {}}, {Role::kAiv, {}}, {Role::kOrchestration, {}}};
    }
    for (const Object& object : input.objects.objects) recipes.insert(object.recipe);
    return {recipes.begin(), recipes.end()};
}

std::vector<std::string> IdentitiesOf(const Recipe& recipe, const Toolchain& toolchain) {
    const CompilerUse use = UseOf(toolchain, recipe);
    std::vector<const char*> tools = {use == CompilerUse::kKernel ? kKernelCompiler
                                      : use == CompilerUse::kHost ? kOrchestrationCompiler
                                                                  : kDeviceCompiler};
    const bool embedded = !toolchain.UsesSimpler() || recipe.role == Role::kHooks;
    tools.push_back(embedded ? kEmbeddedHeaders : kSimplerTree);
    if (use == CompilerUse::kKernel) {
        if (toolchain.UsesPtoIsa()) tools.push_back(kPtoIsaTree);
        if (!toolchain.platform.simulator) tools.push_back(kKernelLinker);
    }
    std::vector<std::string> identities;
    for (const char* tool : tools) identities.push_back(IdentityOf(toolchain, tool));
    return identities;
}

std::string UnitWitness(const Program& program, const Unit& unit) {
    return std::string(kPrivateDir) + "/" + Below(program.directory, "splice/" + OwnName(unit.name)) + ".witness";
}

std::string GoldenWitness(const Entry& entry) {
    return entry.GoldenDir() + "/witness";
}

std::string RunPyWitness(const Entry& entry) {
    return entry.RunPyDir() + "/witness";
}

}  // namespace pto::gen
