#include "generator/golden/run_py_inputs.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/json.h"
#include "base/text.h"
#include "generator/steps/depfile.h"
#include "generator/steps/settled_run.h"
#include "tensors/safetensors.h"

namespace pto::gen {

void MakeRunPyInputs(const RunPyOptions& options, const std::vector<Interpreter>& interpreters, FileSystem& files,
                     const std::function<void(const std::string&)>& note) {
    std::vector<std::string> trials;
    const auto run = RunSettled<std::optional<ScriptRun>>(
        files, options.source,
        [&] {
            trials.clear();
            return RunScriptPython(options.source, interpreters, options.inputs, files, trials);
        },
        [](const std::optional<ScriptRun>& made) { return made ? made->inputs.reads : std::vector<std::string>(); });
    if (!run) {
        files.Remove(options.inputs);
        files.Write(options.missing, trials.empty() ? "there is no python3" : Join(trials, "; "));
        return;
    }
    for (const std::string_view line : Lines(run->printed)) note(options.source + ": " + std::string(line));
    WriteSafetensors(options.inputs, run->inputs.tensors,
                     {{"order", Json(run->names).dump()},
                      {"scalars", Json(run->inputs.scalars).dump()},
                      {"open", Json(run->open).dump()},
                      {"maker", "_inline_inputs in " + options.source}});
    files.Remove(options.missing);
    const Surroundings& seen = run->inputs.surroundings;
    SaveSurroundings(files, SurroundingsOf((std::filesystem::path(options.inputs).parent_path() / "witness").string()),
                     seen, ReadEnvironment);
    const std::string untracked = UntrackedNote(options.source, seen);
    if (!untracked.empty()) note(untracked);
    std::vector<std::string> reads = run->inputs.reads;
    reads.push_back(options.source);
    std::sort(reads.begin(), reads.end());
    files.Write(options.depfile, DepfileText(options.inputs, reads));
}

}  // namespace pto::gen
