#include "generator/graph/objects.h"

#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "base/hash.h"
#include "contract/layout.h"
#include "generator/config/hooks_file.h"

namespace pto::gen {
namespace {

std::string Stem(const std::string& path) {
    return OwnName(std::filesystem::path(path).stem().string());
}

std::string RuntimeOf(const Toolchain& toolchain, const Program& program) {
    return toolchain.UsesSimpler() ? program.config.runtime.runtime : std::string();
}

class Planner {
  public:
    Planner(const Toolchain& toolchain, const Prefixes& prefixes)
        : toolchain_(toolchain), prefixes_(prefixes), root_(std::string(kPrivateDir) + "/" + toolchain.Variant()) {}

    size_t Kernel(const Program& program, const KernelEntry& kernel) {
        Recipe recipe = KernelRecipe(toolchain_, program, kernel);
        recipe.debug = debug_;
        std::string key = (debug_ ? "debug " : "") + std::string(CoreName(kernel.core)) + "\n" + kernel.source;
        if (!recipe.runtime.empty()) key += "\n" + recipe.runtime;
        for (const std::string& directory : kernel.extra_include_dirs) key += "\n" + directory;
        if (const auto known = by_key_.find(key); known != by_key_.end()) return known->second;
        Object object;
        object.recipe = recipe;
        object.name = Shown(program, kernel.name);
        object.source = kernel.source;
        object.include_dirs = kernel.extra_include_dirs;
        // A device loads a kernel's bare code.
        object.path = Unique(
            Below(program.directory, std::string("kernels/") + CoreName(kernel.core)) + "/" + Stem(kernel.source),
            toolchain_.platform.simulator ? ".so" : ".bin", key);
        object.splice_stamps = StampsFor(program, kernel);
        // Other directories could hold other headers of the same names.
        if (kernel.extra_include_dirs.empty() && !debug_) object.prefix = PrefixHeader(recipe);
        return by_key_[key] = Add(std::move(object));
    }

    size_t Orchestration(const Program& program) {
        Object object;
        object.recipe = {Role::kOrchestration, RuntimeOf(toolchain_, program), debug_};
        object.name = Shown(program, program.config.orchestration->name);
        object.source = program.config.orchestration->source;
        object.path = Unique(Below(program.directory, "orchestration/" + Stem(object.source)), ".so", object.source);
        object.linked = RuntimeSources(object.recipe.runtime);
        return Add(std::move(object));
    }

    size_t Adapter() {
        Object object;
        object.recipe = {Role::kAdapter, {}};
        object.name = "adapter";
        object.source = toolchain_.roots.adapter_source;
        object.path = Unique("adapter", ".so", object.source);
        return Add(std::move(object));
    }

    size_t Hooks() {
        Object object;
        object.recipe = {Role::kHooks, {}};
        object.name = "hooks";
        object.source = kHooksFile;
        object.path = Unique("debug/replay_hooks", ".so", object.source);
        return Add(std::move(object));
    }

    // What is planned from now on is for a debugger.
    void StartDebug() {
        debug_ = true;
        root_ += kDebugSuffix;
    }

    ObjectPlan Take(ObjectPlan plan) {
        plan.objects = std::move(objects_);
        plan.written_sources = std::move(written_sources_);
        return plan;
    }

  private:
    // Empty when nothing is precompiled for the recipe; planned when the first kernel needs it.
    std::string PrefixHeader(const Recipe& recipe) {
        const auto prefix = prefixes_.find(recipe);
        if (prefix == prefixes_.end()) return {};
        const std::string header = root_ + "/prefix/" + RecipeName(recipe) + ".hpp";
        if (!written_sources_.emplace(header, prefix->second).second) return header;
        Object object;
        object.recipe = {recipe.role == Role::kAic ? Role::kAicPrefix : Role::kAivPrefix, recipe.runtime};
        object.name = "headers of " + RecipeName(recipe) + " kernels";
        object.source = header;
        object.path = header + kPrecompiledSuffix;
        Add(std::move(object));
        return header;
    }

