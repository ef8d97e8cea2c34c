#include "generator/golden/golden_state.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "generator/golden/golden_values.h"

namespace pto::gen {
namespace {

constexpr char kStateRemedy[] = "delete the file; data/out then counts as seen for the first time";
constexpr int kSchema = 1;

std::string StringField(const Json& json, const std::string& path, const char* field) {
    const auto it = json.find(field);
    if (it == json.end()) ThrowInput(path, "'" + std::string(field) + "' is missing", kStateRemedy);
    if (!it->is_string()) {
        ThrowInput(path, "'" + std::string(field) + "' is " + DescribeJson(*it) + ", expected a string", kStateRemedy);
    }
    return it->get<std::string>();
}

}  // namespace

std::optional<GoldenState> LoadGoldenState(const FileSystem& files, const std::string& path) {
    if (!IsFile(files, path)) return std::nullopt;
    const Json json = LoadJson(files, path, kStateRemedy);
    if (!json.is_object()) ThrowInput(path, "is " + DescribeJson(json) + ", expected an object", kStateRemedy);
    const auto schema = json.find("schema");
    if (schema == json.end() || *schema != kSchema) {
        ThrowInput(path, "'schema' is " + (schema == json.end() ? "missing" : DescribeJson(*schema)) + ", expected 1",
                   kStateRemedy);
    }
    return GoldenState{StringField(json, path, "reference"), StringField(json, path, "data_out")};
}

void SaveGoldenState(FileSystem& files, const std::string& path, const GoldenState& state) {
    const Json json = {{"schema", kSchema}, {"reference", state.reference}, {"data_out", state.data_out}};
    WriteIfChanged(files, path, JsonText(json));
}

void SeedGoldenState(FileSystem& files, const std::string& source, const std::string& path) {
    if (!IsFile(files, source) || files.Stat(path)) return;
    SaveGoldenState(files, path, {ParseGoldenSource(files.Read(source), source).reference_hash, ""});
}

std::optional<DataOut> InspectDataOut(const GoldenSource& source, const FileSystem& files) {
    const std::vector<std::string> paths = DataOutFiles(source);
    const std::optional<FileInfo> golden = files.Stat(source.file);
    if (paths.empty() || !golden) return std::nullopt;
    if (!std::all_of(paths.begin(), paths.end(), [&](const std::string& path) { return IsFile(files, path); })) {
        return std::nullopt;
    }
    DataOut data{{}, true};
    HashBuilder hash;
    for (size_t i = 0; i < paths.size(); ++i) {
        hash.Add((*source.outputs)[i]);
        hash.Add(files.Read(paths[i]));
        data.newer = data.newer && files.Stat(paths[i])->mtime_ns > golden->mtime_ns;
    }
    data.hash = hash.Finish();
    return data;
}

}  // namespace pto::gen
