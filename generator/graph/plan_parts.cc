#include "generator/graph/plan_parts.h"

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "contract/layout.h"
#include "generator/toolchain/flag_table.h"

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

std::vector<std::string> CompileWords(const PlanInput& input, const Recipe& recipe) {
    // What is linked into the orchestrations of a recipe is the same for all of them.
    const std::vector<Object>& objects = input.objects.objects;
    const auto first =
        std::find_if(objects.begin(), objects.end(), [&](const Object& object) { return object.recipe == recipe; });
    return CompileFlags(input.toolchain, recipe, first == objects.end() ? std::vector<std::string>() : first->linked);
}

std::vector<std::string> LinkWords(const Toolchain& toolchain, const Recipe& recipe) {
    const bool kernel = recipe.role == Role::kAic || recipe.role == Role::kAiv;
    return kernel && !toolchain.platform.simulator ? KernelLinkWords(toolchain) : std::vector<std::string>();
}

std::vector<std::string> IncludeWords(const Object& object) {
    std::vector<std::string> words;
    for (const std::string& directory : object.include_dirs) words.push_back("-I" + directory);
    return words;
}

std::string FlagsIdentity(const std::vector<std::string>& command, const std::vector<std::string>& link) {
    return ContentHash(Join(command, "\n") + "\n\n" + Join(link, "\n"));
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
