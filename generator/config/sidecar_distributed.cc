#include "generator/config/sidecar_distributed.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/text.h"
#include "generator/config/config_table.h"
#include "generator/config/pure_path.h"
#include "generator/python/python_source.h"
#include "upstream/runtimes.h"

namespace pto::gen {
namespace {

struct DistributedField {
    const char* name;
    const char* default_text;
};

constexpr DistributedField kDistributedFields[] = {
    {"device_ids", "[0], one device"},
    {"num_sub_workers", "0"},
    {"runtime", "'tensormap_and_ringbuffer'"},
    {"aicpu_thread_num", "0"},
};

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
        devices.push_back(fields.Index(place, id));
        if (!seen.insert(devices.back()).second) {
            fields.Fail(place, &id, "a device that is not in the list already");
        }
    }
    return devices;
}

// A key that is not known is refused, as PyPTO does, but at a schema that may have brought it.
void CheckDistributedKeys(const SidecarFields& fields, const FoundSchema& schema, std::vector<Note>& notes) {
    std::vector<std::string> known;
    for (const DistributedField& field : kDistributedFields) known.emplace_back(field.name);
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

void NoteLeftOut(const SidecarFields& fields, std::vector<Note>& notes) {
    for (const DistributedField& field : kDistributedFields) {
        if (fields.Find(field.name) != nullptr) continue;
        notes.push_back({fields.file(), 0,
                         fields.Name(field.name) + " is missing: taken as " + field.default_text + ", as PyPTO does"});
    }
}

}  // namespace

DistributedConfig ReadDistributedConfig(const SidecarFields& top, const FoundSchema& schema, std::vector<Note>& notes) {
    DistributedConfig config;
    const Json* json = top.Find("distributed_config");
    if (json == nullptr) {
        notes.push_back({top.file(), 0, "distributed_config is missing: taken as device 0 alone, as PyPTO does"});
        return config;
    }
    const SidecarFields fields(top.file(), "distributed_config", *json);
    CheckDistributedKeys(fields, schema, notes);
    config.device_ids = ReadDeviceIds(fields);
    config.num_sub_workers = fields.Count("num_sub_workers", 0);
    config.aicpu_thread_num = fields.Count("aicpu_thread_num", 0);
    if (config.aicpu_thread_num == 1) {
        fields.Fail(fields.Name("aicpu_thread_num"), fields.Find("aicpu_thread_num"),
                    "0 (the default of the chip) or at least 2");
    }
    const std::vector<std::string> runtimes = RuntimeNames();
    if (fields.Find("runtime") != nullptr) {
        config.runtime = fields.Member("runtime", runtimes, "one of " + QuotedList(runtimes));
    }
    NoteLeftOut(fields, notes);
    return config;
}

}  // namespace pto::gen
