#include "runtime/distributed/plan_run.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/file_system.h"
#include "base/text.h"
#include "runtime/distributed/part.h"
#include "runtime/distributed/stand_alone.h"

namespace pto::run {

Plan PlanOf(const Manifest& manifest, const Entry& entry) {
    Plan plan = LoadPlan(RealFileSystem(), manifest.Resolve(entry.plan), RerecordPlan(manifest));
    if (!entry.IsPart()) return plan;
    StandAlone alone = SelectProgram(plan, entry.program, RunTheWhole(manifest));
    // What others compute is there already when a part runs by itself; it was not when the values were looked at.
    std::erase_if(alone.plan.reads, [&](const PlanRead& read) {
        return std::find(alone.needed.begin(), alone.needed.end(), read.parameter) != alone.needed.end();
    });
    return std::move(alone.plan);
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

namespace {

bool Holds(const Argument& argument, const PlanRead& read) {
    const std::string_view bytes = argument.tensor.bytes.view();
    if (read.offset > bytes.size() || read.values.size() > bytes.size() - read.offset) return false;
    return std::memcmp(bytes.data() + read.offset, read.values.data(), read.values.size()) == 0;
}

}  // namespace

std::optional<PlanMisfit> FindMisfit(const Plan& plan, const std::vector<Argument>& arguments) {
    for (size_t i = 0; i < plan.parameters.size(); ++i) {
        const PlanParameter& parameter = plan.parameters[i];
        const Argument& argument = arguments[i];
        const std::string name = "'" + parameter.name + "'";
        if (parameter.shape.has_value() == argument.is_scalar) {
            const std::string kind = argument.is_scalar ? "tensor" : "scalar";
            return PlanMisfit{parameter.name, "parameter " + name + " was a " + kind, ""};
        }
        if (parameter.shape && *parameter.shape != argument.tensor.shape) {
            return PlanMisfit{parameter.name,
                              "was recorded for " + name + " of shape " + ShapeText(*parameter.shape) +
                                  ", the run has " + ShapeText(argument.tensor.shape),
                              "give inputs of the recorded shape; the golden's inputs decide it"};
        }
        if (!parameter.shape && parameter.bits != argument.scalar) {
            return PlanMisfit{parameter.name, "was recorded for another value of the scalar " + name,
                              "leave --scalar out; the golden's inputs decide the value"};
        }
    }
    for (const PlanRead& read : plan.reads) {
        if (Holds(arguments[read.parameter], read)) continue;
        const std::string& name = plan.parameters[read.parameter].name;
        return PlanMisfit{name, "was recorded for other values of '" + name + "', which " + plan.source + " looks at",
                          "give inputs with the recorded values; the golden's inputs decide them"};
    }
    return std::nullopt;
}

void CheckPlanArguments(const Plan& plan, const std::vector<Argument>& arguments, const std::string& remedy) {
    if (arguments.size() != plan.parameters.size()) {
        ThrowInput(plan.file,
                   "is a plan for " + Count(plan.parameters.size(), "parameter") + ", the run has " +
                       std::to_string(arguments.size()),
                   remedy);
    }
    if (const std::optional<PlanMisfit> misfit = FindMisfit(plan, arguments)) {
        ThrowInput(plan.file, misfit->what, misfit->remedy.empty() ? remedy : misfit->remedy);
    }
}

namespace {

template <typename Wanted>
void Fill(const Plan& plan, std::span<uint8_t* const> storages, const std::vector<Argument>& arguments,
          const Wanted& wanted) {
    for (size_t i = 0; i < plan.storages.size(); ++i) {
        const PlanStorage& storage = plan.storages[i];
        if (storage.parameter) {
            const TensorBytes& bytes = arguments[*storage.parameter].tensor.bytes;
            if (wanted(*storage.parameter) && !bytes.empty()) {
                std::memcpy(storages[i], bytes.data(), bytes.size());
            }
        } else if (storage.values.empty()) {
            std::memset(storages[i], 0, storage.bytes);
        } else {
            std::memcpy(storages[i], storage.values.data(), storage.bytes);
        }
    }
}

}  // namespace

void FillStorages(const Plan& plan, std::span<uint8_t* const> storages, const std::vector<Argument>& arguments) {
    Fill(plan, storages, arguments, [](size_t) { return true; });
}

void RefillStorages(const Plan& plan, std::span<uint8_t* const> storages, const std::vector<Argument>& arguments,
                    const ChangedInputs& changed) {
    Fill(plan, storages, arguments, [&](size_t parameter) { return changed.NeedsCopy(arguments, parameter); });
}

void LookAtStorages(const Plan& plan, std::span<uint8_t* const> storages, const std::vector<Argument>& arguments,
                    ChangedInputs& changed) {
    changed.Look(arguments, [&](size_t parameter) -> const uint8_t* {
        for (size_t i = 0; i < plan.storages.size(); ++i) {
            if (plan.storages[i].parameter == parameter) return storages[i];
        }
        return nullptr;
    });
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
