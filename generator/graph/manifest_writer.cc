#include "generator/graph/manifest_writer.h"

#include <algorithm>

#include "base/json.h"
#include "base/version.h"
#include "generator/config/hooks_file.h"
#include "generator/config/run_py.h"
#include "generator/graph/layout.h"
#include "upstream/sidecar_schemas.h"

namespace pto::gen {
namespace {

constexpr int kSchema = 1;

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

Json ParamJson(const Param& param) {
    Json json;
    json["name"] = param.name;
    json["direction"] = param.direction;
    json["shape"] = param.shape ? Json(*param.shape) : Json(nullptr);
    json["dtype"] = param.dtype;
    if (!param.layout.empty()) json["layout"] = param.layout;
    return json;
}

Json EntryJson(const Entry& entry, const BuildDirectory& directory) {
    Json json;
    json["name"] = entry.name;
    if (entry.program >= 0) {
        json["program"] = directory.programs[static_cast<size_t>(entry.program)].name;
    }
    if (entry.planned) json["plan"] = kPlanFile;
    if (entry.params != nullptr) {
        Json params = Json::array();
        for (const Param& param : *entry.params) params.push_back(ParamJson(param));
        json["params"] = std::move(params);
    }
    const bool program = std::find(entry.modes.begin(), entry.modes.end(), kProgramMode) != entry.modes.end();
    if (!entry.modes.empty() && !program) json["execution_modes"] = entry.modes;
    if (entry.has_golden) {
        json["golden"] = {{"source", Below(entry.directory, "golden.py")},
                          {"inputs", entry.GoldenDir() + "/inputs.safetensors"},
                          {"expected", entry.GoldenDir() + "/expected.safetensors"}};
    }
    if (entry.run_py.makes_inputs || entry.run_py.compares) {
        Json run_py = {{"source", Below(entry.directory, kRunPy)}, {"compares", entry.run_py.compares}};
        if (entry.run_py.makes_inputs) {
            run_py["inputs"] = entry.InputsFile();
            run_py["missing"] = entry.RunPyDir() + "/missing";
        }
        json["run_py"] = std::move(run_py);
    }
    return json;
}

Json KernelJson(const KernelEntry& kernel, const Object& object) {
    return {{"func_id", kernel.func_id}, {"name", kernel.name},   {"core_type", CoreName(kernel.core)},
            {"source", kernel.source},   {"binary", object.path}, {"signature", kernel.signature}};
}

Json ProgramJson(const Program& program, const ProgramObjects& indexes, const ObjectPlan& objects) {
    const OrchestrationEntry& orchestration = *program.config.orchestration;
    Json json;
    json["name"] = program.name;
    json["directory"] = program.directory;
    json["orchestration"] = {{"source", orchestration.source},
                             {"binary", objects.objects[indexes.orchestration].path},
                             {"function_name", orchestration.function_name},
                             {"signature", orchestration.signature}};
    Json kernels = Json::array();
    for (size_t i = 0; i < program.config.kernels.size(); ++i) {
        kernels.push_back(KernelJson(program.config.kernels[i], objects.objects[indexes.kernels[i]]));
    }
    json["kernels"] = std::move(kernels);
    const RuntimeConfig& runtime = program.config.runtime;
    json["runtime_config"] = {{"runtime", runtime.runtime},
                              {"aicpu_thread_num", runtime.aicpu_thread_num},
                              {"enable_sdma", runtime.enable_sdma}};
    if (runtime.block_dim) json["runtime_config"]["block_dim"] = *runtime.block_dim;
    if (runtime.orch_thread_num) json["runtime_config"]["orch_thread_num"] = *runtime.orch_thread_num;
    Json environment = Json::object();
    for (const auto& [name, value] : program.config.runtime_env) environment[name] = value;
    json["runtime_env"] = std::move(environment);
    return json;
}

Json DistributedJson(const DistributedConfig& config) {
    return {{"device_ids", config.device_ids},
            {"num_sub_workers", config.num_sub_workers},
            {"runtime", config.runtime},
            {"aicpu_thread_num", config.aicpu_thread_num}};
}

Json SimplerJson(const Toolchain& toolchain, const ObjectPlan& objects) {
    const SimplerLibraries& libraries = toolchain.libraries;
    Json json;
    json["root"] = toolchain.roots.simpler.root;
    json["adapter"] = objects.objects[*objects.adapter].path;
    if (!libraries.sim_context.empty()) json["sim_context"] = libraries.sim_context;
    if (!libraries.dispatcher.empty()) json["dispatcher"] = libraries.dispatcher;
    if (!libraries.sdma_warmup.empty()) json["sdma_warmup"] = libraries.sdma_warmup;
    if (!libraries.log.empty()) json["log"] = libraries.log;
    json["runtimes"] = Json::array();
    for (const RuntimeLibraries& runtime : libraries.runtimes) {
        json["runtimes"].push_back({{"name", runtime.name},
                                    {"host_runtime", runtime.host_runtime},
                                    {"aicpu_kernel", runtime.aicpu_kernel},
                                    {"aicore_kernel", runtime.aicore_kernel}});
    }
    return json;
}

// Which tools the binaries belong to: for reports.
Json IdentityJson(const Toolchain& toolchain) {
    Json json = {{"generator", kVersion},
                 {"kernel_compiler", toolchain.kernel_compiler.version},
                 {"orchestration_compiler", MainOrchestrationCompiler(toolchain).version}};
    if (toolchain.UsesPtoIsa()) json["pto_isa"] = TreeText(toolchain.roots.pto_isa);
    if (toolchain.UsesSimpler()) json["simpler"] = TreeText(toolchain.roots.simpler);
    return json;
}

std::string TextOver(const std::vector<ProgramObjects>& programs, const BuildDirectory& directory,
                     const Toolchain& toolchain, const ObjectPlan& objects, const std::vector<Entry>& entries) {
    Json json;
    json["schema"] = kSchema;
    json["kind"] = KindName(directory.kind);
    json["platform"] = toolchain.platform.name;
    json["backend"] = toolchain.platform.backend;
    json["runtime"] = RuntimeName(toolchain.runtime);
    json["entries"] = Json::array();
    for (const Entry& entry : entries) json["entries"].push_back(EntryJson(entry, directory));
    json["programs"] = Json::array();
    for (size_t i = 0; i < directory.programs.size(); ++i) {
        json["programs"].push_back(ProgramJson(directory.programs[i], programs[i], objects));
    }
    if (directory.kind == Kind::kL3) json["distributed"] = DistributedJson(directory.distributed->config);
    if (objects.hooks) {
        json["hooks"] = {{"source", kHooksFile}, {"binary", objects.objects[*objects.hooks].path}};
    }
    if (objects.adapter) json["simpler"] = SimplerJson(toolchain, objects);
    json["identity"] = IdentityJson(toolchain);
    return JsonText(json);
}

}  // namespace

std::string ManifestText(const BuildDirectory& directory, const Toolchain& toolchain, const ObjectPlan& objects,
                         const std::vector<Entry>& entries) {
    return TextOver(objects.programs, directory, toolchain, objects, entries);
}

std::string DebugManifestText(const BuildDirectory& directory, const Toolchain& toolchain, const ObjectPlan& objects,
                              const std::vector<Entry>& entries) {
    return TextOver(objects.debug_programs, directory, toolchain, objects, entries);
}

}  // namespace pto::gen
