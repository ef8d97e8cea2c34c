#include "generator/config/kernel_config_loader.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "generator/config/kernel_config_evaluator.h"
#include "generator/config/kernel_config_schema.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"

namespace pto::gen {
namespace {

std::optional<std::string> ProcessEnvironment(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string AbsoluteRoot(const std::string& root) {
    return NormalPath(IsAbsolutePath(root) ? root : CurrentDirectory() + "/" + root);
}

ConfigContext ContextFor(const Folder& folder, const std::string& directory, const std::string& name) {
    return {folder.Shown(JoinPath(directory, name)), AbsoluteRoot(folder.root()), directory, ProcessEnvironment,
            CanonicalPath};
}

ConfigLocation LocationOf(const ConfigContext& context, const std::string& name) {
    return {JoinPath(context.directory, name), JoinPath(context.root, context.directory)};
}

Value ValueFromJson(const Json& json, int depth);

Value ContainerFromJson(const Json& json, int depth) {
    std::vector<Value> items;
    for (auto it = json.begin(); depth < kDeepestValue && it != json.end(); ++it) {
        if (json.is_object()) items.push_back(MakeString(it.key(), {}));
        items.push_back(ValueFromJson(*it, depth + 1));
    }
    return MakeContainer(json.is_object() ? ValueKind::kDict : ValueKind::kList, std::move(items), {});
}

// Whatever lies deeper than any field that is read may be dropped.
Value ValueFromJson(const Json& json, int depth) {
    if (json.is_structured()) return ContainerFromJson(json, depth);
    if (json.is_string()) return MakeString(json.get<std::string>(), {});
    if (json.is_boolean()) return MakeBool(json.get<bool>(), {});
    const bool fits = json.is_number_integer() &&
                      !(json.is_number_unsigned() && json.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX));
    if (fits) return MakeInteger(json.get<int64_t>(), {});
    Value value;
    if (json.is_number()) {
        value.kind = ValueKind::kFloat;
        value.text = json.dump();
    }
    return value;
}

bool Exists(const Folder& folder, const std::string& path, FileType type) {
    const std::optional<FileInfo> info = folder.files().Stat(folder.Shown(path));
    return info && info->type == type;
}

}  // namespace

KernelConfig ParseKernelConfig(std::string_view text, const ConfigContext& context) {
    const PythonSource source(context.shown_file, text, kRecompile);
    const ConfigLocation location = LocationOf(context, "kernel_config.py");
    const EvaluationContext evaluation{JoinPath(context.root, location.file), context.environment, context.canonical};
    EvaluatedModule module = EvaluateModule(source, evaluation);
    PathMapper mapper(context.root, context.canonical);
    const ConfigTables tables{"KERNELS", "ORCHESTRATION", "RUNTIME_CONFIG", "RUNTIME_ENV"};
    KernelConfig config = MapKernelConfig(source, module.names, tables, location, &mapper);
    config.environment_reads = std::move(module.environment_reads);
    config.environment_unset = std::move(module.environment_unset);
    return config;
}

KernelConfig ParseKernelConfigJson(std::string_view text, const ConfigContext& context) {
    const Json json = ParseJson(text, context.shown_file, kRecompile);
    if (!json.is_object()) {
        ThrowInput(context.shown_file, "found " + DescribeJson(json) + ", expected an object", kRecompile);
    }
    std::map<std::string, Value> names;
    for (auto it = json.begin(); it != json.end(); ++it) names[it.key()] = ValueFromJson(*it, 0);
    if (const auto runtime = names.find("runtime");
        runtime != names.end() && runtime->second.kind == ValueKind::kString) {
        runtime->second = MakeContainer(ValueKind::kDict, {MakeString("runtime", {}), runtime->second}, {});
    }
    PathMapper mapper(context.root, context.canonical);
    const ConfigTables tables{"kernels", "orchestration", "runtime", "runtime_env"};
    return MapKernelConfig(PythonSource(context.shown_file, {}, kRecompile), names, tables,
                           LocationOf(context, "kernel_config.json"), &mapper);
}

KernelConfig LoadKernelConfig(const Folder& folder, const std::string& program_directory) {
    const ConfigContext context = ContextFor(folder, program_directory, "kernel_config.py");
    try {
        return ParseKernelConfig(folder.files().Read(context.shown_file), context);
    } catch (const UnsupportedConstruct& unsupported) {
        const ConfigContext packaged = ContextFor(folder, program_directory, "kernel_config.json");
        if (!IsFile(folder.files(), packaged.shown_file)) throw;
        KernelConfig config = ParseKernelConfigJson(folder.files().Read(packaged.shown_file), packaged);
        config.notes.push_back({JoinPath(program_directory, "kernel_config.py"), unsupported.place().line,
                                unsupported.message() + "; kernel_config.json was read instead"});
        return config;
    }
}

void RequireUsable(const Folder& folder, const KernelConfig& config) {
    if (!config.unusable) return;
    throw Error(ErrorKind::kInput, Place{folder.Shown(config.unusable->file), config.unusable->line, 0, {}},
                config.unusable->text, "nothing can be run from it; " + std::string(kRecompile));
}

std::optional<MissingSource> FindMissingSource(const Folder& folder, const KernelConfig& config) {
    for (size_t i = 0; i < config.kernels.size(); ++i) {
        const KernelEntry& kernel = config.kernels[i];
        const std::string label = "KERNELS[" + std::to_string(i) + "] (" + Printable(kernel.name) + "): ";
        if (!Exists(folder, kernel.source, FileType::kRegular)) {
            return MissingSource{kernel.line, kernel.source,
                                 label + "source " + Quoted(kernel.source) + " does not exist"};
        }
        for (const std::string& directory : kernel.extra_include_dirs) {
            if (Exists(folder, directory, FileType::kDirectory)) continue;
            return MissingSource{kernel.line, directory,
                                 label + "directory " + Quoted(directory) + " of extra_include_dirs does not exist"};
        }
    }
    if (config.orchestration && !Exists(folder, config.orchestration->source, FileType::kRegular)) {
        const std::string& source = config.orchestration->source;
        return MissingSource{config.orchestration->line, source,
                             "ORCHESTRATION: source " + Quoted(source) + " does not exist"};
    }
    return std::nullopt;
}

}  // namespace pto::gen
