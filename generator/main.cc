// pto-ninja: from the command line to one command, and from any failure to one printed line and an exit code.
#include <unistd.h>

#include <cstdio>
#include <string>

#include "base/error.h"
#include "base/failure.h"
#include "base/file_system.h"
#include "base/printer.h"
#include "base/process_family.h"
#include "base/text.h"
#include "base/version.h"
#include "generator/commands/commands.h"
#include "generator/commands/program_help.h"
#include "generator/steps/activity.h"

namespace {

using pto::gen::Arguments;
using pto::gen::Command;

void PrintHelp() {
    std::printf(
        "pto-ninja %s: a Ninja build for each compiled directory of PyPTO\n\n"
        "  pto-ninja DIR...            write build.ninja; then: ninja -C DIR replay\n",
        pto::kVersion);
    for (const Command& command : pto::gen::AllCommands()) {
        if (command.help != nullptr) std::printf("  pto-ninja %-17s %s\n", command.name, command.help);
    }
    std::printf(
        "\npto-ninja COMMAND --help lists the flags of a command. Exit codes: 0 done, 2 wrong usage or input, "
        "3 toolchain trouble.\n");
}

// Anything else is a directory; but what is none and nearly a command was meant as one.
void RefuseMistypedCommand(const std::string& word) {
    if (pto::RealFileSystem().Stat(word) || word.find('/') != std::string::npos) return;
    std::vector<std::string> names;
    for (const Command& command : pto::gen::AllCommands()) {
        if (command.help != nullptr) names.emplace_back(command.name);
    }
    const std::string close = pto::DidYouMean(word, names);
    if (close.empty()) return;
    throw pto::Error(pto::ErrorKind::kUsage, "'" + word + "' is neither a command nor a directory", close);
}

int RunCommand(Arguments arguments) {
    if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help") {
        PrintHelp();
        return arguments.empty() ? 2 : 0;
    }
    if (arguments[0] == "--version" || arguments[0] == "-V") {
        std::printf("pto-ninja %s\n", pto::kVersion);
        return 0;
    }
    // For the build: what is installed beside the program.
    if (arguments[0] == "--print") {
        pto::WriteText(STDOUT_FILENO, pto::gen::PrintedText(arguments.size() == 2 ? arguments[1] : ""));
        return 0;
    }
    if (const Command* command = pto::gen::FindCommand(arguments[0])) {
        arguments.erase(arguments.begin());
        if (pto::gen::IsEdge(*command, arguments)) pto::EndWithBuild();
        return command->run(arguments);
    }
    RefuseMistypedCommand(arguments[0]);
    return pto::gen::RunGenerateCommand(arguments);
}

int Run(const Arguments& arguments) try { return RunCommand(arguments); } catch (...) {
    const pto::Failure failure = pto::PresentFailure();
    pto::gen::NoteRefusedStep(arguments, failure.exit_code);
    pto::Print("pto-ninja", failure.severity, failure.text);
    return failure.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    pto::OpenStandardStreams();
    return pto::EndOutput("pto-ninja", Run(Arguments(argv + 1, argv + argc)));
}
