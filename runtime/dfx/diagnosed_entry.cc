#include "runtime/dfx/diagnosed_entry.h"

#include <filesystem>

#include "base/error.h"
#include "base/json.h"
#include "runtime/dfx/places.h"
#include "runtime/dfx/trace_events.h"

namespace pto::run {
namespace {

constexpr char kRecordAgain[] = "remove the file and record it again";

bool IsDistributed(const Entry& entry) {
    return !entry.plan.empty();
}

// "rank12/d0/" -> 12; 0 for an undistributed program.
size_t RankIn(const std::string& folder) {
    return folder.empty() ? 0 : std::stoul(folder.substr(std::string_view("rank").size()));
}

std::map<int64_t, std::string> KernelNames(const Program& program) {
    std::map<int64_t, std::string> names;
    for (const Kernel& kernel : program.kernels) names[kernel.func_id] = kernel.name;
    return names;
}

}  // namespace

void CheckDiagnostics(const Manifest& manifest, const Diagnostics& diagnostics) {
    if (diagnostics.pmu == 0 || manifest.runtime != "embedded") return;
    throw Error(ErrorKind::kUsage, "--pmu: the embedded runtime has no performance counters to read",
                "leave --pmu out, or set SIMPLER_ROOT and run 'pto-ninja " + manifest.directory +
                    "' again to use the runtime 'simpler'");
}

DiagnosedEntry::DiagnosedEntry(FileSystem& files, const Manifest& manifest, const Entry& entry,
                               const Diagnostics& asked)
    : files_(files), manifest_(manifest), entry_(entry), diagnostics_(asked) {
    if (!Any()) return;
    diagnostics_.directory = manifest.Resolve(DfxDirectoryOf(manifest, entry));
    // The arrows of a timeline come from the dependencies. On a device recording both at once disturbs the times.
    if (diagnostics_.swimlane_level > 0 && manifest.IsSimulator()) diagnostics_.dep_gen = true;
    const Program* program = FindProgram(manifest, entry.program);
    const std::string directory = program == nullptr ? "" : program->directory;
    name_map_ = NameMapFile(DirectoryName(directory.empty() ? manifest.directory : directory));
    if (IsDistributed(entry)) RemoveDispatches(files, diagnostics_.directory);
    before_ = MarkFiles();
}

std::vector<std::string> DiagnosedEntry::Folders() const {
    if (IsDistributed(entry_)) return DispatchFolders(files_, diagnostics_.directory);
    return {""};
}

std::map<std::string, DiagnosedEntry::FileMark> DiagnosedEntry::MarkFiles() const {
    std::map<std::string, FileMark> marks;
    for (const std::string& folder : Folders()) {
        for (const std::string& name : DfxFiles()) {
            const auto info = files_.Stat(diagnostics_.directory + "/" + folder + name);
            if (info) marks[folder + name] = {info->mtime_ns, info->inode, info->size};
        }
    }
    return marks;
}

bool DiagnosedEntry::IsNew(const std::string& name) const {
    const auto info = files_.Stat(diagnostics_.directory + "/" + name);
    if (!info) return false;
    const auto before = before_.find(name);
    return before == before_.end() || before->second != FileMark{info->mtime_ns, info->inode, info->size};
}

std::vector<std::string> DiagnosedEntry::NewFiles() const {
    std::vector<std::string> names;
    for (const std::string& folder : Folders()) {
        for (const std::string& name : DfxFiles()) {
            if (IsNew(folder + name)) names.push_back(folder + name);
        }
    }
    return names;
}

// Kernels are numbered anew in every program: which one a dispatch ran stands beside its records.
const Program* DiagnosedEntry::ProgramIn(const std::string& folder) const {
    if (!IsDistributed(entry_)) return FindProgram(manifest_, entry_.program);
    const std::string path = diagnostics_.directory + "/" + folder + std::string(kProgramFile);
    if (!IsFile(files_, path)) return nullptr;
    const Json json = LoadJson(files_, path, kRecordAgain);
    if (!json.is_object() || !json.contains("program") || !json["program"].is_string())
        ThrowInput(path, "does not name a program", kRecordAgain);
    return FindProgram(manifest_, json["program"].get<std::string>());
}

void DiagnosedEntry::WriteNameMap(const std::string& folder, const Program& program) {
    Json names = Json::object();
    for (const auto& [id, name] : KernelNames(program)) names[std::to_string(id)] = name;
    const Json json = {{"level", 2}, {"orchestrator_name", nullptr}, {"callable_id_to_name", std::move(names)}};
    const std::string name = folder.empty() ? name_map_ : folder + std::string(kNameMapFile);
    files_.Write(diagnostics_.directory + "/" + name, JsonText(json));
}

// Of all that was recorded in this run; empty when nothing was.
std::string DiagnosedEntry::WriteTrace() {
    std::vector<TraceRun> runs;
    for (const std::string& folder : Folders()) {
        const std::string records = folder + std::string(kSwimlaneFile);
        const std::string dependencies = folder + std::string(kDependencyFile);
        if (!IsNew(records)) continue;
        TraceRun run;
        run.rank = RankIn(folder);
        const Program* program = ProgramIn(folder);
        run.program = program == nullptr ? "program" : program->name;
        if (program != nullptr) run.kernel_names = KernelNames(*program);
        run.process = IsDistributed(entry_) ? "rank " + std::to_string(run.rank) : run.program;
        const std::string directory = diagnostics_.directory + "/";
        run.records = ReadSwimlane(LoadJson(files_, directory + records, kRecordAgain), directory + records);
        if (IsNew(dependencies)) {
            run.dependencies =
                ReadDependencies(LoadJson(files_, directory + dependencies, kRecordAgain), directory + dependencies);
        }
        runs.push_back(std::move(run));
    }
    if (runs.empty()) return "";
    const std::string path = diagnostics_.directory + "/" + std::string(kTraceFile);
    files_.Write(path, TraceText(runs, manifest_.IsSimulator() ? TraceClock::kShared : TraceClock::kPerRank));
    return std::filesystem::absolute(path).lexically_normal().string();
}

DiagnosticFiles DiagnosedEntry::Finish() {
    DiagnosticFiles result;
    if (!Any()) return result;
    const std::string directory = DfxDirectoryOf(manifest_, entry_) + "/";
    if (diagnostics_.swimlane_level > 0 || diagnostics_.dep_gen) {
        for (const std::string& folder : Folders()) {
            const Program* program = ProgramIn(folder);
            if (program != nullptr) WriteNameMap(folder, *program);
        }
    }
    const std::vector<std::string> names = NewFiles();
    bool dumped = false;
    for (const std::string& name : names) {
        dumped = dumped || name.ends_with(kArgumentFile);
        result.written.push_back(directory + name);
    }
    if (diagnostics_.dump_args == 1 && !dumped) {
        result.notes.emplace_back(
            "--dump-args 1 dumps what the program selects with dump(), which is nothing; --dump-args 2 dumps all");
    }
    const bool named = diagnostics_.swimlane_level > 0 || diagnostics_.dep_gen;
    if (named && !IsDistributed(entry_)) result.written.push_back(directory + name_map_);
    if (diagnostics_.swimlane_level > 0) result.trace = WriteTrace();
    if (!result.trace.empty()) result.written.push_back(directory + std::string(kTraceFile));
    return result;
}

std::vector<std::string> DiagnosedEntry::Remains() const {
    if (!Any() || NewFiles().empty()) return {};
    return {"what was recorded until then is in '" + DfxDirectoryOf(manifest_, entry_) + "'"};
}

}  // namespace pto::run
