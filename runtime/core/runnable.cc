#include "runtime/core/runnable.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "tensors/tensor.h"
#include "upstream/nz_layout.h"
#include "upstream/sidecar_schemas.h"

namespace pto::run {
namespace {

constexpr const char* kForProgramMode = "compile the program for program mode";

bool IsRunAsProgram(const Entry& entry) {
    return entry.modes.empty() || std::find(entry.modes.begin(), entry.modes.end(), kProgramMode) != entry.modes.end();
}

std::string CompiledFor(const Entry& entry) {
    const bool kernel = entry.modes == std::vector<std::string>{std::string(kKernelMode)};
    return "was compiled for " + (kernel ? "kernel mode (torch)" : QuotedList(entry.modes));
}

std::string NoProgramEntry(const Entry& entry) {
    return CompiledFor(entry) + ", has no program entry";
}

void RequireProgramFunction(const Entry& entry, const Program& program, const std::string& sidecar) {
    const Orchestration& orchestration = program.orchestration;
    if (orchestration.function_name == kOrchestrationFunction) return;
    ThrowInput(sidecar,
               NoProgramEntry(entry) + ": the function of '" + orchestration.source + "' is '" +
                   orchestration.function_name + "', expected '" + std::string(kOrchestrationFunction) + "'",
               kForProgramMode);
}

[[noreturn]] void FailUnknownType(const Param& param, const std::string& place, const std::string& sidecar) {
    const std::string close = DidYouMean(param.dtype_name, DTypeNames());
    ThrowInput(sidecar,
               place + ".dtype is '" + param.dtype_name + "', the type of parameter '" + param.name +
                   "', expected a data type that is known, like 'fp32'",
               (close.empty() ? "" : close + " otherwise ") + "use a pto-ninja that is newer than the PyPTO");
}

// Two values in a carrier lie along the last dimension, which must be there.
void CheckCarriers(const Param& param, const std::string& place, const std::string& sidecar) {
    if (param.IsScalar() || param.dtype->form != HostForm::kPacked) return;
    if (!param.shape->empty() && param.shape->back() != 0) return;
    ThrowInput(sidecar,
               place + ".shape is " + ShapeText(*param.shape) + ", expected a last dimension of 1 or more: '" +
                   std::string(param.dtype->name) + "' is carriers of two values along it",
               "recompile the program with ir.compile()");
}

void CheckNzBlocks(const Param& param, const std::string& place, const std::string& sidecar) {
    if (!param.IsNz() || IsInNzBlocks(*param.shape, *param.dtype)) return;
    ThrowInput(sidecar,
               place + ".shape is " + ShapeText(*param.shape) + ", expected " + NzBlocksText(*param.dtype) +
                   ", since " + place + ".layout is 'NZ'",
               "recompile the program with ir.compile()");
}

}  // namespace

std::string SidecarOf(const Manifest& manifest, const Entry& entry) {
    if (!entry.plan.empty()) return manifest.Resolve(std::string(kDistributedMeta));
    const Program* program = FindProgram(manifest, entry.program);
    const std::string below = program == nullptr || program->directory.empty() ? "" : program->directory + "/";
    return manifest.Resolve(below + std::string(kCompiledMeta));
}

void RequireUsableTypes(const std::vector<Param>& params, const std::string& sidecar) {
    for (size_t i = 0; i < params.size(); ++i) {
        const std::string place = "params[" + std::to_string(i) + "]";
        if (params[i].dtype == nullptr) FailUnknownType(params[i], place, sidecar);
        CheckCarriers(params[i], place, sidecar);
        CheckNzBlocks(params[i], place, sidecar);
    }
}

void RequireProgramEntry(const Manifest& manifest, const Entry& entry) {
    if (IsRunAsProgram(entry)) return;
    const std::string sidecar = SidecarOf(manifest, entry);
    if (manifest.runtime == "pypto") {
        ThrowInput(sidecar, NoProgramEntry(entry) + " that PyPTO runs",
                   "run 'pto-ninja " + manifest.directory + " --runtime embedded', or " + kForProgramMode);
    }
    for (const Program& program : manifest.programs) {
        if (entry.program.empty() || entry.program == program.name) RequireProgramFunction(entry, program, sidecar);
    }
}

std::string OtherModeNote(const Manifest& manifest, const Entry& entry) {
    if (IsRunAsProgram(entry)) return {};
    return SidecarOf(manifest, entry) + ": " + CompiledFor(entry) +
           ", and is run as a program, which PyPTO does not do";
}

}  // namespace pto::run
