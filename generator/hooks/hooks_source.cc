#include "generator/hooks/hooks_source.h"

#include "generator/config/callers_shape.h"
#include "generator/graph/ninja_escape.h"

namespace pto::gen {
namespace {

constexpr std::string_view kHead =
    R"(// Inputs and a comparison of your own, called by pto-replay before and after the run. This file is written once and never
// touched again; it is compiled as soon as there is code in it. <pto_ninja/replay_hooks.h> describes what can be used.
//
)";

constexpr std::string_view kInclude = R"(
#include <pto_ninja/replay_hooks.h>

)";

// "x: fp32[48, 64], In", "w: fp16[32, 64] in NZ blocks, In".
std::string Described(const Param& param) {
    return param.name + ": " + param.dtype + (param.shape ? "" : " ") + CallersShapeText(param) +
           (IsNz(param) ? " in NZ blocks, " : ", ") + param.direction;
}

const Param* FirstTensor(const std::vector<Param>& params, bool output) {
    for (const Param& param : params) {
        if (param.shape && (param.direction != "In") == output) return &param;
    }
    return nullptr;
}

}  // namespace

std::string HooksTemplate(const std::vector<Param>& params) {
    std::string text = std::string(kHead) + "// Arguments:\n";
    for (const Param& param : params) text += "//   " + Described(param) + "\n";
    text += kInclude;
    if (const Param* input = FirstTensor(params, false)) {
        text += "// void MakeInputs(pto_ninja::Arguments& args) {\n//     args[\"" + input->name +
                "\"].Fill([](int64_t i) { return 0.5 * static_cast<double>(i % 7); });\n// }\n\n";
    }
    if (const Param* output = FirstTensor(params, true)) {
        text += "// void UserCompare(const pto_ninja::Arguments& args) {\n//     const pto_ninja::Argument& " +
                output->name + " = args[\"" + output->name +
                "\"];\n//     std::vector<double> expected(static_cast<size_t>(" + output->name +
                ".Count()));\n//     pto_ninja::ExpectClose(" + output->name + ", expected, 1e-5, 1e-5);\n// }\n";
    }
    return text;
}

std::string RunScript(const std::string& pto_replay) {
    return "#!/bin/sh\n"
           "# Builds what changed in this directory and replays it; flags are those of pto-replay. Yours to edit.\n"
           "directory=$(dirname \"$(dirname \"$(readlink -f \"$0\")\")\")\n"
           "replay=$(command -v pto-replay || echo " +
           ShellWord(pto_replay) +
           ")\n"
           "exec \"$replay\" \"$directory\" \"$@\"\n";
}

}  // namespace pto::gen
