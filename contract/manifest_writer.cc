#include "base/json.h"
#include "contract/manifest.h"

namespace pto::contract {
namespace {

void SetUnlessEmpty(Json& json, const char* key, const std::string& text) {
    if (!text.empty()) json[key] = text;
}

Json ParamJson(const Param& param) {
    Json json;
    json["name"] = param.name;
    json["direction"] = DirectionName(param.direction);
    json["shape"] = param.shape ? Json(*param.shape) : Json(nullptr);
    json["dtype"] = param.dtype_name;
    SetUnlessEmpty(json, "layout", param.layout);
    return json;
}

Json RunPyJson(const RunPyFiles& run_py) {
    Json json = {{"source", run_py.source}, {"compares", run_py.compares}};
    SetUnlessEmpty(json, "inputs", run_py.inputs);
    SetUnlessEmpty(json, "missing", run_py.missing);
    return json;
}

Json EntryJson(const Entry& entry) {
    Json json;
    json["name"] = entry.name;
    SetUnlessEmpty(json, "program", entry.program);
    SetUnlessEmpty(json, "plan", entry.plan);
    if (entry.params) {
        json["params"] = Json::array();
        for (const Param& param : *entry.params) json["params"].push_back(ParamJson(param));
    }
    if (!entry.modes.empty()) json["execution_modes"] = entry.modes;
    if (entry.golden) {
        json["golden"] = {
            {"source", entry.golden->source}, {"inputs", entry.golden->inputs}, {"expected", entry.golden->expected}};
    }
    if (entry.run_py) json["run_py"] = RunPyJson(*entry.run_py);
    return json;
}

Json KernelJson(const Kernel& kernel) {
    return {{"func_id", kernel.func_id}, {"name", kernel.name},     {"core_type", kernel.core_type},
            {"source", kernel.source},   {"binary", kernel.binary}, {"signature", kernel.signature}};
}

Json RuntimeConfigJson(const RuntimeConfig& config) {
    Json json = {{"runtime", config.runtime},
                 {"aicpu_thread_num", config.aicpu_thread_num},
                 {"enable_sdma", config.enable_sdma}};
    if (config.block_dim != 0) json["block_dim"] = config.block_dim;
    if (config.orch_thread_num != 0) json["orch_thread_num"] = config.orch_thread_num;
    return json;
}

Json ProgramJson(const Program& program) {
    const Orchestration& orchestration = program.orchestration;
    Json json;
    json["name"] = program.name;
    json["directory"] = program.directory;
    json["orchestration"] = {{"source", orchestration.source},
                             {"binary", orchestration.binary},
                             {"function_name", orchestration.function_name},
                             {"signature", orchestration.signature}};
    json["kernels"] = Json::array();
    for (const Kernel& kernel : program.kernels) json["kernels"].push_back(KernelJson(kernel));
    json["runtime_config"] = RuntimeConfigJson(program.config);
    json["runtime_env"] = Json::object();
    for (const auto& [name, value] : program.runtime_env) json["runtime_env"][name] = value;
    return json;
}

Json DistributedJson(const Distributed& distributed) {
    return {{"device_ids", distributed.device_ids},
            {"num_sub_workers", distributed.num_sub_workers},
            {"runtime", distributed.runtime},
            {"aicpu_thread_num", distributed.aicpu_thread_num}};
}

Json SimplerJson(const Simpler& simpler) {
    Json json;
    json["root"] = simpler.root;
    json["adapter"] = simpler.adapter;
    SetUnlessEmpty(json, "sim_context", simpler.sim_context);
    SetUnlessEmpty(json, "dispatcher", simpler.dispatcher);
    SetUnlessEmpty(json, "sdma_warmup", simpler.sdma_warmup);
    SetUnlessEmpty(json, "log", simpler.log);
    json["runtimes"] = Json::array();
    for (const SimplerRuntime& runtime : simpler.runtimes) {
        json["runtimes"].push_back({{"name", runtime.name},
                                    {"host_runtime", runtime.host_runtime},
                                    {"aicpu_kernel", runtime.aicpu_kernel},
                                    {"aicore_kernel", runtime.aicore_kernel}});
    }
    return json;
}

}  // namespace

std::string ManifestText(const Manifest& manifest) {
    Json json;
    json["schema"] = kManifestSchema;
    json["kind"] = manifest.kind;
    json["platform"] = manifest.platform;
    json["backend"] = manifest.backend;
    json["runtime"] = manifest.runtime;
    json["entries"] = Json::array();
    for (const Entry& entry : manifest.entries) json["entries"].push_back(EntryJson(entry));
    json["programs"] = Json::array();
    for (const Program& program : manifest.programs) json["programs"].push_back(ProgramJson(program));
    if (manifest.distributed) json["distributed"] = DistributedJson(*manifest.distributed);
    if (manifest.hooks) json["hooks"] = {{"source", manifest.hooks->source}, {"binary", manifest.hooks->binary}};
    if (manifest.simpler) json["simpler"] = SimplerJson(*manifest.simpler);
    json["identity"] = Json::object();
    for (const auto& [key, value] : manifest.identity) json["identity"][key] = value;
    return JsonText(json);
}

}  // namespace pto::contract