    // The objects of what the runtime adds to each of its orchestrations; planned when the first needs them.
    const std::vector<std::string>& RuntimeSources(const std::string& runtime) {
        const auto [known, added] = runtime_objects_.try_emplace(runtime);
        for (const RuntimeLayout& layout : toolchain_.runtimes) {
            if (!added || layout.name != runtime) continue;
            for (const std::string& source : layout.orchestration_sources) {
                Object object;
                object.recipe = {Role::kRuntimeSource, runtime};
                object.name = runtime + "/" + Stem(source);
                object.source = source;
                object.path = Unique("runtime/" + object.name, ".o", source);
                known->second.push_back(object.path);
                Add(std::move(object));
            }
        }
        return known->second;
    }

    static std::string Shown(const Program& program, const std::string& name) {
        return program.directory.empty() ? name : program.name + "/" + name;
    }

    // Two sources of one name (an external kernel beside a generated one) are told apart by a hash of what they are.
    std::string Unique(const std::string& wanted, const std::string& extension, const std::string& key) {
        std::string path = root_ + "/" + wanted + extension;
        if (!paths_.insert(path).second) {
            path = root_ + "/" + wanted + "-" + ContentHash(key).substr(0, 8) + extension;
            paths_.insert(path);
        }
        return path;
    }

    // A unit writes into kernels/<core>/<function>.cpp of its own program.
    static std::vector<std::string> StampsFor(const Program& program, const KernelEntry& kernel) {
        std::vector<std::string> stamps;
        for (const Unit& unit : program.units) {
            for (const std::string& function : unit.functions) {
                const std::string target =
                    Below(program.directory, std::string("kernels/") + CoreName(kernel.core) + "/" + function + ".cpp");
                if (target == kernel.source) stamps.push_back(SpliceStamp(program, unit));
            }
        }
        return stamps;
    }

    size_t Add(Object object) {
        objects_.push_back(std::move(object));
        return objects_.size() - 1;
    }

    const Toolchain& toolchain_;
    const Prefixes& prefixes_;
    std::string root_;
    bool debug_ = false;
    std::vector<Object> objects_;
    std::map<std::string, std::vector<std::string>> runtime_objects_;  // by runtime
    std::map<std::string, size_t> by_key_;
    std::set<std::string> paths_;
    std::map<std::string, std::string> written_sources_;
};

std::vector<ProgramObjects> PlanPrograms(Planner& planner, const BuildDirectory& directory) {
    std::vector<ProgramObjects> programs;
    for (const Program& program : directory.programs) {
        ProgramObjects objects;
        for (const KernelEntry& kernel : program.config.kernels)
            objects.kernels.push_back(planner.Kernel(program, kernel));
        objects.orchestration = planner.Orchestration(program);
        programs.push_back(std::move(objects));
    }
    return programs;
}

}  // namespace

std::string SpliceStamp(const Program& program, const Unit& unit) {
    return std::string(kPrivateDir) + "/" + Below(program.directory, "splice/" + OwnName(unit.name)) + ".stamp";
}

Recipe KernelRecipe(const Toolchain& toolchain, const Program& program, const KernelEntry& kernel) {
    return {kernel.core == CoreType::kAic ? Role::kAic : Role::kAiv, RuntimeOf(toolchain, program)};
}

ObjectPlan PlanObjects(const BuildDirectory& directory, const Toolchain& toolchain, const Prefixes& prefixes,
                       DebugObjects debug) {
    ObjectPlan plan;
    Planner planner(toolchain, prefixes);
    plan.programs = PlanPrograms(planner, directory);
    if (toolchain.runtime == RuntimeKind::kSimpler) plan.adapter = planner.Adapter();
    if (directory.has_hooks) plan.hooks = planner.Hooks();
    if (debug == DebugObjects::kPlanned && toolchain.platform.simulator) {
        planner.StartDebug();
        plan.debug_programs = PlanPrograms(planner, directory);
    }
    return planner.Take(std::move(plan));
}

}  // namespace pto::gen
