#include "generator/graph/compile_commands.h"

#include <algorithm>
#include <vector>

#include "base/json.h"

namespace pto::gen {
namespace {

// clangd takes the first entry of a file: the vector core's, whose intrinsics are the larger set.
int Rank(ObjectRole role) {
    switch (role) {
        case ObjectRole::kAiv:
            return 0;
        case ObjectRole::kAic:
            return 1;
        case ObjectRole::kOrchestration:
            return 2;
    }
    return 2;
}

std::vector<std::string> Arguments(const Toolchain& toolchain, const Object& object) {
    const bool kernel = object.role != ObjectRole::kOrchestration;
    std::vector<std::string> words = {kernel ? toolchain.kernel_compiler.program
                                             : toolchain.orchestration_compiler.program};
    const std::vector<std::string> flags =
        kernel ? KernelFlags(toolchain, object.role == ObjectRole::kAic ? CoreType::kAic : CoreType::kAiv)
               : OrchestrationFlags(toolchain);
    words.insert(words.end(), flags.begin(), flags.end());
    for (const std::string& include : object.include_dirs) words.push_back("-I" + include);
    if (!kernel) words.insert(words.end(), {"-include", "runtime.h", "-include", "iostream"});
    words.insert(words.end(), {"-o", object.path, object.source});
    return words;
}

}  // namespace

std::string CompileCommandsText(const std::string& directory, const Toolchain& toolchain, const ObjectPlan& objects) {
    std::vector<const Object*> sorted;
    for (const Object& object : objects.objects) sorted.push_back(&object);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Object* a, const Object* b) {
        return std::pair(Rank(a->role), a->path) < std::pair(Rank(b->role), b->path);
    });
    Json json = Json::array();
    for (const Object* object : sorted) {
        json.push_back({{"directory", directory},
                        {"file", object->source},
                        {"arguments", Arguments(toolchain, *object)},
                        {"output", object->path}});
    }
    return JsonText(json);
}

}  // namespace pto::gen
