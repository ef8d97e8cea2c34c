#include "generator/graph/plan_manifest.h"

#include <algorithm>
#include <string>

#include "base/version.h"
#include "contract/layout.h"
#include "generator/config/hooks_file.h"
#include "generator/config/run_py.h"
#include "upstream/sidecar_schemas.h"

namespace pto::gen {
namespace {

const char* KindName(Kind kind) {
    switch (kind) {
        case Kind::kL2:
            return "l2";
        case Kind::kL3:
            return "l3";
        case Kind::kMulti:
            return "multi";
    }
    return "l2";
}

contract::Direction DirectionOf(const std::string& name) {
    using contract::Direction;
    for (const Direction direction : {Direction::kIn, Direction::kOut}) {
        if (name == DirectionName(direction)) return direction;
    }
    return Direction::kInOut;  // the loader has checked that it is one of the three
}

contract::Param ParamOf(const Param& param) {
    return {param.name, DirectionOf(param.direction), param.shape, FindDType(param.dtype), param.dtype, param.layout};
}

contract::Entry EntryOf(const Entry& entry, const BuildDirectory& directory) {
    contract::Entry result;
    result.name = entry.name;
    if (entry.program >= 0) result.program = directory.programs[static_cast<size_t>(entry.program)].name;
    if (entry.planned) result.plan = kPlanFile;
    if (entry.params != nullptr) {
        result.params.emplace();
        for (const Param& param : *entry.params) result.params->push_back(ParamOf(param));
    }
    const bool program = std::find(entry.modes.begin(), entry.modes.end(), kProgramMode) != entry.modes.end();
    if (!program) result.modes = entry.modes;
    if (entry.has_golden) {
        result.golden = {Below(entry.directory, "golden.py"), entry.GoldenDir() + "/inputs.safetensors",
                         entry.GoldenDir() + "/expected.safetensors"};
    }
    if (entry.run_py.makes_inputs || entry.run_py.compares) {
        result.run_py = {Below(entry.directory, kRunPy), "", "", entry.run_py.compares};
        if (entry.run_py.makes_inputs) {
            result.run_py->inputs = entry.InputsFile();
            result.run_py->missing = entry.RunPyDir() + "/missing";
        }
    }
    return result;
}

contract::RuntimeConfig ConfigOf(const RuntimeConfig& config) {
    return {config.runtime, config.aicpu_thread_num, config.enable_sdma, config.block_dim.value_or(0),
            config.orch_thread_num.value_or(0)};
}

contract::Program ProgramOf(const Program& program, const ProgramObjects& indexes, const ObjectPlan& objects) {
    const OrchestrationEntry& orchestration = *program.config.orchestration;
    contract::Program result;
    result.name = program.name;
    result.directory = program.directory;
    result.orchestration = {orchestration.source, objects.objects[indexes.orchestration].path,
                            orchestration.function_name, orchestration.signature};
    for (size_t i = 0; i < program.config.kernels.size(); ++i) {
        const KernelEntry& kernel = program.config.kernels[i];
        result.kernels.push_back({kernel.func_id, kernel.name, CoreName(kernel.core), kernel.source,
                                  objects.objects[indexes.kernels[i]].path, kernel.signature});
    }
    result.config = ConfigOf(program.config.runtime);
    result.runtime_env = program.config.runtime_env;
    return result;
}

contract::Distributed DistributedOf(const DistributedConfig& config) {
    return {config.device_ids, config.num_sub_workers, config.runtime, config.aicpu_thread_num};
}

contract::Simpler SimplerOf(const Toolchain& toolchain, const ObjectPlan& objects) {
    const SimplerLibraries& libraries = toolchain.libraries;
    contract::Simpler simpler = {toolchain.roots.simpler.root,
                                 objects.objects[*objects.adapter].path,
                                 libraries.sim_context,
                                 libraries.dispatcher,
                                 libraries.sdma_warmup,
                                 libraries.log,
                                 {}};
    for (const RuntimeLibraries& runtime : libraries.runtimes) {
        simpler.runtimes.push_back({runtime.name, runtime.host_runtime, runtime.aicpu_kernel, runtime.aicore_kernel});
    }
    return simpler;
}

// Which tools the binaries belong to: for reports.
std::vector<std::pair<std::string, std::string>> IdentityOfTools(const Toolchain& toolchain) {
    std::vector<std::pair<std::string, std::string>> identity = {
        {"generator", kVersion},
        {"kernel_compiler", toolchain.kernel_compiler.version},
        {"orchestration_compiler", MainOrchestrationCompiler(toolchain).version}};
    if (toolchain.UsesPtoIsa()) identity.emplace_back("pto_isa", TreeText(toolchain.roots.pto_isa));
    if (toolchain.UsesSimpler()) identity.emplace_back("simpler", TreeText(toolchain.roots.simpler));
    return identity;
}

contract::Manifest PlanOver(const std::vector<ProgramObjects>& programs, const BuildDirectory& directory,
                            const Toolchain& toolchain, const ObjectPlan& objects, const std::vector<Entry>& entries) {
    contract::Manifest manifest;
    manifest.kind = KindName(directory.kind);
    manifest.platform = toolchain.platform.name;
    manifest.backend = toolchain.platform.backend;
    manifest.runtime = RuntimeName(toolchain.runtime);
    for (const Entry& entry : entries) manifest.entries.push_back(EntryOf(entry, directory));
    for (size_t i = 0; i < directory.programs.size(); ++i) {
        manifest.programs.push_back(ProgramOf(directory.programs[i], programs[i], objects));
    }
    if (directory.kind == Kind::kL3) manifest.distributed = DistributedOf(directory.distributed->config);
    if (objects.hooks) manifest.hooks = contract::HookFiles{kHooksFile, objects.objects[*objects.hooks].path};
    if (objects.adapter) manifest.simpler = SimplerOf(toolchain, objects);
    manifest.identity = IdentityOfTools(toolchain);
    return manifest;
}

}  // namespace

contract::Manifest PlanManifest(const BuildDirectory& directory, const Toolchain& toolchain, const ObjectPlan& objects,
                                const std::vector<Entry>& entries) {
    return PlanOver(objects.programs, directory, toolchain, objects, entries);
}

contract::Manifest PlanDebugManifest(const BuildDirectory& directory, const Toolchain& toolchain,
                                     const ObjectPlan& objects, const std::vector<Entry>& entries) {
    return PlanOver(objects.debug_programs, directory, toolchain, objects, entries);
}

}  // namespace pto::gen
