#include "runtime/command_line/replay_help.h"

#include "base/cli_flags.h"
#include "base/error.h"
#include "base/shell_completion.h"
#include "base/text.h"
#include "contract/environment.h"
#include "runtime/command_line/options.h"

namespace pto::run {
namespace {

const std::vector<ProgramHelp::Section>& ReplaySections() {
    static const std::vector<ProgramHelp::Section> sections = {
        {"COMMANDS",
         {{"replay", "Run and judge the outputs; the default."},
          {"run", "Run without judging."},
          {"benchmark", "Judge once, then warm up and time rounds; results go to bench_outputs/."},
          {"compare", "Time the edited code against the code as compiled, in turn."}}},
        {"EXIT STATUS",
         {{"0", "Passed, or there was nothing to judge by."},
          {"1", "Outputs do not match."},
          {"2", "Wrong usage or input."},
          {"3", "Trouble with the toolchain, the runtime or the device; a crash, the time limit."}}},
        {"ENVIRONMENT", EnvironmentOf(ReadBy::kPtoReplay)},
        {"FILES",
         {{".pto-ninja/last_run.json", "What the last run found."},
          {"bench_outputs/", "Samples, statistics and page of each benchmark."},
          {"dfx_outputs/", "Diagnostics, in the files of PyPTO."}}},
        {"SEE ALSO", {{"", "pto-ninja(1), ninja(1), gdb(1)"}}},
    };
    return sections;
}

ProgramHelp ReplayHelp(const CLI::App& app) {
    ProgramHelp program;
    program.name = "pto-replay";
    program.version = ReplayVersion();
    program.summary = "run a compiled directory of PyPTO, judge its outputs and time it";
    CommandHelp command;
    command.arguments = "[DIR] [replay|run|benchmark|compare]";
    command.help =
        "Builds what changed in DIR, a build_output/<jit_dir> (default: the working directory), runs it and judges "
        "its outputs; or times it. The flags that PyPTO's replay has are called the same.";
    command.flags = FlagsOfParser(app);
    program.commands.push_back(std::move(command));
    for (const Command verb : {Command::kReplay, Command::kRun, Command::kBenchmark, Command::kCompare}) {
        program.words.emplace_back(CommandName(verb));
    }
    program.sections = ReplaySections();
    return program;
}

}  // namespace

std::string ReplayHelpText(const CLI::App& app) {
    const ProgramHelp program = ReplayHelp(app);
    return HelpText(program, program.commands.front());
}

std::string ReplayPrintedText(const CLI::App& app, const std::string& what) {
    const ProgramHelp program = ReplayHelp(app);
    if (what == "man") return ManPage(program);
    if (what == "bash") return BashCompletion(program);
    if (what == "zsh") return ZshCompletion(program);
    throw Error(ErrorKind::kUsage, "--print: '" + what + "' given, expected " + QuotedList({"man", "bash", "zsh"}));
}

}  // namespace pto::run
