#include "generator/golden/golden_write.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/json.h"
#include "generator/steps/depfile.h"
#include "generator/steps/surroundings.h"
#include "tensors/safetensors.h"

namespace pto::gen {
namespace {

// data/out counts even when the reference was run: once it is newer, it is taken.
std::vector<std::string> FilesOf(const GoldenSource& source, const GoldenResult& result, const FileSystem& files) {
    std::vector<std::string> paths = result.inputs.reads;
    paths.push_back(source.file);
    for (const std::string& path : DataOutFiles(source)) {
        if (IsFile(files, path)) paths.push_back(path);
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

// What the witness, which hashes golden.py and the data beside it, does not hold.
Surroundings AllSeen(const GoldenSource& source, const GoldenResult& result, bool asked_python,
                     const std::vector<std::string>& paths) {
    Surroundings seen = result.inputs.surroundings;
    if (asked_python) seen.environment.insert(seen.environment.end(), {"PTO_PYTHON", "PYTHONPATH"});
    const std::string beside = (std::filesystem::path(source.file).parent_path() / "data/").string();
    for (const std::string& path : paths) {
        if (path != source.file && !path.starts_with(beside)) seen.files.push_back(path);
    }
    return seen;
}

std::string WitnessPath(const GoldenOptions& options) {
    if (!options.witness.empty()) return options.witness;
    return (std::filesystem::path(options.expected).parent_path() / "witness").string();
}

TensorMetadata ExpectedMetadata(const GoldenResult& result) {
    const bool none = !result.none.empty();
    TensorMetadata metadata = {{"outputs", none ? "[]" : Json(result.outputs).dump()},
                               {"rtol", fmt::format("{}", result.rtol)},
                               {"atol", fmt::format("{}", result.atol)},
                               {"source", result.from_data_out ? "data/out"
                                          : none               ? "none"
                                                               : "reference"}};
    if (none) metadata["not_validated"] = result.none;
    if (!result.note.empty()) metadata["note"] = result.note;
    return metadata;
}

}  // namespace

void WriteGolden(const GoldenOptions& options, const GoldenSource& source, const GoldenResult& result,
                 bool asked_python, FileSystem& files, const std::function<void(const std::string&)>& note) {
    std::vector<std::string> names;
    for (const Tensor& tensor : result.inputs.tensors) names.push_back(tensor.name);
    WriteSafetensors(options.inputs, result.inputs.tensors,
                     {{"order", Json(names).dump()}, {"scalars", Json(result.inputs.scalars).dump()}});
    WriteSafetensors(options.expected, result.expected, ExpectedMetadata(result));
    const std::vector<std::string> paths = FilesOf(source, result, files);
    const Surroundings seen = AllSeen(source, result, asked_python, paths);
    SaveSurroundings(files, SurroundingsOf(WitnessPath(options)), seen, ReadEnvironment);
    if (!options.depfile.empty()) files.Write(options.depfile, DepfileText(options.inputs, paths));
    for (const std::string& text : {result.note, UntrackedNote(source.file, seen)}) {
        if (!text.empty()) note(text);
    }
}

}  // namespace pto::gen
