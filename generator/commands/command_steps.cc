// The commands that only build.ninja calls; each turns its arguments into the options of one step.
#include <algorithm>
#include <cstdio>

#include "base/error.h"
#include "base/printer.h"
#include "contract/cause.h"
#include "contract/layout.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/commands/programs.h"
#include "generator/commands/run_scan.h"
#include "generator/config/build_directory_loader.h"
#include "generator/splice/splice_command.h"
#include "generator/steps/activity.h"
#include "generator/steps/compile_step.h"
#include "generator/steps/run_flags.h"

namespace pto::gen {

int RunScanCommand(const Arguments&) {
    RealFileSystem files;
    RunScan(files, FindPrograms());
    return 0;
}

int RunCompileCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja compile", "Runs one compiler command of build.ninja.");
    CompileOptions options;
    line.RequiredText("--name", options.name);
    line.RequiredText("--source", options.source);
    line.RequiredText("--object", options.object);
    line.RequiredText("--depfile", options.depfile);
    line.List("--include-if-missing", options.include_if_missing);
    line.List("--identity", options.identities);
    line.List("--tree", options.trees);
    line.List("--link", options.link);
    line.Switch("--shared", options.shared, true);
    line.Text("--prefix", options.prefix);
    line.List("--prefix-flag", options.prefix_flags);
    line.List("--launcher", options.launcher);
    line.Text("--pto-isa", options.pto_isa);
    const auto separator = std::find(arguments.begin(), arguments.end(), "--");
    if (separator == arguments.end() || separator + 1 == arguments.end()) {
        throw Error(ErrorKind::kUsage, "pto-ninja compile: no compiler command after '--'", "run it through ninja");
    }
    if (!line.Parse({arguments.begin(), separator})) return 0;
    options.command.assign(separator + 1, arguments.end());
    return RunCompile(options);
}

int RunSpliceUnitCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja splice", "Brings one .pto unit into its kernels.");
    SpliceOptions options;
    line.RequiredText("--program", options.program);
    line.RequiredText("--program-directory", options.program_directory);
    line.RequiredText("--unit", options.unit);
    line.RequiredText("--stamp", options.stamp);
    line.Text("--arch", options.arch);
    line.Text("--ptoas", options.ptoas);
    line.List("--ptoas-flag", options.extra_flags);
    line.Text("--ptoas-timeout", options.timeout);
    line.Switch("--no-rebuild-from-pto", options.rebuild_from_pto, false);
    if (!line.Parse(arguments)) return 0;
    if (!RunFlagsOfEnvironment().rebuild_from_pto) options.rebuild_from_pto = false;
    options.print = [](const std::string& text) { Print("pto-ninja", Severity::kNote, text); };
    const UnitResult result = SpliceWithPtoas(options);
    const std::string unit = Below(options.program_directory, options.unit);
    const std::string cause(CauseCode(result.reason.cause));
    if (result.action == UnitAction::kAssembled) {
        AppendActivity({"assembled", unit, result.reason.text + ", but not what ptoas prints", "", cause});
    }
    if (result.action == UnitAction::kSpliced) AppendActivity({"spliced", unit, result.reason.text, "", cause});
    return 0;
}

int RunTargetsCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja targets", "Lists the targets of a directory.");
    std::string directory;
    line.Directory(directory, "compiled directory");
    if (!line.Parse(arguments)) return 0;
    const RealFileSystem files;
    const BuildDirectory loaded = LoadBuildDirectory({files, directory});
    const DebugObjects debug =
        IsFile(files, directory + "/" + kDebugManifestFile) ? DebugObjects::kPlanned : DebugObjects::kNone;
    for (const TargetHelp& target : PlanTargets(PlanEntries(loaded), debug)) {
        std::printf("  ninja %-20s %s\n", target.target.c_str(), target.meaning.c_str());
    }
    std::printf("Flags for the run: PTO_REPLAY_FLAGS=\"--timeout 60\" ninja replay; all of them: pto-replay --help\n");
    return 0;
}

}  // namespace pto::gen
