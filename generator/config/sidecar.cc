#include "generator/config/sidecar.h"

#include "base/json.h"
#include "base/text.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"
#include "generator/config/sidecar_distributed.h"
#include "generator/config/sidecar_fields.h"
#include "generator/config/sidecar_params.h"
#include "generator/config/sidecar_schema.h"
#include "generator/python/python_source.h"
#include "upstream/platforms.h"

namespace pto::gen {
namespace {

std::string ReadBackend(const SidecarFields& top) {
    const std::vector<std::string> backends = BackendNames();
    if (top.Find("backend_type") == nullptr) return backends.front();
    std::vector<std::string> quoted;
    for (const std::string& backend : backends) quoted.push_back(Quoted(backend));
    return top.Member("backend_type", backends, Join(quoted, " or "));
}

// The platform says what is compiled for and what ptoas is told; the backend is what PyPTO made the sources for.
void NoteOtherBackend(CompiledMeta& meta, const std::string& file) {
    for (const PlatformRow& row : kPlatformRows) {
        if (row.name != meta.platform || row.backend == meta.backend) continue;
        meta.notes.push_back({file, 0,
                              "platform is " + Quoted(meta.platform) + ", which is " + std::string(row.backend) +
                                  ", and backend_type is " + Quoted(meta.backend) +
                                  ": the platform decides; --platform chooses another one"});
    }
}

// What both sidecars hold.
CompiledMeta ReadCommon(const SidecarFields& top, const FoundSchema& schema) {
    CompiledMeta meta;
    meta.schema = schema.number;
    if (schema.newer) meta.notes.push_back({top.file(), 0, NewerSchemaText(schema)});
    meta.modes = ReadModes(top, schema);
    meta.params = ReadParams(top, meta.notes);
    meta.num_return_types = top.Count("num_return_types", 0);
    meta.backend = ReadBackend(top);
    const Json* platform = top.Find("platform");
    if (platform != nullptr && !platform->is_null() && !platform->is_string()) {
        top.Fail("platform", platform, "a string or null");
    }
    if (platform != nullptr && platform->is_string()) meta.platform = platform->get<std::string>();
    if (top.Find("backend_type") != nullptr) NoteOtherBackend(meta, top.file());
    return meta;
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

CompiledMeta LoadCompiledMeta(const Folder& folder, const std::string& program_directory) {
    const std::string file = JoinPath(program_directory, std::string(kCompiledMeta));
    const std::string shown = folder.Shown(file);
    CompiledMeta meta = ParseCompiledMeta(folder.Read(file), shown);
    meta.file = file;
    for (Note& note : meta.notes) note.file = file;
    return meta;
}

DistributedMeta LoadDistributedMeta(const Folder& folder) {
    const std::string shown = folder.Shown(kDistributedMeta);
    DistributedMeta meta = ParseDistributedMeta(folder.Read(kDistributedMeta), shown);
    meta.common.file = kDistributedMeta;
    for (Note& note : meta.common.notes) note.file = kDistributedMeta;
    return meta;
}

}  // namespace pto::gen
