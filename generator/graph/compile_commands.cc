#include "generator/graph/compile_commands.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/json.h"
#include "generator/toolchain/flag_table.h"

namespace pto::gen {
namespace {

// clangd takes the first entry of a file: the vector core's, whose intrinsics are the larger set. None for what is no
// source of the user's.
std::optional<int> Rank(Role role) {
    switch (role) {
        case Role::kAiv:
            return 0;
        case Role::kAic:
            return 1;
        case Role::kOrchestration:
            return 2;
        case Role::kAicPrefix:
        case Role::kAivPrefix:
        case Role::kRuntimeSource:
        case Role::kAdapter:
            break;
    }
    return std::nullopt;
}

// clangd does not know the dialect of the device's compilers: it is shown what the simulator would compile.
Toolchain ForEditors(Toolchain toolchain) {
    if (toolchain.platform.simulator) return toolchain;
    toolchain.platform.simulator = true;
    toolchain.kernel_compiler = toolchain.orchestration_compiler;
    return toolchain;
}

// The flags of a recipe, expanded once: a directory may have thousands of kernels.
using FlagsOfRecipes = std::map<Recipe, std::vector<std::string>>;

std::vector<std::string> Arguments(const Toolchain& toolchain, const Object& object, FlagsOfRecipes& known) {
    const auto [flags, added] = known.try_emplace(object.recipe);
    if (added) flags->second = CompileFlags(toolchain, object.recipe);
    std::vector<std::string> words = {CompilerOf(toolchain, object.recipe).program};
    words.insert(words.end(), flags->second.begin(), flags->second.end());
    for (const std::string& include : object.include_dirs) words.push_back("-I" + include);
    if (object.recipe.role == Role::kOrchestration) {
        words.insert(words.end(), {"-include", "runtime.h", "-include", "iostream"});
    }
    words.insert(words.end(), {"-o", object.path, object.source});
    return words;
}

}  // namespace

std::string CompileCommandsText(const std::string& directory, const Toolchain& toolchain, const ObjectPlan& objects) {
    std::vector<const Object*> sorted;
    for (const Object& object : objects.objects) {
        if (Rank(object.recipe.role)) sorted.push_back(&object);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const Object* a, const Object* b) {
        return std::pair(Rank(a->recipe.role), a->path) < std::pair(Rank(b->recipe.role), b->path);
    });
    const Toolchain shown = ForEditors(toolchain);
    FlagsOfRecipes flags;
    Json json = Json::array();
    for (const Object* object : sorted) {
        json.push_back({{"directory", directory},
                        {"file", object->source},
                        {"arguments", Arguments(shown, *object, flags)},
                        {"output", object->path}});
    }
    return JsonText(json);
}

}  // namespace pto::gen
