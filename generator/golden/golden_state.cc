#include "generator/golden/golden_state.h"

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "base/json_fields.h"
#include "generator/golden/golden_values.h"

namespace pto::gen {
namespace {

constexpr char kStateRemedy[] = "delete the file; data/out then counts as seen for the first time";
constexpr int kSchema = 1;

// Everything in data/in, and what lies elsewhere but is loaded by the text; sorted.
std::vector<std::string> InputFiles(const GoldenSource& source, const FileSystem& files) {
    std::set<std::string> paths;
    const std::string folder = source.data_dir + "/in";
    if (IsDirectory(files, folder)) {
        for (const std::string& name : files.List(folder)) paths.insert(folder + "/" + name);
    }
    for (const GoldenInput& input : source.inputs.value_or(std::vector<GoldenInput>{})) {
        if (input.value.kind == GoldenValue::Kind::kFile) paths.insert(input.value.path);
    }
    std::vector<std::string> found(paths.begin(), paths.end());
    std::erase_if(found, [&](const std::string& path) { return !IsFile(files, path); });
    return found;
}

}  // namespace

std::optional<GoldenState> LoadGoldenState(const FileSystem& files, const std::string& path) {
    if (!IsFile(files, path)) return std::nullopt;
    const Json json = LoadJson(files, path, kStateRemedy);
    const JsonFields fields(json, path, "", kStateRemedy);
    if (fields.Integer("schema") != kSchema) fields.Refuse("schema", std::to_string(kSchema));
    return GoldenState{fields.String("reference"), fields.String("data_out"), fields.StringOr("data_in", "")};
}

void SaveGoldenState(FileSystem& files, const std::string& path, const GoldenState& state) {
    const Json json = {
        {"schema", kSchema}, {"reference", state.reference}, {"data_out", state.data_out}, {"data_in", state.data_in}};
    WriteIfChanged(files, path, JsonText(json));
}

void SeedGoldenState(FileSystem& files, const std::string& source, const std::string& path) {
    if (!IsFile(files, source) || files.Stat(path)) return;
    SaveGoldenState(files, path, {ParseGoldenSource(files.Read(source), source).reference_hash, "", ""});
}

std::optional<DataOut> InspectDataOut(const GoldenSource& source, const FileSystem& files, std::string& missing) {
    const std::vector<std::string> paths = DataOutFiles(source);
    const std::optional<FileInfo> golden = files.Stat(source.file);
    if (paths.empty() || !golden) return std::nullopt;
    const auto absent =
        std::find_if_not(paths.begin(), paths.end(), [&](const std::string& path) { return IsFile(files, path); });
    if (absent != paths.end()) {
        missing = *absent;
        return std::nullopt;
    }
    DataOut data;
    data.oldest_ns = std::numeric_limits<int64_t>::max();
    HashBuilder hash;
    for (size_t i = 0; i < paths.size(); ++i) {
        hash.Add((*source.outputs)[i]);
        hash.Add(files.Read(paths[i]));
        data.oldest_ns = std::min(data.oldest_ns, files.Stat(paths[i])->mtime_ns);
    }
    data.hash = hash.Finish();
    data.newer = data.oldest_ns > golden->mtime_ns;
    data.after_inputs = true;
    HashBuilder inputs;
    for (const std::string& path : InputFiles(source, files)) {
        inputs.Add(path);
        inputs.Add(files.Read(path));
        data.after_inputs = data.after_inputs && data.oldest_ns >= files.Stat(path)->mtime_ns;
    }
    data.inputs_hash = inputs.Finish();
    return data;
}

DataOutStanding StandingOf(const std::optional<GoldenState>& state, const std::string& reference, const DataOut& data) {
    const bool recent = data.newer && data.after_inputs;
    const bool edited = state && state->reference != reference;
    if (state && state->data_out == data.hash) {
        const bool same_inputs = state->data_in == data.inputs_hash;
        const bool other_inputs = !same_inputs && !state->data_in.empty();
        if (edited || other_inputs) {
            return {recent ? Standing::kTouched : Standing::kStale, edited ? "golden.py" : "data/in"};
        }
        const bool belongs = data.newer && (same_inputs || data.after_inputs);
        return {belongs ? Standing::kCurrent : Standing::kUnknown, ""};
    }
    // Seen for the first time, or made anew since.
    if (recent) return {Standing::kCurrent, ""};
    if (edited) return {Standing::kStale, "golden.py"};
    return {Standing::kUnknown, ""};
}

}  // namespace pto::gen
