#include "library/tool_witnesses.h"

#include <cstdlib>
#include <optional>

#include "base/wall_clock.h"
#include "generator/config/pure_path.h"
#include "generator/graph/plan_parts.h"
#include "generator/steps/scan.h"
#include "generator/toolchain/program_identity.h"
#include "generator/toolchain/source_tree.h"

namespace pto::lib {
namespace {

bool IsForKernelsOnly(const std::string& tool) {
    return tool == gen::kKernelCompiler || tool == gen::kKernelLinker || tool == gen::kPtoIsaTree;
}

bool IsForOrchestrationsOnly(const std::string& tool) {
    return tool == gen::kOrchestrationCompiler || tool == gen::kDeviceCompiler;
}

gen::ScanEnvironment TreeEnvironment(FileSystem& files) {
    gen::ScanEnvironment environment;
    const int64_t now_ns = WallClockNs();
    environment.now_ns = now_ns;
    environment.program_identity = [now_ns](const std::string& program) {
        return gen::ProgramIdentity(program, now_ns);
    };
    environment.variable = [](const std::string& name) {
        const char* value = std::getenv(name.c_str());
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    };
    environment.commit = [&files](const std::string& root) { return gen::HeadCommit(files, root); };
    environment.is_clean = [](const gen::ScanTree& tree) {
        return gen::InspectTree(tree.root, tree.headers, "").clean;
    };
    return environment;
}

}  // namespace

std::vector<ToolWitness> CompareTools(FileSystem& files, const std::string& root, const gen::ScanPlan& plan,
                                      gen::HashCache& hashes) {
    std::vector<ToolWitness> tools;
    const auto add = [&](const std::string& name, const std::string& witness, bool compiler, const std::string& now) {
        const std::string path = root + "/" + witness;
        const bool same = IsFile(files, path) && files.Read(path) == now;
        const std::string tool = gen::PathName(witness);
        tools.push_back({name, path, compiler, same, !IsForOrchestrationsOnly(tool), !IsForKernelsOnly(tool)});
    };
    const gen::ScanEnvironment environment = TreeEnvironment(files);
    for (const auto& [witness, compiler] : plan.compilers) {
        add(compiler, witness, true, gen::CompilerWitnessText(compiler, environment));
    }
    for (const gen::ScanGroup& group : plan.groups) {
        if (gen::PathName(group.witness) != gen::kEmbeddedHeaders) continue;
        add(group.paths.front(), group.witness, false, gen::WitnessText(group, hashes));
    }
    for (const gen::ScanTree& tree : plan.trees) {
        add(tree.root, tree.witness, false, gen::WitnessText(tree, environment, hashes));
    }
    return tools;
}

}  // namespace pto::lib
