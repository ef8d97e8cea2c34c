#include "generator/commands/commands.h"

#include <algorithm>

namespace pto::gen {

const std::vector<Command>& AllCommands() {
    static const std::vector<Command> commands = {
        {"generate", RunGenerateCommand, "DIR...     the same, spelt out"},
        {"info", RunInfoCommand, "DIR        what was found: kind, platform, kernels, compilers, and why"},
        {"list", RunListCommand,
         "DIR        the compiled directories below a build_output/: kind, last result, stale or not"},
        {"report", RunReportCommand, "DIR        a page on the last build, run and benchmark; --open shows it"},
        {"diff", RunDiffCommand, "DIR [FILE] how the sources differ from the code as compiled, as a patch"},
        {"restore", RunRestoreCommand, "DIR [FILE] puts the code as compiled back; keeps what it replaces"},
        {"plan", RunPlanCommand, "DIR        what orchestration/host_orch.py dispatches, as JSON"},
        {"ide", RunIdeCommand, "DIR        files for editors: clangd, and tasks and a debugger for VS Code"},
        {"scan", RunScanCommand, nullptr},
        {"compile", RunCompileCommand, nullptr},
        {"splice", RunSpliceUnitCommand, nullptr},
        {"golden", RunGoldenCommand, nullptr},
        {"run-py", RunRunPyCommand, nullptr},
        {"prepare-compare", RunPrepareCompareCommand, nullptr},
        {"targets", RunTargetsCommand, nullptr},
        {"tree", RunTreeCommand, nullptr},
        {"each", RunEachCommand, nullptr},
    };
    return commands;
}

bool IsEdge(const Command& command, const Arguments& arguments) {
    if (command.help == nullptr) return true;
    return std::any_of(arguments.begin(), arguments.end(),
                       [](const std::string& word) { return word == "--again" || word == "--request"; });
}

const Command* FindCommand(const std::string& name) {
    for (const Command& command : AllCommands()) {
        if (name == command.name) return &command;
    }
    return nullptr;
}

}  // namespace pto::gen
