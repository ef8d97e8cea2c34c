#include <cstdio>

#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/commands/info.h"
#include "generator/commands/programs.h"
#include "generator/splice/ptoas.h"

namespace pto::gen {
namespace {

std::string PtoasText(const PtoasLocation& location) {
    if (location.state != PtoasState::kFound) return "none  (" + location.problem + ")";
    return location.launcher + "  (" + location.origin + ", version " + PtoasVersion(location.launcher) + ")";
}

}  // namespace

int RunInfoCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja info", "Prints what was found in a compiled directory, and why.");
    std::string directory;
    GenerateOptions options;
    line.Directory(directory, "compiled directory");
    AddGenerateOptions(line, options);
    if (!line.Parse(arguments)) return 0;
    const Generation generation = Prepare(RealFileSystem(), directory, options, FindRoots());
    std::fputs(InfoText(generation, FindPrograms(), PtoasText(FindPtoas(options.ptoas))).c_str(), stdout);
    return 0;
}

}  // namespace pto::gen
