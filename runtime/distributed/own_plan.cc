#include "runtime/distributed/own_plan.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "base/json.h"
#include "base/left_overs.h"
#include "base/process.h"
#include "base/python_interpreters.h"
#include "base/text.h"
#include "contract/layout.h"
#include "runtime/core/pto_ninja_program.h"
#include "runtime/distributed/plan_run.h"
#include "tensors/safetensors.h"

namespace pto::run {
namespace {

bool CanBeWritten(const std::vector<Argument>& arguments) {
    return std::all_of(arguments.begin(), arguments.end(), [](const Argument& argument) {
        return argument.is_scalar || !argument.tensor.dtype->safetensors.empty();
    });
}

// Of the type that its 64-bit slot holds, so that the recorder finds the same slot again.
Tensor ScalarTensor(const Argument& argument) {
    const HostForm form = argument.dtype->form;
    const char* name = form == HostForm::kFp64       ? "fp64"
                       : IsFloat(form)               ? "fp32"
                       : form == HostForm::kUnsigned ? "uint64"
                                                     : "int64";
    Tensor tensor = MakeTensor(argument.name, *FindDType(name), {});
    std::memcpy(tensor.bytes.data(), &argument.scalar, tensor.bytes.size());
    return tensor;
}

void WriteArguments(const std::string& path, const std::vector<Argument>& arguments) {
    std::vector<Tensor> tensors;
    std::vector<std::string> names;
    for (const Argument& argument : arguments) {
        tensors.push_back(argument.is_scalar ? ScalarTensor(argument) : argument.tensor);
        tensors.back().name = argument.name;
        names.push_back(argument.name);
    }
    WriteSafetensors(path, tensors, {{"order", Json(names).dump()}, {"maker", "the inputs of this run"}});
}

}  // namespace

OwnPlan::~OwnPlan() {
    if (!plan_.empty()) files_.Remove(plan_);
}

void OwnPlan::Prepare(const Manifest& manifest, Entry& entry, const std::vector<Argument>& arguments,
                      std::vector<std::string>& notes) {
    if (entry.plan.empty() || entry.IsPart() || manifest.runtime == "pypto") return;
    const Plan plan = PlanOf(manifest, entry);
    if (plan.parameters.size() != arguments.size() || !CanBeWritten(arguments)) return;
    const std::optional<PlanMisfit> misfit = FindMisfit(plan, arguments);
    if (!misfit || misfit->remedy.empty()) return;
    Record(manifest, arguments);
    entry.plan = std::filesystem::absolute(plan_).string();
    notes.push_back(plan.source + " was recorded again for this run: its plan " + misfit->what);
}

void OwnPlan::Record(const Manifest& manifest, const std::vector<Argument>& arguments) {
    plan_ = TemporaryName(manifest.Resolve(kPlanOfRunFile));
    const std::string inputs = plan_ + ".inputs";
    const std::string depfile = plan_ + ".d";
    WriteArguments(inputs, arguments);
    ProcessOptions process;
    const auto absolute = [](const std::string& path) { return std::filesystem::absolute(path).string(); };
    process.arguments = {FindPtoNinja(),  "plan",      "--request",       kPlanRequestFile, "--plan",
                         absolute(plan_), "--depfile", absolute(depfile), "--inputs",       absolute(inputs)};
    process.directory = manifest.directory;
    const ProcessResult result = RunProcess(process);
    for (const std::string& path : {inputs, depfile}) files_.Remove(path);
    if (result.Ok()) return;
    throw Error(result.exit_code == ExitCode(ErrorKind::kInput) ? ErrorKind::kInput : ErrorKind::kToolchain,
                Place{manifest.directory, 0, 0, {}},
                "the host orchestration could not be recorded with the inputs of this run" + LastLines(result.err),
                "give other inputs");
}

}  // namespace pto::run
