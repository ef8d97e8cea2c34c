// pto-ninja plan: the command of the plan edge, and by hand a look at the plan of a directory.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/printer.h"
#include "contract/layout.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/config/build_directory_loader.h"
#include "generator/graph/entries.h"
#include "generator/graph/plan_parts.h"
#include "generator/plan/plan_request.h"
#include "generator/plan/plan_step.h"
#include "generator/steps/made_files.h"
#include "generator/steps/settled_run.h"
#include "upstream/files.h"

namespace pto::gen {
namespace {

constexpr char kTimeoutVariable[] = "PTO_PLAN_TIMEOUT";
constexpr double kMostSeconds = 1e9;

void Tell(const std::string& text) {
    Print("pto-ninja", Severity::kNote, text);
}

struct PlanCommand {
    std::string directory;  // empty: called by build.ninja
    std::string request;
    std::string plan;
    std::string depfile;
    GenerateOptions devices;
    PlanOptions options;
};

double TimeLimit() {
    const char* text = std::getenv(kTimeoutVariable);
    if (text == nullptr || *text == '\0') return kPlanTimeoutSeconds;
    char* end = nullptr;
    const double seconds = std::strtod(text, &end);
    if (*end == '\0' && seconds >= 0 && seconds < kMostSeconds) return seconds;
    throw Error(ErrorKind::kUsage, std::string(kTimeoutVariable) + " is '" + text + "', expected a number of seconds",
                "set it to 0 for no limit");
}

// What the source and what it reads say now, not what they said for a moment.
RecordedPlan RecordSettledPlan(const PlanOptions& options, RealFileSystem& files) {
    return RunSettled<RecordedPlan>(
        files, options.source, [&] { return RecordPlan(options, FindInterpreters(), files, Tell); },
        [](const RecordedPlan& recorded) { return recorded.reads; });
}

void RecordForNinja(PlanCommand& command, RealFileSystem& files) {
    if (command.request.empty() || command.plan.empty() || command.depfile.empty()) {
        throw Error(ErrorKind::kUsage, "pto-ninja plan: no directory given", "name one: pto-ninja plan DIR");
    }
    command.options.source = kHostOrch;
    command.options.request = files.Read(command.request);
    command.options.scratch = command.plan;
    // debug/run.py made none where no Python can run it.
    if (!IsFile(files, command.options.inputs)) command.options.inputs.clear();
    const RecordedPlan recorded = RecordSettledPlan(command.options, files);
    // A plan for one run, which is made anew each time, has no witness.
    const bool is_edge = command.plan == kPlanFile;
    WriteRecordedPlan(command.options, recorded, command.plan, command.depfile, is_edge ? kPlanWitness : "", files);
    const std::string untracked = UntrackedNote(command.options.source, recorded.surroundings);
    if (is_edge && !untracked.empty()) Tell(untracked);
    if (is_edge) RecordMadeFiles(files, {command.plan});
}

// Needs no build.ninja, and no source of a kernel: only what the plan itself is made from.
void RecordByHand(PlanCommand& command, RealFileSystem& files) {
    BuildDirectory directory = LoadBuildDirectory({files, command.directory}, MissingSources::kNote);
    if (directory.kind != Kind::kL3) {
        throw Error(ErrorKind::kInput, Place{command.directory, 0, 0, {}},
                    "is not a distributed build, so it has no plan",
                    "give a directory with orchestration/host_orch.py");
    }
    const size_t recorded_devices = OverrideDevices(directory, command.devices);
    command.options.root = command.directory;
    command.options.source = command.directory + "/" + kHostOrch;
    command.options.request = PlanRequestText(directory, command.devices, recorded_devices);
    command.options.scratch = (std::filesystem::temp_directory_path() / "plan").string();
    const std::string known = command.directory + "/" + PlanEntries(directory)[0].InputsFile();
    if (command.options.inputs.empty() && IsFile(files, known)) command.options.inputs = known;
    WriteText(STDOUT_FILENO, RecordPlan(command.options, FindInterpreters(), files, Tell).text);
}

}  // namespace

int RunPlanCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja plan", "Prints the plan of a distributed build: what host_orch.py dispatches where.");
    PlanCommand command;
    line.OptionalDirectory(command.directory, "compiled directory");
    line.Text("--inputs", command.options.inputs,
              "values of the parameters (default: those of golden.py or debug/run.py, once made)");
    AddGenerateOptions(line, command.devices, OptionSet::kDevices);
    line.Text("--request", command.request);
    line.Text("--plan", command.plan);
    line.Text("--depfile", command.depfile);
    if (!line.Parse(arguments)) return 0;
    command.options.timeout_seconds = TimeLimit();
    RealFileSystem files;
    if (command.directory.empty()) {
        RecordForNinja(command, files);
    } else {
        RecordByHand(command, files);
    }
    return 0;
}

}  // namespace pto::gen
