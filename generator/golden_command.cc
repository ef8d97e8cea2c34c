// pto-ninja golden: the command of the golden edge.
#include "base/printer.h"
#include "generator/command_line.h"
#include "generator/commands.h"
#include "generator/golden.h"

namespace pto::gen {

int RunGoldenCommand(const Arguments& arguments) {
    CLI::App app("Makes the inputs and expected values of a run from golden.py.", "pto-ninja golden");
    GoldenOptions options;
    app.add_option("--source", options.source, "golden.py");
    app.add_option("--inputs", options.inputs, "safetensors file to write")->required();
    app.add_option("--expected", options.expected, "safetensors file to write")->required();
    app.add_option("--depfile", options.depfile, "make-style list of what was read; its target is --inputs");
    app.add_option("--state", options.state, "what is remembered of data/out (default: state.json beside --expected)");
    if (!ParseCommandLine(app, arguments)) return 0;
    RealFileSystem files;
    RunGolden(options, FindInterpreters, files,
              [](const std::string& text) { Print("pto-ninja", Severity::kNote, text); });
    return 0;
}

}  // namespace pto::gen
