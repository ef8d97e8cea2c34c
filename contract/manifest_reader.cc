#include <algorithm>

#include "base/error.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "contract/layout.h"
#include "contract/manifest.h"
#include "upstream/platforms.h"

namespace pto::contract {
namespace {

std::string Remedy(const std::string& directory) {
    return "run 'pto-ninja " + directory + "' again";
}

Direction ParseDirection(const JsonFields& fields) {
    static const std::vector<std::string> kNames = {"In", "Out", "InOut"};
    const std::string name = fields.OneOf("direction", kNames);
    return static_cast<Direction>(std::find(kNames.begin(), kNames.end(), name) - kNames.begin());
}

Param ParseParam(const JsonFields& fields) {
    Param param;
    param.name = fields.String("name");
    param.direction = ParseDirection(fields);
    if (!fields.IsNull("shape")) {
        param.shape = fields.Integers("shape");
        if (std::any_of(param.shape->begin(), param.shape->end(), [](int64_t size) { return size < -1; })) {
            fields.Refuse("shape", "dimensions of -1 (dynamic) or more");
        }
    }
    param.dtype_name = fields.String("dtype");
    param.dtype = FindDType(param.dtype_name);
    param.layout = fields.StringOr("layout", "");
    return param;
}

Entry ParseEntry(const JsonFields& fields) {
    Entry entry;
    entry.name = fields.String("name");
    fields.PathInside("name");  // results lie in a folder of that name
    entry.program = fields.StringOr("program", "");
    entry.plan = fields.StringOr("plan", "");
    if (fields.Has("params")) {
        entry.params.emplace();
        for (const JsonFields& param : fields.Objects("params")) entry.params->push_back(ParseParam(param));
    }
    if (fields.Has("golden")) {
        const JsonFields golden = fields.Object("golden");
        entry.golden = GoldenFiles{golden.String("source"), golden.String("inputs"), golden.String("expected")};
    }
    if (fields.Has("run_py")) {
        const JsonFields run_py = fields.Object("run_py");
        entry.run_py = RunPyFiles{run_py.String("source"), run_py.StringOr("inputs", ""),
                                  run_py.StringOr("missing", ""), run_py.BoolOr("compares", false)};
    }
    entry.modes = fields.StringsOrNone("execution_modes");
    return entry;
}

Kernel ParseKernel(const JsonFields& fields) {
    Kernel kernel;
    kernel.func_id = fields.Integer("func_id");
    kernel.name = fields.String("name");
    kernel.core_type = fields.OneOf("core_type", {"aic", "aiv"});
    kernel.source = fields.String("source");
    kernel.binary = fields.String("binary");
    kernel.signature = fields.StringsOrNone("signature");
    return kernel;
}

Program ParseProgram(const JsonFields& fields) {
    Program program;
    program.name = fields.String("name");
    program.directory = fields.String("directory");
    fields.PathInside("directory");
    const JsonFields orchestration = fields.Object("orchestration");
    program.orchestration =
        Orchestration{orchestration.String("source"), orchestration.String("binary"),
                      orchestration.String("function_name"), orchestration.StringsOrNone("signature")};
    for (const JsonFields& kernel : fields.Objects("kernels")) program.kernels.push_back(ParseKernel(kernel));
    const JsonFields config = fields.Object("runtime_config");
    program.config = RuntimeConfig{config.String("runtime"), config.IntegerOr("aicpu_thread_num", 0),
                                   config.BoolOr("enable_sdma", false), config.IntegerOr("block_dim", 0),
                                   config.IntegerOr("orch_thread_num", 0)};
    for (const auto& [name, value] : fields.StringMapOrNone("runtime_env")) program.runtime_env[name] = value;
    return program;
}

Distributed ParseDistributed(const JsonFields& fields) {
    Distributed distributed;
    distributed.device_ids = fields.Integers("device_ids");
    if (distributed.device_ids.empty()) fields.Refuse("device_ids", "at least one device");
    distributed.num_sub_workers = fields.IntegerOr("num_sub_workers", 0);
    distributed.runtime = fields.StringOr("runtime", "");
    distributed.aicpu_thread_num = fields.IntegerOr("aicpu_thread_num", 0);
    return distributed;
}

Simpler ParseSimpler(const JsonFields& fields) {
    Simpler simpler;
    simpler.root = fields.String("root");
    simpler.adapter = fields.String("adapter");
    simpler.sim_context = fields.StringOr("sim_context", "");
    simpler.dispatcher = fields.StringOr("dispatcher", "");
    simpler.sdma_warmup = fields.StringOr("sdma_warmup", "");
    simpler.log = fields.StringOr("log", "");
    for (const JsonFields& runtime : fields.Objects("runtimes")) {
        simpler.runtimes.push_back({runtime.String("name"), runtime.String("host_runtime"),
                                    runtime.String("aicpu_kernel"), runtime.String("aicore_kernel")});
    }
    return simpler;
}

// Every program has the libraries of its runtime, so that no later code has to ask.
void CheckSimpler(const Manifest& manifest, const JsonFields& fields) {
    std::vector<std::string> names;
    for (const SimplerRuntime& runtime : manifest.simpler->runtimes) names.push_back(runtime.name);
    for (const JsonFields& program : fields.Objects("programs")) {
        const JsonFields config = program.Object("runtime_config");
        if (std::find(names.begin(), names.end(), config.String("runtime")) != names.end()) continue;
        config.Refuse("runtime", "the name of one of 'simpler.runtimes'");
    }
}

// What an entry refers to must be there, so that no later code has to ask.
void CheckReferences(const Manifest& manifest, const std::vector<JsonFields>& entries) {
    for (size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = manifest.entries[i];
        entries[i].String(manifest.kind == "l3" ? "plan" : "program");
        if (!entry.program.empty() && FindProgram(manifest, entry.program) == nullptr) {
            entries[i].Refuse("program", "the name of one of 'programs'");
        }
    }
}

}  // namespace

std::string_view DirectionName(Direction direction) {
    static constexpr std::string_view kNames[] = {"In", "Out", "InOut"};
    return kNames[static_cast<size_t>(direction)];
}

std::string Manifest::Resolve(const std::string& path) const {
    if (path.starts_with("/") || directory.empty() || directory == ".") return path;
    return directory + (directory.ends_with("/") ? "" : "/") + path;
}

Manifest LoadManifest(const FileSystem& files, const std::string& directory) {
    return LoadManifest(files, directory, kManifestFile);
}

Manifest LoadManifest(const FileSystem& files, const std::string& directory, std::string_view name) {
    Manifest manifest;
    manifest.directory = directory;
    if (!IsDirectory(files, directory)) {
        ThrowInput(directory, "no such directory", "give the path of a build_output/<jit_dir>");
    }
    const std::string path = manifest.Resolve(std::string(name));
    const std::string remedy = Remedy(directory);
    if (!IsFile(files, path)) ThrowInput(path, "no such file: this directory has no build graph yet", remedy);

    const Json json = LoadJson(files, path, remedy);
    const JsonFields fields(json, path, "", remedy);
    if (fields.Integer("schema") != kManifestSchema) {
        fields.Refuse("schema", std::to_string(kManifestSchema));
    };
    manifest.kind = fields.OneOf("kind", {"l2", "l3", "multi"});
    manifest.platform = fields.OneOf("platform", PlatformNames());
    manifest.backend = fields.String("backend");
    manifest.runtime = fields.OneOf("runtime", {"embedded", "simpler", "pypto"});
    const std::vector<JsonFields> entries = fields.Objects("entries");
    if (entries.empty()) fields.Refuse("entries", "at least one entry");
    for (const JsonFields& entry : entries) manifest.entries.push_back(ParseEntry(entry));
    for (const JsonFields& program : fields.Objects("programs")) manifest.programs.push_back(ParseProgram(program));
    if (fields.Has("distributed")) manifest.distributed = ParseDistributed(fields.Object("distributed"));
    if (manifest.runtime == "simpler" || fields.Has("simpler")) {
        manifest.simpler = ParseSimpler(fields.Object("simpler"));
        CheckSimpler(manifest, fields);
    }
    if (fields.Has("hooks")) {
        const JsonFields hooks = fields.Object("hooks");
        manifest.hooks = HookFiles{hooks.String("source"), hooks.String("binary")};
    }
    manifest.identity = fields.StringMapOrNone("identity");
    CheckReferences(manifest, entries);
    return manifest;
}

const Program* FindProgram(const Manifest& manifest, std::string_view name) {
    for (const Program& program : manifest.programs) {
        if (program.name == name) return &program;
    }
    return nullptr;
}

}  // namespace pto::contract
