// The commands that only build.ninja calls; each turns its arguments into the options of one step.
#include <algorithm>
#include <cstdio>

#include "base/error.h"
#include "base/printer.h"
#include "generator/activity.h"
#include "generator/build_directory_loader.h"
#include "generator/command_line.h"
#include "generator/commands.h"
#include "generator/compile_step.h"
#include "generator/layout.h"
#include "generator/programs.h"
#include "generator/splice_command.h"

namespace pto::gen {

int RunScanCommand(const Arguments&) {
    RealFileSystem files;
    RunScan(files, ".", FindPrograms());
    return 0;
}

int RunCompileCommand(const Arguments& arguments) {
    CLI::App app("Runs one compiler command of build.ninja.", "pto-ninja compile");
    CompileOptions options;
    app.add_option("--name", options.name)->required();
    app.add_option("--source", options.source)->required();
    app.add_option("--object", options.object)->required();
    app.add_option("--depfile", options.depfile)->required();
    app.add_option("--include-if-missing", options.include_if_missing)->expected(1)->take_all();
    app.add_option("--tree", options.trees)->expected(1)->take_all();
    const auto separator = std::find(arguments.begin(), arguments.end(), "--");
    if (separator == arguments.end() || separator + 1 == arguments.end()) {
        throw Error(ErrorKind::kUsage, "pto-ninja compile: no compiler command after '--'", "run it through ninja");
    }
    if (!ParseCommandLine(app, {arguments.begin(), separator})) return 0;
    options.command.assign(separator + 1, arguments.end());
    return RunCompile(options);
}

int RunSpliceUnitCommand(const Arguments& arguments) {
    CLI::App app("Brings one .pto unit into its kernels.", "pto-ninja splice");
    SpliceOptions options;
    app.add_option("--program", options.program)->required();
    app.add_option("--program-directory", options.program_directory)->required();
    app.add_option("--unit", options.unit)->required();
    app.add_option("--stamp", options.stamp)->required();
    app.add_option("--arch", options.arch);
    app.add_option("--ptoas", options.ptoas);
    app.add_option("--ptoas-flag", options.extra_flags)->expected(1)->take_all();
    app.add_option("--ptoas-timeout", options.timeout);
    app.add_flag("!--no-rebuild-from-pto", options.rebuild_from_pto);
    if (!ParseCommandLine(app, arguments)) return 0;
    options.print = [](const std::string& line) { Print("pto-ninja", Severity::kNote, line); };
    const UnitResult result = SpliceWithPtoas(options);
    const std::string unit = Below(options.program_directory, options.unit);
    if (result.action == UnitAction::kAssembled) AppendActivity("assembled", unit);
    if (result.action == UnitAction::kSpliced) AppendActivity("spliced", unit);
    return 0;
}

int RunTargetsCommand(const Arguments& arguments) {
    CLI::App app("Lists the targets of a directory.", "pto-ninja targets");
    std::string directory = ".";
    app.add_option("DIR", directory);
    if (!ParseCommandLine(app, arguments)) return 0;
    const BuildDirectory loaded = LoadBuildDirectory(RealFileSystem(), directory);
    for (const TargetHelp& target : PlanTargets(PlanEntries(loaded))) {
        std::printf("  ninja %-20s %s\n", target.target.c_str(), target.meaning.c_str());
    }
    std::printf("Flags for the run: PTO_REPLAY_FLAGS=\"--timeout 60\" ninja replay; all of them: pto-replay --help\n");
    return 0;
}

}  // namespace pto::gen
