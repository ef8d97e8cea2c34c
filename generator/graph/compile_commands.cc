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
        case Role::kHooks:
            return 3;
        case Role::kAicPrefix:
        case Role::kAivPrefix:
        case Role::kRuntimeSource:
        case Role::kAdapter:
            break;
    }
    return std::nullopt;
}

// The command of a recipe, expanded once: a directory may have thousands of kernels.
using CommandsOfRecipes = std::map<Recipe, std::vector<std::string>>;

std::vector<std::string> Arguments(const Toolchain& toolchain, const Object& object, CommandsOfRecipes& known) {
    const auto [command, added] = known.try_emplace(object.recipe);
    if (added) command->second = EditorCommand(toolchain, object.recipe);
    std::vector<std::string> words = command->second;
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
        if (Rank(object.recipe.role) && !object.recipe.debug) sorted.push_back(&object);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const Object* a, const Object* b) {
        return std::pair(Rank(a->recipe.role), a->path) < std::pair(Rank(b->recipe.role), b->path);
    });
    CommandsOfRecipes commands;
    Json json = Json::array();
    for (const Object* object : sorted) {
        json.push_back({{"directory", directory},
                        {"file", object->source},
                        {"arguments", Arguments(toolchain, *object, commands)},
                        {"output", object->path}});
    }
    return JsonText(json);
}

std::string JoinedCompileCommands(const std::vector<std::string>& texts) {
    std::string joined;
    for (const std::string& text : texts) {
        // "[\n" and "\n]\n" are around the entries, if there are any.
        if (text.size() < 6 || !text.starts_with("[\n") || !text.ends_with("\n]\n")) continue;
        joined += (joined.empty() ? "" : ",\n") + text.substr(2, text.size() - 5);
    }
    return joined.empty() ? "[]\n" : "[\n" + joined + "\n]\n";
}

}  // namespace pto::gen
