// pto-ninja golden: the command of the golden edge.
#include "base/printer.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/golden/settled_golden.h"

namespace pto::gen {

int RunGoldenCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja golden", "Makes the inputs and expected values of a run from golden.py.");
    GoldenOptions options;
    line.Text("--source", options.source, "golden.py");
    line.RequiredText("--inputs", options.inputs, "safetensors file to write");
    line.RequiredText("--expected", options.expected, "safetensors file to write");
    line.Text("--depfile", options.depfile, "make-style list of what was read; its target is --inputs");
    line.Text("--state", options.state, "what is remembered of data/out (default: state.json beside --expected)");
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    RunSettledGolden(options, FindInterpreters, files,
                     [](const std::string& text) { Print("pto-ninja", Severity::kNote, text); });
    return 0;
}

}  // namespace pto::gen
