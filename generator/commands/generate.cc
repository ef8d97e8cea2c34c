#include "generator/commands/generate.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/hash.h"
#include "base/process.h"
#include "generator/config/build_directory_loader.h"
#include "generator/config/directory_listing.h"
#include "generator/config/function_cache.h"
#include "generator/golden/golden_state.h"
#include "generator/graph/check_graph.h"
#include "generator/graph/compile_commands.h"
#include "generator/graph/layout.h"
#include "generator/graph/manifest_writer.h"
#include "generator/graph/ninja_writer.h"
#include "generator/graph/toolchain_probe.h"
#include "generator/splice/ptoas.h"
#include "generator/splice/unit_state.h"
#include "generator/steps/activity.h"
#include "generator/steps/scan.h"
#include "generator/version.h"

namespace pto::gen {
namespace {

// The scan works below the current directory, as ninja does; this puts the process there for as long as it lives.
class WorkingDirectory {
  public:
    explicit WorkingDirectory(const std::string& path) : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(path);
    }
    ~WorkingDirectory() {
        std::error_code ignored;
        std::filesystem::current_path(before_, ignored);
    }
    WorkingDirectory(const WorkingDirectory&) = delete;
    WorkingDirectory& operator=(const WorkingDirectory&) = delete;

  private:
    std::filesystem::path before_;
};

// Which file a name in PATH stands for, and that it is still the same one.
std::string ProgramIdentity(const std::string& program) {
    const std::string found = FindProgram(program);
    if (found.empty()) return program + " not found";
    std::error_code code;
    const std::filesystem::path real = std::filesystem::canonical(found, code);
    const std::string path = code ? found : real.string();
    const std::optional<FileInfo> info = RealFileSystem().Stat(path);
    if (!info) return program + " not found";
    return path + " " + std::to_string(info->size) + " " + std::to_string(info->mtime_ns);
}

std::optional<std::string> Variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

ScanEnvironment RealScanEnvironment(FileSystem& files, const Programs& programs) {
    ScanEnvironment environment;
    environment.variable = Variable;
    environment.program_identity = ProgramIdentity;
    environment.ptoas_identity = PtoasFingerprint;
    environment.listing = [&files](HashCache& hashes) {
        FunctionCache functions(files, hashes, kFunctionCacheFile);
        std::string text = ListingText(files, ".", functions.Source());
        functions.Save();
        return text;
    };
    environment.generator_identity = std::string(kVersion) + " " + ProgramIdentity(programs.pto_ninja);
    environment.directory = std::filesystem::current_path().string();
    environment.now_ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    return environment;
}

std::string RecordedPlatform(const BuildDirectory& directory, std::string& file) {
    const CompiledMeta* meta = nullptr;
    if (directory.distributed) meta = &directory.distributed->common;
    for (const Program& program : directory.programs) {
        if (meta == nullptr && program.meta) meta = &*program.meta;
    }
    if (meta == nullptr) return {};
    file = directory.root + "/" + meta->file;
    return meta->platform.empty() ? DefaultPlatform(meta->backend).name : meta->platform;
}

std::vector<std::string> BindingNames(const std::vector<Binding>& bindings) {
    std::vector<std::string> names;
    for (const Binding& binding : bindings) names.push_back(binding.name);
    return names;
}

}  // namespace

Generation Prepare(const FileSystem& files, const std::string& root, const GenerateOptions& options,
                   const Roots& roots) {
    Generation generation;
    generation.directory = LoadBuildDirectory(files, root);
    std::string place = "--platform";
    std::string platform = options.platform;
    if (platform.empty()) platform = RecordedPlatform(generation.directory, place);
    const Platform& found = platform.empty() ? DefaultPlatform({}) : FindPlatform(platform, place);
    generation.toolchain = ProbeToolchain(found, options, roots);
    generation.objects = PlanObjects(generation.directory, generation.toolchain);
    generation.entries = PlanEntries(generation.directory);
    return generation;
}

void Commit(FileSystem& files, const Generation& generation, const GenerateOptions& options, const Programs& programs) {
    const PlanInput input{generation.directory, generation.toolchain, options, programs,
                          generation.objects,   generation.entries};
    const BuildGraph graph = PlanGraph(input);
    const std::vector<Binding> bindings = ToolchainBindings(input);
    CheckGraph(graph, BindingNames(bindings));
    const std::string build_text = NinjaText(graph);
    const ScanPlan scan_plan = PlanScan(input);

    const WorkingDirectory inside(generation.directory.root);
    const std::string absolute = std::filesystem::current_path().string();
    for (const Program& program : generation.directory.programs) {
        for (const Unit& unit : program.units) {
            SeedUnitState(files, PathsOf(".", program.name, program.directory, unit.name, SpliceStamp(program, unit)),
                          unit.functions);
        }
    }
    for (const Entry& entry : generation.entries) {
        if (entry.has_golden) {
            SeedGoldenState(files, Below(entry.directory, "golden.py"), entry.GoldenDir() + "/state.json");
        }
    }
    WriteIfChanged(files, kManifestFile,
                   ManifestText(generation.directory, generation.toolchain, generation.objects, generation.entries));
    WriteIfChanged(
        files, kToolchainFile,
        BindingsText({"What depends on this machine: our programs, the compilers and their flags."}, bindings));
    WriteIfChanged(files, kCompileCommandsFile,
                   CompileCommandsText(absolute, generation.toolchain, generation.objects));
    WriteIfChanged(files, kScanPlanFile, ScanPlanText(scan_plan));
    Scan(files, scan_plan, RealScanEnvironment(files, programs));
    WriteIfChanged(files, kBuildFile, build_text);
    // Newer than everything it stands for, or ninja would call for the next generation at once.
    files.Write(kBuildStamp, "");
}

void RunScan(FileSystem& files, const std::string& root, const Programs& programs) {
    const WorkingDirectory inside(root);
    const ScanPlan plan = ParseScanPlan(files.Read(kScanPlanFile), kScanPlanFile);
    ClearActivity();
    Scan(files, plan, RealScanEnvironment(files, programs));
}

}  // namespace pto::gen
