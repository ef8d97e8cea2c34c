#include "generator/commands/commands.h"

namespace pto::gen {

const std::vector<Command>& AllCommands() {
    static const std::vector<Command> commands = {
        {"generate", RunGenerateCommand, "DIR...     the same, spelt out"},
        {"info", RunInfoCommand, "DIR        what was found: kind, platform, kernels, compilers, and why"},
        {"scan", RunScanCommand, nullptr},
        {"compile", RunCompileCommand, nullptr},
        {"splice", RunSpliceUnitCommand, nullptr},
        {"golden", RunGoldenCommand, nullptr},
        {"targets", RunTargetsCommand, nullptr},
    };
    return commands;
}

const Command* FindCommand(const std::string& name) {
    for (const Command& command : AllCommands()) {
        if (name == command.name) return &command;
    }
    return nullptr;
}

}  // namespace pto::gen
