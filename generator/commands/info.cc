#include "generator/commands/info.h"

#include "base/text.h"
#include "contract/layout.h"
#include "generator/config/callers_shape.h"
#include "generator/config/run_py.h"
#include "upstream/layouts.h"
#include "upstream/sidecar_schemas.h"

namespace pto::gen {
namespace {

constexpr size_t kLabelWidth = 14;

class Findings {
  public:
    void Line(const std::string& label, const std::string& value, const std::string& why = {}) {
        text_ += label + std::string(label.size() < kLabelWidth ? kLabelWidth - label.size() : 1, ' ') + value;
        if (!why.empty()) text_ += "  (" + why + ")";
        text_ += "\n";
    }
    std::string Take() { return std::move(text_); }

  private:
    std::string text_;
};

struct KindText {
    const char* name;
    const char* why;
};

KindText Describe(Kind kind) {
    switch (kind) {
        case Kind::kL2:
            return {"L2, one chip", "kernel_config.py at the top"};
        case Kind::kL3:
            return {"L3, distributed", "orchestration/host_orch.py and no kernel_config.py at the top"};
        case Kind::kMulti:
            return {"several orchestrations", "next_levels/*/kernel_config.py and none at the top"};
    }
    return {"", ""};
}

// A layout other than the usual one, and the sidecar's shape where callers use another one.
std::string LayoutText(const Param& param) {
    if (!IsNz(param)) return param.layout.empty() || param.layout == kLayoutRows[0].name ? "" : param.layout;
    std::vector<std::string> sizes;
    for (const int64_t size : *param.shape) sizes.push_back(size < 0 ? "?" : std::to_string(size));
    return "NZ, in blocks [" + Join(sizes, ", ") + "]";
}

void AddProgram(Findings& report, const Program& program) {
    report.Line("program", program.name, program.config.file);
    report.Line("  runtime", program.config.runtime.runtime);
    report.Line("  entry", program.config.orchestration->function_name, program.config.orchestration->source);
    for (const KernelEntry& kernel : program.config.kernels) {
        report.Line("  kernel " + std::to_string(kernel.func_id),
                    std::string(CoreName(kernel.core)) + " " + kernel.name,
                    kernel.source + (kernel.external ? ", external" : ""));
    }
    for (const Unit& unit : program.units) {
        report.Line("  unit", unit.pto,
                    unit.functions.empty() ? "defines no function" : "defines " + Join(unit.functions, ", "));
    }
}

void AddParams(Findings& report, const Entry& entry) {
    const std::string label = entry.name.empty() ? "parameters" : "parameters of " + entry.name;
    if (entry.params == nullptr)
        return report.Line(label, "not recorded", "no sidecar: inputs come from golden.py or --inputs");
    for (const Param& param : *entry.params) {
        report.Line("parameter", param.direction + " " + param.name + " " + param.dtype + " " + CallersShapeText(param),
                    LayoutText(param));
    }
    report.Line("golden",
                entry.has_golden ? (entry.directory.empty() ? "" : entry.directory + "/") + "golden.py" : "none",
                entry.has_golden ? "" : "runs are reported as not validated");
    if (entry.run_py.makes_inputs || entry.run_py.compares) {
        std::vector<std::string> uses;
        if (entry.run_py.makes_inputs) uses.emplace_back("inputs");
        if (entry.run_py.compares) uses.emplace_back("comparison");
        report.Line("edited", Below(entry.directory, kRunPy), Join(uses, " and "));
    }
}

// Only what is not the usual: a program.
void AddModes(Findings& report, const Generation& generation) {
    for (const Entry& entry : generation.entries) {
        if (entry.IsPart() || entry.modes.empty() || entry.modes == std::vector<std::string>{"program"}) continue;
        report.Line(entry.name.empty() ? "modes" : "modes of " + entry.name, Join(entry.modes, ", "),
                    "supported_execution_modes of the sidecar");
    }
}

void AddDevices(Findings& report, const BuildDirectory& directory) {
    if (!directory.distributed) return;
    const DistributedConfig& config = directory.distributed->config;
    std::vector<std::string> ids;
    for (const int64_t id : config.device_ids) ids.push_back(std::to_string(id));
    report.Line("devices", Join(ids, ", "),
                "world size " + std::to_string(ids.size()) + ", runtime " + config.runtime + "; " +
                    std::string(kDistributedMeta));
}

void AddNotes(Findings& report, const BuildDirectory& directory) {
    for (const Note& note : directory.notes) report.Line("note", NoteText(note));
}

void AddPtoIsa(Findings& report, const Roots& roots, const IdentityTexts& identities) {
    const SourceTree& tree = roots.pto_isa;
    if (tree.root.empty()) {
        return report.Line("PTO-ISA", "none", "kernels use the embedded headers; set PTO_ISA_ROOT to change that");
    }
    std::string pin = "no runtime's pin to compare with";
    if (!roots.pin.empty()) {
        pin = PinProblem(tree, roots.pin).empty() ? "as pinned by " + roots.pin_file
                                                  : "but " + roots.pin_file + " asks for " + roots.pin;
    }
    report.Line("PTO-ISA", tree.root,
                tree.origin + "; " + TreeText(tree) + ", headers digest " + identities.pto_isa_digest + "; " + pin);
}

void AddRuntime(Findings& report, const Toolchain& toolchain, const IdentityTexts& identities) {
    if (!toolchain.UsesSimpler()) {
        return report.Line("runtime", RuntimeName(toolchain.runtime),
                           "headers " + toolchain.roots.embedded_include + ", digest " + identities.embedded_digest);
    }
    const SourceTree& tree = toolchain.roots.simpler;
    report.Line(
        "runtime", RuntimeName(toolchain.runtime),
        tree.root + ", " + tree.origin + "; " + TreeText(tree) + ", sources digest " + identities.simpler_digest);
}

void AddCompilers(Findings& report, const Toolchain& toolchain) {
    const auto add = [&report](const char* label, const Compiler& compiler) {
        report.Line(label, compiler.program, compiler.version + "; " + compiler.reason);
    };
    add("kernels by", toolchain.kernel_compiler);
    add("orchestration", MainOrchestrationCompiler(toolchain));
}

}  // namespace

std::string InfoText(const Generation& generation, const Programs& programs, const IdentityTexts& identities) {
    const BuildDirectory& directory = generation.directory;
    const Toolchain& toolchain = generation.toolchain;
    Findings report;
    report.Line("directory", directory.root);
    report.Line("kind", Describe(directory.kind).name, Describe(directory.kind).why);
    report.Line("generation", identities.dating.months, identities.dating.why);
    AddModes(report, generation);
    report.Line("platform", toolchain.platform.name, "backend " + toolchain.platform.backend);
    AddDevices(report, directory);
    AddRuntime(report, toolchain, identities);
    AddPtoIsa(report, toolchain.roots, identities);
    AddCompilers(report, toolchain);
    report.Line("ptoas", identities.ptoas);
    report.Line("pto-replay", programs.pto_replay);
    for (const Program& program : directory.programs) AddProgram(report, program);
    for (const Entry& entry : generation.entries) {
        if (!entry.IsPart()) AddParams(report, entry);
    }
    for (const std::string& leftover : directory.leftovers) report.Line("left over", leftover, "not built");
    AddNotes(report, directory);
    return report.Take();
}

}  // namespace pto::gen
