#include "generator/commands/generate.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/error.h"
#include "base/folder_files.h"
#include "base/hash.h"
#include "base/text.h"
#include "contract/layout.h"
#include "generator/baseline/baseline.h"
#include "generator/commands/run_scan.h"
#include "generator/config/build_directory_loader.h"
#include "generator/config/pure_path.h"
#include "generator/golden/golden_state.h"
#include "generator/graph/check_graph.h"
#include "generator/graph/choose_prefixes.h"
#include "generator/graph/compile_commands.h"
#include "generator/graph/ninja_writer.h"
#include "generator/graph/plan_manifest.h"
#include "generator/plan/plan_request.h"
#include "generator/splice/unit_state.h"
#include "generator/toolchain/toolchain_probe.h"
#include "generator/umbrella/umbrella_graph.h"

namespace pto::gen {
namespace {

std::vector<std::string> BindingNames(const std::vector<Binding>& bindings) {
    std::vector<std::string> names;
    for (const Binding& binding : bindings) names.push_back(binding.name);
    return names;
}

// Each once, with the first program that asks for it.
std::vector<UsedRuntime> RuntimesOf(const BuildDirectory& directory) {
    std::vector<UsedRuntime> used;
    for (const Program& program : directory.programs) {
        const std::string& name = program.config.runtime.runtime;
        const auto same = [&name](const UsedRuntime& known) { return known.name == name; };
        if (std::any_of(used.begin(), used.end(), same)) continue;
        used.push_back({name, ShownPath(directory.root, program.config.file)});
    }
    return used;
}

// What our programs and ninja read beside build.ninja, by name: the scan knows when one of them is damaged.
std::map<std::string, std::string> GeneratedTexts(const Generation& generation, const GenerateOptions& options,
                                                  const std::vector<Binding>& bindings) {
    std::map<std::string, std::string> texts = generation.objects.written_sources;
    texts[kManifestFile] =
        ManifestText(PlanManifest(generation.directory, generation.toolchain, generation.objects, generation.entries));
    if (!generation.objects.debug_programs.empty()) {
        texts[kDebugManifestFile] = ManifestText(
            PlanDebugManifest(generation.directory, generation.toolchain, generation.objects, generation.entries));
    }
    texts[kToolchainFile] =
        BindingsText({"What depends on this machine: our programs, the compilers and their flags."}, bindings);
    if (generation.directory.distributed) {
        texts[kPlanRequestFile] = PlanRequestText(generation.directory, options, generation.recorded_devices);
    }
    return texts;
}

}  // namespace

DebugObjects WantsDebugObjects(const FileSystem& files, const std::string& root) {
    return IsFile(files, root + "/" + kDebugWantedFile) ? DebugObjects::kPlanned : DebugObjects::kNone;
}

Generation Prepare(const FileSystem& files, const std::string& root, const GenerateOptions& options,
                   const Roots& roots) {
    Generation generation;
    generation.directory = LoadBuildDirectory({files, root});
    generation.recorded_devices = OverrideDevices(generation.directory, options);
    std::string place = "--platform";
    std::string platform = options.platform;
    if (platform.empty()) platform = RecordedPlatform(generation.directory, place);
    const Platform& found = platform.empty() ? DefaultPlatform({}) : FindPlatform(platform, place);
    if (options.debug && !found.simulator) {
        throw Error(ErrorKind::kUsage, "--debug is for simulators, and the platform is '" + found.name + "'",
                    "add --platform " + found.name + "sim");
    }
    generation.toolchain = ProbeToolchain(found, options, roots, RuntimesOf(generation.directory));
    generation.objects = PlanObjects(generation.directory, generation.toolchain,
                                     ChoosePrefixes(files, generation.directory, generation.toolchain, options),
                                     options.debug ? DebugObjects::kPlanned : WantsDebugObjects(files, root));
    generation.entries = PlanEntries(generation.directory);
    return generation;
}

void Commit(FileSystem& all_files, const Generation& generation, const GenerateOptions& options,
            const Programs& programs) {
    const PlanInput input{generation.directory, generation.toolchain, options, programs,
                          generation.objects,   generation.entries};
    const BuildGraph graph = PlanGraph(input);
    const std::vector<Binding> bindings = ToolchainBindings(input);
    CheckGraph(graph, BindingNames(bindings));
    const std::string build_text = NinjaText(graph);
    ScanPlan scan_plan = PlanScan(input);

    const std::string absolute = CanonicalPath(generation.directory.root);
    FolderFiles files(all_files, generation.directory.root);
    for (const Program& program : generation.directory.programs) {
        for (const Unit& unit : program.units) {
            SeedUnitState(files, PathsOf(".", program.name, program.directory, unit.name, SpliceStamp(program, unit)),
                          unit.functions);
        }
    }
    if (options.debug) WriteIfChanged(files, kDebugWantedFile, "");
    SeedBaseline(files, ".", generation.directory);
    for (const Entry& entry : generation.entries) {
        if (entry.has_golden && !entry.IsPart()) {
            SeedGoldenState(files, Below(entry.directory, "golden.py"), entry.GoldenDir() + "/state.json");
        }
    }
    if (generation.objects.debug_programs.empty() && IsFile(files, kDebugManifestFile))
        files.Remove(kDebugManifestFile);
    for (const auto& [path, text] : GeneratedTexts(generation, options, bindings)) {
        WriteIfChanged(files, path, text);
        scan_plan.generated.push_back({path, ContentHash(text)});
    }
    WriteIfChanged(files, kCompileCommandsFile,
                   CompileCommandsText(absolute, generation.toolchain, generation.objects));
    WriteIfChanged(files, kScanPlanFile, ScanPlanText(scan_plan));
    WriteIfChanged(files, kOptionsFile, Join(FlagsOf(options), "\n") + "\n");
    ScanEnvironment environment = RealScanEnvironment(files, absolute, programs);
    environment.recompile = options.recompile;
    Scan(files, scan_plan, environment);
    if (generation.directory.kind != Kind::kL2) {
        for (const Program& program : generation.directory.programs) {
            WriteIfChanged(files, program.directory + "/" + kBuildFile, NinjaText(PlanLevelDelegate(program.name)));
        }
    }
    WriteIfChanged(files, kBuildFile, build_text);
    // Newer than everything it stands for, or ninja would call for the next generation at once.
    files.Write(kBuildStamp, "");
}

}  // namespace pto::gen
