// The subcommands of pto-ninja: one function each, all with the same shape. Errors leave as pto::Error.
#pragma once

#include <string>
#include <vector>

#include "generator/commands/generate.h"

namespace pto::gen {

using Arguments = std::vector<std::string>;  // after the command's name

struct Command {
    const char* name;
    int (*run)(const Arguments& arguments);
    const char* help;  // null: called by build.ninja, not by people
};

// For people.
int RunGenerateCommand(const Arguments& arguments);
int RunInfoCommand(const Arguments& arguments);
int RunListCommand(const Arguments& arguments);
int RunReportCommand(const Arguments& arguments);
int RunDiffCommand(const Arguments& arguments);
int RunRestoreCommand(const Arguments& arguments);
int RunIdeCommand(const Arguments& arguments);
int RunPlanCommand(const Arguments& arguments);  // an edge's, too
// For the edges of build.ninja.
int RunScanCommand(const Arguments& arguments);
int RunCompileCommand(const Arguments& arguments);
int RunSpliceUnitCommand(const Arguments& arguments);
int RunPrepareCompareCommand(const Arguments& arguments);
int RunGoldenCommand(const Arguments& arguments);
int RunRunPyCommand(const Arguments& arguments);
int RunTargetsCommand(const Arguments& arguments);
int RunTreeCommand(const Arguments& arguments);
int RunEachCommand(const Arguments& arguments);

// Whether ninja has called it: a command that only build.ninja has, or one with a flag that only build.ninja has.
bool IsEdge(const Command& command, const Arguments& arguments);

// The command called `name`, or null.
const Command* FindCommand(const std::string& name);
const std::vector<Command>& AllCommands();

}  // namespace pto::gen
