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
