#include "runtime/inputs/inputs.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "runtime/core/runnable.h"
#include "runtime/inputs/input_binding.h"
#include "runtime/inputs/made_up_inputs.h"
#include "tensors/safetensors.h"

namespace pto::run {
namespace {

std::vector<std::string> NameList(const TensorMetadata& metadata, const std::string& key, const std::string& path,
                                  const std::string& remedy) {
    const auto found = metadata.find(key);
    if (found == metadata.end()) return {};
    const Json json = ParseJson(found->second, path, remedy);
    std::vector<std::string> names;
    bool valid = json.is_array();
    for (size_t i = 0; valid && i < json.size(); ++i) {
        valid = json[i].is_string();
        if (valid) names.push_back(json[i].get<std::string>());
    }
    if (!valid) ThrowInput(path, "metadata '" + key + "' is " + found->second + ", expected a list of names", remedy);
    return names;
}

// The tensors of a file in the order that its metadata gives; where they may be
// open, those it calls so have a name only.
std::vector<InputValue> OrderedValues(SafetensorsFile file, const std::string& path, const std::string& remedy,
                                      bool may_be_open = false) {
    const std::vector<std::string> order = NameList(file.metadata, "order", path, remedy);
    const std::vector<std::string> scalars = NameList(file.metadata, "scalars", path, remedy);
    std::vector<std::string> open;
    if (may_be_open) open = NameList(file.metadata, "open", path, remedy);
    std::vector<InputValue> values;
    for (const std::string& name : order) {
        if (std::find(open.begin(), open.end(), name) != open.end()) {
            values.push_back({});
            values.back().tensor.name = name;
            continue;
        }
        const auto tensor =
            std::find_if(file.tensors.begin(), file.tensors.end(), [&](const Tensor& t) { return t.name == name; });
        if (tensor == file.tensors.end()) {
            ThrowInput(path, "metadata 'order' names '" + name + "', which is not in the file", remedy);
        }
        const bool is_scalar = std::find(scalars.begin(), scalars.end(), name) != scalars.end();
        values.push_back({std::move(*tensor), is_scalar});
        // A name that is listed twice must not find the tensor again.
        file.tensors.erase(tensor);
    }
    if (!file.tensors.empty()) {
        ThrowInput(path, "metadata 'order' leaves out '" + file.tensors.front().name + "'", remedy);
    }
    return values;
}

const std::vector<std::string>& SignatureOf(const Manifest& manifest, const Entry& entry) {
    static const std::vector<std::string> kNone;
    const Program* program = FindProgram(manifest, entry.program);
    return program == nullptr ? kNone : program->orchestration.signature;
}

Inputs FromGolden(const Manifest& manifest, const Entry& entry) {
    const std::string path = manifest.Resolve(entry.golden->inputs);
    const std::string remedy = "run 'ninja -C " + manifest.directory + " replay', which makes it";
    Inputs inputs;
    inputs.origin = InputOrigin::kGolden;
    inputs.source = entry.golden->source;
    std::vector<InputValue> values = OrderedValues(ReadSafetensors(path), path, remedy);
    for (const InputValue& value : values) inputs.golden_names.push_back(value.tensor.name);
    const InputSource source = {manifest.Resolve(entry.golden->source), "generate_inputs gives", "in generate_inputs"};
    inputs.arguments = entry.params ? BindByPosition(*entry.params, std::move(values), source)
                                    : BindUnchecked(std::move(values), SignatureOf(manifest, entry));
    return inputs;
}

// A rank-0 zero in place of each value that is None and that --scalar gives, so that position and count can be checked.
void FillOpen(const Entry& entry, const InputOptions& options, const std::string& source,
              std::vector<InputValue>& values) {
    for (size_t i = 0; i < values.size(); ++i) {
        InputValue& value = values[i];
        if (value.tensor.dtype != nullptr) continue;
        const Param* param = entry.params && i < entry.params->size() ? &(*entry.params)[i] : nullptr;
        const bool scalar = param != nullptr && param->IsScalar();
        const std::string name = param != nullptr ? param->name : value.tensor.name;
        if (scalar && options.scalars.contains(name)) {
            value = {MakeTensor(value.tensor.name, *param->dtype, {}), true};
            continue;
        }
        ThrowInput(source,
                   "_inline_inputs leaves '" + name + "' as None" +
                       (param != nullptr ? ", expected " + ParamTypeText(*param) : ""),
                   scalar ? "give it a value there, such as ctypes.c_int64(3), or pass --scalar " + name + "=VALUE"
                          : "give it a value there");
    }
}

Inputs FromRunPy(const Manifest& manifest, const Entry& entry, const InputOptions& options) {
    const std::string path = manifest.Resolve(entry.run_py->inputs);
    const std::string remedy = "run 'ninja -C " + manifest.directory + " replay', which makes it";
    Inputs inputs;
    inputs.origin = InputOrigin::kRunPy;
    inputs.source = entry.run_py->source;
    std::vector<InputValue> values = OrderedValues(ReadSafetensors(path), path, remedy, true);
    // PyPTO writes the sidecar's shapes into the script, and runs a program for one chip with whatever comes from
    // there.
    const InputSource source = {manifest.Resolve(entry.run_py->source), "_inline_inputs gives", "in _inline_inputs",
                                entry.plan.empty()};
    FillOpen(entry, options, source.file, values);
    if (!entry.params) {
        inputs.arguments = BindUnchecked(std::move(values), SignatureOf(manifest, entry));
        return inputs;
    }
    inputs.arguments = BindByPosition(*entry.params, std::move(values), source);
    for (size_t i = 0; i < inputs.arguments.size(); ++i) {
        const Param& param = (*entry.params)[i];
        if (options.scalars.contains(param.name))
            inputs.arguments[i] = ScalarArgument(SidecarOf(manifest, entry), param, options);
    }
    return inputs;
}

// Why debug/run.py made no inputs; empty where it did, or was not asked.
std::string MissingForRunPy(const Manifest& manifest, const RunPyFiles& run_py) {
    const RealFileSystem files;
    const std::string path = manifest.Resolve(run_py.missing);
    return IsFile(files, path) ? files.Read(path) : "";
}

bool UsesRunPy(const Entry& entry, const InputOptions& options) {
    return options.file.empty() && options.use_run_py && entry.run_py && !entry.run_py->inputs.empty();
}

const Param* FindParam(const Entry& entry, const std::string& name) {
    if (!entry.params) return nullptr;
    const auto found =
        std::find_if(entry.params->begin(), entry.params->end(), [&](const Param& p) { return p.name == name; });
    return found == entry.params->end() ? nullptr : &*found;
}

// A parameter that the file does not have: a scalar from the command line, an output of known shape, or an error.
Argument MissingFromFile(const std::string& sidecar, const Param& param, const InputOptions& options) {
    if (param.IsScalar()) return ScalarArgument(sidecar, param, options);
    if (param.direction != Direction::kOut) {
        ThrowInput(options.file, "has no tensor '" + param.name + "', expected " + ParamTypeText(param),
                   "name the tensors of the file like the parameters");
    }
    std::set<std::string> assumed;
    std::vector<int64_t> shape = AllocatedShape(param, options, assumed);
    if (!assumed.empty()) {
        ThrowInput(options.file,
                   "has no tensor '" + param.name + "', and an output " + ParamTypeText(param) +
                       " cannot be allocated without its sizes",
                   "add the tensor, or give --shape " + param.name + "=..");
    }
    return {param.name, param.direction, false, param.dtype, 0, AllocateOutput(sidecar, param, shape)};
}

std::vector<Argument> BindByName(const Manifest& manifest, const Entry& entry, SafetensorsFile file,
                                 const InputOptions& options, const InputSource& source) {
    std::vector<std::string> names;
    for (const Param& param : *entry.params) names.push_back(param.name);
    for (const Tensor& tensor : file.tensors) {
        if (std::find(names.begin(), names.end(), tensor.name) != names.end()) continue;
        ThrowInput(options.file, "tensor '" + tensor.name + "' is no parameter, expected " + QuotedList(names),
                   "rename it, or list the tensors in parameter order in metadata 'order'");
    }
    std::vector<Argument> arguments;
    for (size_t i = 0; i < entry.params->size(); ++i) {
        const Param& param = (*entry.params)[i];
        const auto tensor = std::find_if(file.tensors.begin(), file.tensors.end(),
                                         [&](const Tensor& t) { return t.name == param.name; });
        const bool overridden = options.scalars.contains(param.name);
        arguments.push_back(tensor == file.tensors.end() || overridden
                                ? MissingFromFile(SidecarOf(manifest, entry), param, options)
                                : BindValue(param, {std::move(*tensor), false}, i, source));
    }
    return arguments;
}

Inputs FromFile(const Manifest& manifest, const Entry& entry, const InputOptions& options) {
    Inputs inputs;
    inputs.origin = InputOrigin::kFile;
    inputs.source = options.file;
    SafetensorsFile file = ReadSafetensors(options.file);
    const InputSource source = {options.file, "the file has", "in the file"};
    if (!file.metadata.contains("order")) {
        if (!entry.params) {
            ThrowInput(options.file, "the parameters have no names here (there is no compiled_meta.json)",
                       "list the tensors in parameter order in metadata 'order'");
        }
        inputs.arguments = BindByName(manifest, entry, std::move(file), options, source);
        return inputs;
    }
    std::vector<InputValue> values = OrderedValues(std::move(file), options.file, "");
    inputs.arguments = entry.params ? BindByPosition(*entry.params, std::move(values), source)
                                    : BindUnchecked(std::move(values), SignatureOf(manifest, entry));
    return inputs;
}

void CheckName(const std::string& flag, const std::string& name, bool scalar,
               const std::vector<const Entry*>& entries) {
    std::vector<std::string> names;
    for (const Entry* entry : entries) {
        const Param* param = FindParam(*entry, name);
        if (param != nullptr && param->IsScalar() == scalar) return;
        if (!entry->params) continue;
        for (const Param& other : *entry->params) {
            if (other.IsScalar() == scalar) names.push_back(other.name);
        }
    }
    const std::string kind = scalar ? "scalar" : "tensor";
    throw Error(ErrorKind::kUsage,
                flag + ": there is no " + kind + " parameter '" + name + "'" +
                    (names.empty() ? "" : ", only " + QuotedList(names)),
                DidYouMean(name, names));
}

}  // namespace

Inputs LoadInputs(const Manifest& manifest, const Entry& entry, const InputOptions& options) {
    if (entry.params) RequireUsableTypes(*entry.params, SidecarOf(manifest, entry));
    if (!options.file.empty()) return FromFile(manifest, entry, options);
    if (options.use_golden && entry.golden) return FromGolden(manifest, entry);
    if (!UsesRunPy(entry, options)) return MakeUpInputs(manifest, entry, options);
    const std::string missing = MissingForRunPy(manifest, *entry.run_py);
    if (missing.empty()) return FromRunPy(manifest, entry, options);
    Inputs inputs = MakeUpInputs(manifest, entry, options);
    inputs.notes.push_back("the inputs are not those of " + entry.run_py->source + ": " + missing +
                           "; PTO_PYTHON names a Python that has what it needs");
    return inputs;
}

void CheckInputOptions(const Manifest& manifest, const std::vector<const Entry*>& entries,
                       const InputOptions& options) {
    const bool golden =
        options.file.empty() && options.use_golden &&
        std::all_of(entries.begin(), entries.end(), [](const Entry* entry) { return entry->golden.has_value(); });
    const bool given = !options.shapes.empty() || !options.scalars.empty() || options.dynamic_size != 0;
    if (golden && given) {
        const std::string flag = !options.shapes.empty()    ? "--shape"
                                 : !options.scalars.empty() ? "--scalar"
                                                            : "--dynamic";
        throw Error(ErrorKind::kUsage, flag + " has no effect: the inputs come from " + entries.front()->golden->source,
                    "add --no-golden to make them up, or edit generate_inputs");
    }
    const bool run_py = std::all_of(entries.begin(), entries.end(), [&](const Entry* entry) {
        return UsesRunPy(*entry, options) && MissingForRunPy(manifest, *entry->run_py).empty();
    });
    if (run_py && (!options.shapes.empty() || options.dynamic_size != 0)) {
        throw Error(ErrorKind::kUsage,
                    std::string(options.shapes.empty() ? "--dynamic" : "--shape") +
                        " has no effect: the inputs come from " + entries.front()->run_py->source,
                    "add --no-golden to make them up, or edit _inline_inputs");
    }
    for (const auto& [name, shape] : options.shapes) CheckName("--shape", name, false, entries);
    for (const auto& [name, text] : options.scalars) CheckName("--scalar", name, true, entries);
}

}  // namespace pto::run
