#include "generator/config/sidecar.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/dtype.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "generator/config/config_table.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"

namespace pto::gen {
namespace {

const std::vector<std::string> kDirections = {"In", "Out", "InOut"};
const std::vector<std::string> kBackends = {"Ascend910B", "Ascend950"};

std::string Shown(const Json& json) {
    return json.is_string() ? Quoted(json.get<std::string>()) : DescribeJson(json);
}

bool IsInteger(const Json& json) {
    return json.is_number_integer() &&
           !(json.is_number_unsigned() && json.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX));
}

// One JSON object of a sidecar; `path` is where it stands ("params[2]"), empty for the whole file.
class Fields {
  public:
    Fields(const std::string& file, std::string path, const Json& json, const std::string& what = "an object")
        : file_(file), path_(std::move(path)), json_(json) {
        if (!json.is_object()) Fail(path_.empty() ? "the file" : path_, &json, what);
    }

    const Json* Find(const std::string& key) const {
        const auto found = json_.find(key);
        return found == json_.end() ? nullptr : &*found;
    }
    const Json& Require(const std::string& key, const std::string& expected) const {
        const Json* value = Find(key);
        if (value == nullptr) Fail(Name(key), nullptr, expected);
        return *value;
    }
    std::string Name(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

    // An integer >= 0, or `fallback` when the key is absent.
    int64_t Count(const std::string& key, int64_t fallback) const {
        const Json* value = Find(key);
        if (value == nullptr) return fallback;
        if (!IsInteger(*value) || value->get<int64_t>() < 0) Fail(Name(key), value, "an integer of 0 or more");
        return value->get<int64_t>();
    }
    std::string String(const std::string& key, const std::string& expected) const {
        const Json& value = Require(key, expected);
        if (!value.is_string()) Fail(Name(key), &value, expected);
        return value.get<std::string>();
    }
    // A string that is one of `members`.
    std::string Member(const std::string& key, const std::vector<std::string>& members,
                       const std::string& expected) const {
        const std::string word = String(key, expected);
        if (std::find(members.begin(), members.end(), word) != members.end()) return word;
        Fail(Name(key), Find(key), expected, Suggestion(word, members));
    }

    // `found` null: the field is missing.
    [[noreturn]] void Fail(const std::string& field, const Json* found, const std::string& expected,
                           const std::string& hint = {}) const {
        ThrowInput(file_, field + " is " + (found == nullptr ? "missing" : Shown(*found)) + ", expected " + expected,
                   hint.empty() ? std::string(kRecompile) : hint + " otherwise " + kRecompile);
    }
    const std::string& file() const { return file_; }
    const Json& json() const { return json_; }

  private:
    const std::string& file_;
    std::string path_;
    const Json& json_;
};

int64_t ReadSchema(const Fields& top, const std::vector<int64_t>& accepted) {
    const Json* schema = top.Find("schema");
    if (schema != nullptr && IsInteger(*schema) &&
        std::find(accepted.begin(), accepted.end(), schema->get<int64_t>()) != accepted.end()) {
        return schema->get<int64_t>();
    }
    std::string expected = std::to_string(accepted[0]);
    for (size_t i = 1; i < accepted.size(); ++i) expected += " or " + std::to_string(accepted[i]);
    ThrowInput(top.file(), "schema is " + (schema == nullptr ? "missing" : Shown(*schema)) + ", expected " + expected,
               std::string("the file is of another version of PyPTO or was edited: ") + kRecompile);
}

std::optional<std::vector<int64_t>> ReadShape(const Fields& param) {
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
std::string ReadLayout(const Fields& param) {
    const Json* layout = param.Find("layout");
    if (layout == nullptr || layout->is_null()) return {};
    if (!layout->is_string()) param.Fail(param.Name("layout"), layout, "the name of a layout, like 'ND', or null");
    return layout->get<std::string>();
}

Param ReadParam(const Fields& fields) {
    Param param;
    param.name = fields.String("name", "a string");
    param.direction = fields.Member("direction", kDirections, "'In', 'Out' or 'InOut'");
    param.shape = ReadShape(fields);
    param.dtype = fields.Member("dtype", DTypeNames(), "the name of a data type, like 'fp32'");
    param.layout = ReadLayout(fields);
    return param;
}

// What both sidecars hold.
CompiledMeta ReadCommon(const Fields& top) {
    CompiledMeta meta;
    const Json& params = top.Require("params", "a list");
    if (!params.is_array()) top.Fail("params", &params, "a list");
    for (size_t i = 0; i < params.size(); ++i) {
        meta.params.push_back(ReadParam(Fields(top.file(), "params[" + std::to_string(i) + "]", params[i])));
    }
    meta.num_return_types = top.Count("num_return_types", 0);
    meta.backend = top.Find("backend_type") == nullptr
                       ? kBackends[0]
                       : top.Member("backend_type", kBackends, "'Ascend910B' or 'Ascend950'");
    const Json* platform = top.Find("platform");
    if (platform != nullptr && !platform->is_null() && !platform->is_string()) {
        top.Fail("platform", platform, "a string or null");
    }
    if (platform != nullptr && platform->is_string()) meta.platform = platform->get<std::string>();
    return meta;
}

std::vector<int64_t> ReadDeviceIds(const Fields& fields) {
    const Json* ids = fields.Find("device_ids");
    if (ids == nullptr) return {0};
    const std::string field = fields.Name("device_ids");
    if (!ids->is_array()) fields.Fail(field, ids, "a list of integers");
    if (ids->empty()) ThrowInput(fields.file(), field + " is empty, expected at least one device", kRecompile);
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

void CheckDistributedKeys(const Fields& fields, int64_t schema) {
    std::vector<std::string> known = {"device_ids", "num_sub_workers", "runtime", "aicpu_thread_num"};
    if (schema == 1) known.push_back("block_dim");  // dropped with schema 2
    for (const auto& item : fields.json().items()) {
        if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
        const std::string hint = Suggestion(item.key(), known);
        ThrowInput(fields.file(),
                   fields.Name(Printable(item.key())) + " is not a known key, expected " + QuotedList(known),
                   hint.empty() ? std::string(kRecompile) : hint + " otherwise " + kRecompile);
    }
    const Json* block_dim = fields.Find("block_dim");
    if (block_dim != nullptr && !block_dim->is_null()) fields.Count("block_dim", 0);
}

DistributedConfig ReadDistributedConfig(const Fields& top, int64_t schema) {
    DistributedConfig config;
    const Json* json = top.Find("distributed_config");
    if (json == nullptr) return config;
    const Fields fields(top.file(), "distributed_config", *json);
    CheckDistributedKeys(fields, schema);
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
    const Fields top(shown_file, "", json, "a JSON object");
    ReadSchema(top, {1});
    return ReadCommon(top);
}

DistributedMeta ParseDistributedMeta(std::string_view text, const std::string& shown_file) {
    const Json json = ParseJson(text, shown_file, kRecompile);
    const Fields top(shown_file, "", json, "a JSON object");
    DistributedMeta meta;
    meta.schema = ReadSchema(top, {1, 2});
    meta.common = ReadCommon(top);
    meta.config = ReadDistributedConfig(top, meta.schema);
    return meta;
}

CompiledMeta LoadCompiledMeta(const FileSystem& files, const std::string& root, const std::string& program_directory) {
    const std::string file = JoinPath(program_directory, "compiled_meta.json");
    const std::string shown = ShownPath(root, file);
    CompiledMeta meta = ParseCompiledMeta(files.Read(shown), shown);
    meta.file = file;
    return meta;
}

DistributedMeta LoadDistributedMeta(const FileSystem& files, const std::string& root) {
    const std::string shown = ShownPath(root, "distributed_meta.json");
    DistributedMeta meta = ParseDistributedMeta(files.Read(shown), shown);
    meta.common.file = "distributed_meta.json";
    return meta;
}

}  // namespace pto::gen
