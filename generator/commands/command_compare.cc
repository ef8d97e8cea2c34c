// Before `ninja compare` runs: builds what differs of the code as compiled, and says where both lie.
#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "base/own_places.h"
#include "base/printer.h"
#include "base/process.h"
#include "base/text.h"
#include "contract/layout.h"
#include "generator/baseline/compiled_copy.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/commands/programs.h"
#include "generator/graph/plan_manifest.h"

namespace pto::gen {
namespace {

struct Edit {
    std::vector<std::string> texts;  // "kernels/aiv/gate.cpp (+2 -1)", one per file
    std::string patch;
};

// Of the sources that go into a binary.
Edit FindEdit(const FileSystem& files, const Baseline& baseline) {
    std::vector<std::string> paths;
    for (const std::string& path : baseline.Paths()) {
        if (IsPartOfCopy(path)) paths.push_back(path);
    }
    Edit edit;
    for (const FileChange& change : FindChanges(files, ".", baseline, paths)) {
        const auto [text, lines] = MakePatch(change, PatchStyle::kPlain);
        edit.texts.push_back(change.path + " (+" + std::to_string(lines.added) + " -" + std::to_string(lines.removed) +
                             ")");
        edit.patch += text;
    }
    return edit;
}

void BuildObjects(const std::vector<std::string>& objects) {
    if (objects.empty()) return;
    ProcessOptions process;
    process.arguments = {"ninja", "-C", kCompiledCopy, "--quiet"};
    process.arguments.insert(process.arguments.end(), objects.begin(), objects.end());
    process.capture_output = false;
    process.own_group = false;
    const ProcessResult result = RunProcess(process);
    if (result.Ok()) return;
    throw Error(
        ErrorKind::kToolchain, Place{kCompiledCopy, 0, 0, {}},
        "the code as compiled does not build any more; see above",
        "compare with a toolchain that builds it, or delete .pto-ninja/baseline/ to start from the code as it is");
}

// Where an object lies from the directory's point of view.
ObjectPlan Relocated(ObjectPlan plan, const std::vector<std::string>& differing) {
    const std::set<std::string> own(differing.begin(), differing.end());
    for (Object& object : plan.objects) {
        if (own.count(object.path) != 0) object.path = std::string(kCompiledCopy) + "/" + object.path;
    }
    return plan;
}

}  // namespace

int RunPrepareCompareCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja prepare-compare", "Builds the code as compiled for a comparison.");
    GenerateOptions options;
    AddGenerateOptions(line, options);
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    const Programs programs = FindPrograms();
    RefuseLinksOut(".");
    const Baseline baseline = LoadBaseline(files, ".");
    WriteCompiledCopy(files, baseline);
    RecordRoots(options);
    const Roots roots = InspectRoots(options, FindOwnFiles());
    const Generation copy = Prepare(files, kCompiledCopy, options, roots);
    Commit(files, copy, options, programs);
    const auto compiled = [&baseline](const std::string& path) -> std::optional<std::string> {
        const auto found = baseline.sources.find(path);
        if (found == baseline.sources.end()) return std::nullopt;
        return ContentHash(found->second);
    };
    const std::vector<std::string> differing = DifferingObjects(
        copy.objects.objects, compiled, [&](const std::string& path) { return ReadIfThere(files, ".", path); });
    BuildObjects(differing);
    WriteIfChanged(
        files, kCompiledManifestFile,
        ManifestText(PlanManifest(copy.directory, copy.toolchain, Relocated(copy.objects, differing), copy.entries)));
    const Edit edit = FindEdit(files, baseline);
    WriteIfChanged(files, kComparedEdit, edit.patch);
    Print("pto-ninja", Severity::kNote,
          edit.texts.empty() ? "no edited source: compares the code as compiled with itself"
                             : "compares with the code as compiled: " + Join(edit.texts, ", "));
    return 0;
}

}  // namespace pto::gen
