#include "generator/splice/unit_state.h"

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/stored_path.h"
#include "contract/layout.h"
#include "generator/config/pure_path.h"
#include "generator/splice/splice.h"
#include "upstream/sidecar_schemas.h"

namespace pto::gen {
namespace {

constexpr int kSchema = 1;

UnitState FromJson(const Json& json) {
    UnitState state;
    state.pto = json.at("pto").get<std::string>();
    state.raw = json.at("raw").get<std::string>();
    state.ptoas = json.at("ptoas").get<std::string>();
    state.flags = json.at("flags").get<std::vector<std::string>>();
    state.splice_id = json.at("splice_id").get<std::string>();
    state.bodies = json.at("bodies").get<std::map<std::string, std::string>>();
    if (const auto writing = json.find("writing"); writing != json.end()) {
        state.writing = writing->get<std::map<std::string, std::string>>();
    }
    return state;
}

bool NamesKernels(const std::map<std::string, std::string>& hashes) {
    return std::all_of(hashes.begin(), hashes.end(),
                       [](const auto& entry) { return StoredPathProblem(entry.first).empty(); });
}

constexpr int64_t kCopyNs = 2'000'000'000;

// What PyPTO writes and nobody edits, other than the raw text of the unit itself: the last first, which in a copy by
// name is the youngest.
std::vector<std::string> ProductsBeside(const FileSystem& files, const UnitPaths& paths) {
    const std::string directory = ParentPath(paths.raw);
    std::vector<std::string> products;
    for (const std::string& name : files.List(paths.OnDisk(directory))) {
        const std::string path = JoinPath(directory, name);
        if (name.ends_with(".cpp") && path != paths.raw) products.push_back(path);
    }
    std::reverse(products.begin(), products.end());
    products.push_back(JoinPath(ParentPath(directory), kCompiledMeta));
    products.emplace_back(kDistributedMeta);
    return products;
}

// A copy or a checkout writes files in an order of its own, all at once: a .pto that seems to be newer than its raw
// text by a moment, and is older than something that nobody edits, was there before that. Who edits it after the copy
// makes it the newest of them.
bool WasCopied(const FileSystem& files, const UnitPaths& paths, int64_t pto_ns, int64_t raw_ns) {
    if (pto_ns - raw_ns > kCopyNs) return false;
    const std::vector<std::string> products = ProductsBeside(files, paths);
    return std::any_of(products.begin(), products.end(), [&](const std::string& product) {
        const std::optional<FileInfo> info = files.Stat(paths.OnDisk(product));
        return info && info->mtime_ns > pto_ns;
    });
}

}  // namespace

UnitPaths PathsOf(const std::string& root, const std::string& program, const std::string& program_directory,
                  const std::string& unit, const std::string& stamp) {
    UnitPaths paths;
    paths.root = root;
    paths.name = unit;
    paths.pto = Below(program_directory, "ptoas/" + unit + ".pto");
    paths.raw = Below(program_directory, "ptoas/" + unit + ".cpp");
    paths.kernels = Below(program_directory, "kernels");
    paths.state = std::string(kPrivateDir) + "/state/" + Below(program, OwnName(unit) + ".json");
    paths.stamp = stamp;
    return paths;
}

std::optional<UnitState> LoadUnitState(const FileSystem& files, const UnitPaths& paths) {
    const std::string path = paths.OnDisk(paths.state);
    if (!IsFile(files, path)) return std::nullopt;
    // A state that is damaged is made again; one that cannot be read now is still what was handled.
    const std::string text = files.Read(path);
    try {
        const Json json = ParseJson(text, path, "");
        if (json.at("schema") != kSchema) return std::nullopt;
        UnitState state = FromJson(json);
        return NamesKernels(state.bodies) && NamesKernels(state.writing) ? std::optional(std::move(state))
                                                                         : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

std::string UnitStateText(const UnitState& state) {
    Json json;
    json["schema"] = kSchema;
    json["pto"] = state.pto;
    json["raw"] = state.raw;
    json["ptoas"] = state.ptoas;
    json["flags"] = state.flags;
    json["splice_id"] = state.splice_id;
    json["bodies"] = state.bodies;
    if (!state.writing.empty()) json["writing"] = state.writing;
    return JsonText(json);
}

UnitState SeededState(const FileSystem& files, const UnitPaths& paths, const std::vector<std::string>& functions) {
    UnitState state;
    const std::string stamp = paths.OnDisk(paths.stamp);
    state.splice_id = IsFile(files, stamp) ? files.Read(stamp) : kNothingSpliced;
    const std::optional<FileInfo> pto = files.Stat(paths.OnDisk(paths.pto));
    const std::optional<FileInfo> raw = files.Stat(paths.OnDisk(paths.raw));
    if (raw) state.raw = ContentHash(files.Read(paths.OnDisk(paths.raw)));
    if (pto && raw && (pto->mtime_ns <= raw->mtime_ns || WasCopied(files, paths, pto->mtime_ns, raw->mtime_ns))) {
        state.pto = ContentHash(files.Read(paths.OnDisk(paths.pto)));
    }
    for (const std::string& function : functions) {
        for (const std::string& kernel : KernelsOf(files, paths, function)) {
            if (const auto hash = BodyHash(files.Read(paths.OnDisk(kernel)))) state.bodies[kernel] = *hash;
        }
    }
    return state;
}

void SeedUnitState(FileSystem& files, const UnitPaths& paths, const std::vector<std::string>& functions) {
    if (LoadUnitState(files, paths)) return;
    files.Write(paths.OnDisk(paths.state), UnitStateText(SeededState(files, paths, functions)));
}

std::string KernelPath(const UnitPaths& paths, const std::string& core, const std::string& function) {
    return paths.kernels + "/" + core + "/" + function + ".cpp";
}

std::vector<std::string> KernelsOf(const FileSystem& files, const UnitPaths& paths, const std::string& function) {
    std::vector<std::string> kernels;
    for (const char* core : {"aic", "aiv"}) {
        const std::string kernel = KernelPath(paths, core, function);
        if (!IsFile(files, paths.OnDisk(kernel))) continue;
        if (!kernels.empty() && HasNoSentinel(files.Read(paths.OnDisk(kernel)))) continue;
        kernels.push_back(kernel);
    }
    return kernels;
}

std::optional<std::string> BodyHash(std::string_view kernel_text) {
    const std::optional<KernelParts> parts = TrySplitKernel(kernel_text);
    if (!parts) return std::nullopt;
    return ContentHash(UniversalNewlines(parts->body));
}

}  // namespace pto::gen
