#include "runtime/distributed/plan_run.h"

#include <cstring>

#include "base/error.h"
#include "base/file_system.h"
#include "base/text.h"
#include "runtime/distributed/stand_alone.h"
#include "runtime/part.h"

namespace pto::run {

Plan PlanOf(const Manifest& manifest, const Entry& entry) {
    Plan plan = LoadPlan(RealFileSystem(), manifest.Resolve(entry.plan), RerecordPlan(manifest));
    return entry.IsPart() ? SelectProgram(plan, entry.program, RunTheWhole(manifest)).plan : plan;
}

std::string RerecordPlan(const Manifest& manifest) {
    return "run 'ninja -C " + manifest.directory + " ready'";
}

const Program& ProgramOf(const Manifest& manifest, const Plan& plan, const Dispatch& dispatch) {
    const Program* program = FindProgram(manifest, dispatch.program);
    if (program != nullptr) return *program;
    ThrowInput(plan.source + ":" + std::to_string(dispatch.line),
               "dispatches '" + dispatch.program + "', which is no program of this directory",
               "run 'pto-ninja " + manifest.directory + "' again");
}

void CheckPlanArguments(const Plan& plan, const std::vector<Argument>& arguments, const std::string& remedy) {
    if (arguments.size() != plan.parameters.size()) {
        ThrowInput(plan.file,
                   "is a plan for " + Count(plan.parameters.size(), "parameter") + ", the run has " +
                       std::to_string(arguments.size()),
                   remedy);
    }
    for (size_t i = 0; i < arguments.size(); ++i) {
        const PlanParameter& parameter = plan.parameters[i];
        const Argument& argument = arguments[i];
        if (parameter.shape.has_value() == argument.is_scalar) {
            ThrowInput(plan.file,
                       "parameter '" + parameter.name + "' was a " + (argument.is_scalar ? "tensor" : "scalar"),
                       remedy);
        }
        if (parameter.shape && *parameter.shape != argument.tensor.shape) {
            ThrowInput(plan.file,
                       "was recorded for '" + parameter.name + "' of shape " + ShapeText(*parameter.shape) +
                           ", the run has " + ShapeText(argument.tensor.shape),
                       "give inputs of the recorded shape; the golden's inputs decide it");
        }
        if (!parameter.shape && parameter.bits != argument.scalar) {
            ThrowInput(plan.file, "was recorded for another value of the scalar '" + parameter.name + "'",
                       "leave --scalar out; the golden's inputs decide the value");
        }
    }
}

void FillStorages(const Plan& plan, std::span<uint8_t* const> storages, const std::vector<Argument>& arguments,
                  bool outputs_only) {
    for (size_t i = 0; i < plan.storages.size(); ++i) {
        const PlanStorage& storage = plan.storages[i];
        if (storage.parameter) {
            const Argument& argument = arguments[*storage.parameter];
            if (outputs_only && !IsOutput(argument.direction)) continue;
            const size_t bytes = argument.tensor.bytes.size();
            if (bytes > 0) std::memcpy(storages[i], argument.tensor.bytes.data(), bytes);
        } else if (storage.values.empty()) {
            std::memset(storages[i], 0, storage.bytes);
        } else {
            std::memcpy(storages[i], storage.values.data(), storage.bytes);
        }
    }
}

void FetchStorages(const Plan& plan, std::span<uint8_t* const> storages, std::vector<Argument>& arguments) {
    for (size_t i = 0; i < plan.storages.size(); ++i) {
        if (!plan.storages[i].parameter) continue;
        Argument& argument = arguments[*plan.storages[i].parameter];
        const size_t bytes = argument.tensor.bytes.size();
        if (IsOutput(argument.direction) && bytes > 0) std::memcpy(argument.tensor.bytes.data(), storages[i], bytes);
    }
}

std::string DispatchTitle(const Plan& plan, const Dispatch& dispatch) {
    return "rank " + std::to_string(dispatch.rank) + ", '" + dispatch.program + "' (" + plan.source + ":" +
           std::to_string(dispatch.line) + ")";
}

Error NameDispatch(const Plan& plan, const Dispatch& dispatch, const Error& error) {
    return Error(error.kind(), error.place(), DispatchTitle(plan, dispatch) + ": " + error.message(), error.remedy());
}

}  // namespace pto::run
