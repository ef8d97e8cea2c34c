#include "generator/commands/program_help.h"

#include "base/error.h"
#include "base/shell_completion.h"
#include "base/text.h"
#include "base/version.h"
#include "contract/environment.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"

namespace pto::gen {
namespace {

const std::vector<ProgramHelp::Section>& NinjaSections() {
    static const std::vector<ProgramHelp::Section> sections = {
        {"TARGETS",
         {{"", "Of the build.ninja that is written, for ninja -C DIR; 'ninja help' lists them with their meaning."},
          {"replay", "Build what changed, run, validate against golden.py."},
          {"run", "The same without judging the result."},
          {"benchmark", "Validate once, then time it."},
          {"compare", "Time your edit against the code as compiled, in turn in one run."},
          {"swimlane, dump", "Replay with diagnostics: a timeline, the arguments of every task."},
          {"kernels", "Build only; the default."}}},
        {"EXIT STATUS",
         {{"0", "Done."},
          {"2", "Wrong usage, or a file of the directory that is missing, malformed or contradictory."},
          {"3", "A compiler, the runtime or another tool is missing or failed."}}},
        {"ENVIRONMENT", EnvironmentOf(ReadBy::kPtoNinja)},
        {"FILES",
         {{"build.ninja", "The build; it is written again when the directory changes."},
          {"compile_commands.json", "Compile commands for clangd and other tools."},
          {".pto-ninja/", "Objects and all else that is written."}}},
        {"SEE ALSO", {{"", "pto-replay(1), ninja(1)"}}},
    };
    return sections;
}

}  // namespace

ProgramHelp PtoNinjaHelp() {
    ProgramHelp program;
    program.name = "pto-ninja";
    program.version = kVersion;
    program.summary = "a Ninja build for each compiled directory of PyPTO";
    for (const Command& command : AllCommands()) {
        if (command.help == nullptr) continue;
        HelpCollector collector(command.name);
        command.run({});
        program.commands.push_back(collector.help);
    }
    // What it does without a command's name comes first.
    CommandHelp plain = program.commands.front();
    plain.name.clear();
    program.commands.insert(program.commands.begin(), std::move(plain));
    program.commands[1].help = "The same, spelt out.";
    program.commands[1].flags = program.commands[0].flags;
    program.sections = NinjaSections();
    return program;
}

std::string PrintedText(const std::string& what) {
    ProgramHelp program = PtoNinjaHelp();
    if (what == "bash") return BashCompletion(program);
    if (what == "zsh") return ZshCompletion(program);
    // One list of these flags is enough to read.
    program.commands.erase(program.commands.begin() + 1);
    if (what == "man") return ManPage(program);
    throw Error(ErrorKind::kUsage, "--print: '" + what + "' given, expected " + QuotedList({"man", "bash", "zsh"}));
}

}  // namespace pto::gen
