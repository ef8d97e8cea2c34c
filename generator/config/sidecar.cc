#include "generator/config/sidecar.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/dtype.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "generator/config/config_table.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"
#include "generator/config/sidecar_fields.h"
#include "generator/config/sidecar_schema.h"
#include "upstream/platforms.h"

namespace pto::gen {
namespace {

const std::vector<std::string> kDirections = {"In", "Out", "InOut"};

std::optional<std::vector<int64_t>> ReadShape(const SidecarFields& param) {
    const std::string expected = "null (a scalar) or a list of integers";
    const Json& shape = param.Require("shape", expected);
    if (shape.is_null()) return std::nullopt;
    if (!shape.is_array()) param.Fail(param.Name("shape"), &shape, expected);
    std::vector<int64_t> dimensions;
    for (const Json& dimension : shape) {
        if (!IsInteger(dimension)) {
            param.Fail(param.Name("shape[" + std::to_string(dimensions.size()) + "]"), &dimension, "an integer");
        }
        dimensions.push_back(dimension.get<int64_t>());
    }
    return dimensions;
}

// Any name: what it means is asked where the parameter is used. Absent in most files of schema 1, not in all.
std::string ReadLayout(const SidecarFields& param) {
    const Json* layout = param.Find("layout");
    if (layout == nullptr || layout->is_null()) return {};
    if (!layout->is_string()) param.Fail(param.Name("layout"), layout, "the name of a layout, like 'ND', or null");
    return layout->get<std::string>();
}

Param ReadParam(const SidecarFields& fields) {
    Param param;
    param.name = fields.String("name", "a string");
    param.direction = fields.Member("direction", kDirections, "'In', 'Out' or 'InOut'");
    param.shape = ReadShape(fields);
    // Any name: a program of a type that is not known is built, and refused where its values are needed.
    param.dtype = fields.String("dtype", "the name of a data type, like 'fp32'");
    param.layout = ReadLayout(fields);
    return param;
}

// One note for each data type that is not known, with the parameters that have it.
void NoteUnknownTypes(CompiledMeta& meta, const std::string& shown_file) {
    std::map<std::string, std::vector<std::string>> unknown;
    for (const Param& param : meta.params) {
        if (FindDType(param.dtype) == nullptr) unknown[param.dtype].push_back(Printable(param.name));
    }
    for (const auto& [dtype, names] : unknown) {
        meta.notes.push_back({shown_file, 0,
                              "the data type " + Quoted(dtype) + " of " + QuotedList(names) +
                                  " is not known: the program is built, and cannot be run"});
    }
}

std::string ReadBackend(const SidecarFields& top) {
    const std::vector<std::string> backends = BackendNames();
    if (top.Find("backend_type") == nullptr) return backends.front();
    std::vector<std::string> quoted;
    for (const std::string& backend : backends) quoted.push_back(Quoted(backend));
    return top.Member("backend_type", backends, Join(quoted, " or "));
}

// What both sidecars hold.
CompiledMeta ReadCommon(const SidecarFields& top, const FoundSchema& schema) {
    CompiledMeta meta;
    meta.schema = schema.number;
    if (schema.newer) meta.notes.push_back({top.file(), 0, NewerSchemaText(schema)});
    meta.modes = ReadModes(top, schema);
    const Json& params = top.Require("params", "a list");
    if (!params.is_array()) top.Fail("params", &params, "a list");
    for (size_t i = 0; i < params.size(); ++i) {
        meta.params.push_back(ReadParam(SidecarFields(top.file(), "params[" + std::to_string(i) + "]", params[i])));
    }
    NoteUnknownTypes(meta, top.file());
    meta.num_return_types = top.Count("num_return_types", 0);
    meta.backend = ReadBackend(top);
    const Json* platform = top.Find("platform");
    if (platform != nullptr && !platform->is_null() && !platform->is_string()) {
        top.Fail("platform", platform, "a string or null");
    }
    if (platform != nullptr && platform->is_string()) meta.platform = platform->get<std::string>();
    return meta;
}

std::vector<int64_t> ReadDeviceIds(const SidecarFields& fields) {
    const Json* ids = fields.Find("device_ids");
    if (ids == nullptr) return {0};
    const std::string field = fields.Name("device_ids");
    if (!ids->is_array()) fields.Fail(field, ids, "a list of integers");
    if (ids->empty()) fields.FailText(field + " is empty, expected at least one device");
    std::vector<int64_t> devices;
    std::set<int64_t> seen;
    for (const Json& id : *ids) {
        const std::string place = field + "[" + std::to_string(devices.size()) + "]";
        if (!IsInteger(id) || id.get<int64_t>() < 0) fields.Fail(place, &id, "an integer of 0 or more");
        if (!seen.insert(id.get<int64_t>()).second) {
            fields.Fail(place, &id, "a device that is not in the list already");
        }
        devices.push_back(id.get<int64_t>());
    }
    return devices;
}

// A key that is not known is refused, as PyPTO does, but at a schema that may have brought it.
void CheckDistributedKeys(const SidecarFields& fields, const FoundSchema& schema, std::vector<Note>& notes) {
    std::vector<std::string> known = {"device_ids", "num_sub_workers", "runtime", "aicpu_thread_num"};
    if (schema.row->block_dim) known.emplace_back("block_dim");
    for (const auto& item : fields.json().items()) {
        if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
        const std::string name = fields.Name(Printable(item.key()));
        if (!schema.newer) {
            fields.FailText(name + " is not a known key, expected " + QuotedList(known), Suggestion(item.key(), known));
        }
        notes.push_back({fields.file(), 0, name + " is not a known key: not used"});
    }
    const Json* block_dim = schema.row->block_dim ? fields.Find("block_dim") : nullptr;
    if (block_dim != nullptr && !block_dim->is_null()) fields.Count("block_dim", 0);
}

DistributedConfig ReadDistributedConfig(const SidecarFields& top, const FoundSchema& schema, std::vector<Note>& notes) {
    DistributedConfig config;
    const Json* json = top.Find("distributed_config");
    if (json == nullptr) return config;
    const SidecarFields fields(top.file(), "distributed_config", *json);
    CheckDistributedKeys(fields, schema, notes);
    config.device_ids = ReadDeviceIds(fields);
    config.num_sub_workers = fields.Count("num_sub_workers", 0);
    config.aicpu_thread_num = fields.Count("aicpu_thread_num", 0);
    if (config.aicpu_thread_num == 1) {
        fields.Fail(fields.Name("aicpu_thread_num"), fields.Find("aicpu_thread_num"),
                    "0 (the default of the chip) or at least 2");
    }
    if (fields.Find("runtime") != nullptr) config.runtime = fields.String("runtime", "a string");
    return config;
}

}  // namespace

CompiledMeta ParseCompiledMeta(std::string_view text, const std::string& shown_file) {
    const Json json = ParseJson(text, shown_file, kRecompile);
    const SidecarFields top(shown_file, "", json, "a JSON object");
    return ReadCommon(top, ReadSchema(top, kCompiledMeta));
}

DistributedMeta ParseDistributedMeta(std::string_view text, const std::string& shown_file) {
    const Json json = ParseJson(text, shown_file, kRecompile);
    const SidecarFields top(shown_file, "", json, "a JSON object");
    const FoundSchema schema = ReadSchema(top, kDistributedMeta);
    DistributedMeta meta;
    meta.common = ReadCommon(top, schema);
    meta.config = ReadDistributedConfig(top, schema, meta.common.notes);
    return meta;
}

CompiledMeta LoadCompiledMeta(const FileSystem& files, const std::string& root, const std::string& program_directory) {
    const std::string file = JoinPath(program_directory, std::string(kCompiledMeta));
    const std::string shown = ShownPath(root, file);
    CompiledMeta meta = ParseCompiledMeta(files.Read(shown), shown);
    meta.file = file;
    for (Note& note : meta.notes) note.file = file;
    return meta;
}

DistributedMeta LoadDistributedMeta(const FileSystem& files, const std::string& root) {
    const std::string shown = ShownPath(root, std::string(kDistributedMeta));
    DistributedMeta meta = ParseDistributedMeta(files.Read(shown), shown);
    meta.common.file = kDistributedMeta;
    for (Note& note : meta.common.notes) note.file = kDistributedMeta;
    return meta;
}

}  // namespace pto::gen
