// pto-ninja run-py: the command of the edge of an edited debug/run.py.
#include "base/printer.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/golden/run_py_inputs.h"
#include "generator/steps/made_files.h"

namespace pto::gen {

int RunRunPyCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja run-py", "Makes the inputs of a run from an edited debug/run.py.");
    RunPyOptions options;
    line.RequiredText("--source", options.source);
    line.RequiredText("--inputs", options.inputs);
    line.RequiredText("--missing", options.missing);
    line.RequiredText("--depfile", options.depfile);
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    MakeRunPyInputs(options, FindInterpreters(), files,
                    [](const std::string& text) { Print("pto-ninja", Severity::kNote, text); });
    RecordMadeFiles(files, {options.inputs});
    return 0;
}

}  // namespace pto::gen
