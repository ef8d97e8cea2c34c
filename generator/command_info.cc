#include <cstdio>

#include "generator/command_line.h"
#include "generator/commands.h"
#include "generator/info.h"
#include "generator/programs.h"
#include "generator/ptoas.h"

namespace pto::gen {
namespace {

std::string PtoasText(const PtoasLocation& location) {
    if (location.state != PtoasState::kFound) return "none  (" + location.problem + ")";
    return location.launcher + "  (" + location.origin + ", version " + PtoasVersion(location.launcher) + ")";
}

}  // namespace

int RunInfoCommand(const Arguments& arguments) {
    CLI::App app("Prints what was found in a compiled directory, and why.", "pto-ninja info");
    std::string directory;
    GenerateOptions options;
    app.add_option("DIR", directory, "compiled directory")->required();
    AddGenerateOptions(app, options);
    if (!ParseCommandLine(app, arguments)) return 0;
    const Generation generation = Prepare(RealFileSystem(), directory, options, FindRoots());
    std::fputs(InfoText(generation, FindPrograms(), PtoasText(FindPtoas(options.ptoas))).c_str(), stdout);
    return 0;
}

}  // namespace pto::gen
