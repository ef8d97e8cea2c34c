#include "generator/umbrella/tool_witnesses.h"

#include <cstdlib>
#include <optional>

#include "base/wall_clock.h"
#include "generator/config/pure_path.h"
#include "generator/graph/plan_parts.h"
#include "generator/steps/scan.h"
#include "generator/toolchain/program_identity.h"
#include "generator/toolchain/source_tree.h"

namespace pto::gen {
namespace {

ScanEnvironment TreeEnvironment(FileSystem& files) {
    ScanEnvironment environment;
    const int64_t now_ns = WallClockNs();
    environment.now_ns = now_ns;
    environment.program_identity = [now_ns](const std::string& program) { return ProgramIdentity(program, now_ns); };
    environment.variable = [](const std::string& name) {
        const char* value = std::getenv(name.c_str());
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    };
    environment.commit = [&files](const std::string& root) { return HeadCommit(files, root); };
    environment.is_clean = [](const ScanTree& tree) { return InspectTree(tree.root, tree.headers, "").clean; };
    return environment;
}

}  // namespace

std::vector<ToolWitness> CompareTools(FileSystem& files, const std::string& root, const ScanPlan& plan,
                                      HashCache& hashes) {
    std::vector<ToolWitness> tools;
    const auto add = [&](const std::string& name, const std::string& witness, bool compiler, const std::string& now) {
        const std::string path = root + "/" + witness;
        tools.push_back({name, compiler, IsFile(files, path) && files.Read(path) == now});
    };
    const ScanEnvironment environment = TreeEnvironment(files);
    for (const auto& [witness, compiler] : plan.compilers) {
        add(compiler, witness, true, CompilerWitnessText(compiler, environment));
    }
    for (const ScanGroup& group : plan.groups) {
        if (PathName(group.witness) != kEmbeddedHeaders) continue;
        add(group.paths.front(), group.witness, false, WitnessText(group, hashes));
    }
    for (const ScanTree& tree : plan.trees) {
        add(tree.root, tree.witness, false, WitnessText(tree, environment, hashes));
    }
    return tools;
}

}  // namespace pto::gen
