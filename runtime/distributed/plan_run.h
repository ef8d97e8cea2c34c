// What running a plan is on every runtime: its programs, its arguments, its storages and how a dispatch is named.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/core/changed_inputs.h"
#include "runtime/core/runner.h"
#include "runtime/distributed/plan.h"

namespace pto::run {

// The plan of an entry, or of an entry that is a part: the dispatches of its program. Throws an input Error.
Plan PlanOf(const Manifest& manifest, const Entry& entry);

// How a plan that does not fit is made anew.
std::string RerecordPlan(const Manifest& manifest);

// Throws an input Error for a dispatch of what is no program of the directory.
const Program& ProgramOf(const Manifest& manifest, const Plan& plan, const Dispatch& dispatch);

// The host orchestration was recorded with these shapes, scalars and values that it looked at, and its plan holds for
// no others. What differs, for a plan of as many parameters; nothing: it fits.
struct PlanMisfit {
    std::string parameter;
    std::string what;    // "was recorded for ..."
    std::string remedy;  // where the plan cannot be recorded again
};
std::optional<PlanMisfit> FindMisfit(const Plan& plan, const std::vector<Argument>& arguments);
// Throws it, or that there are more or fewer arguments, as an input Error.
void CheckPlanArguments(const Plan& plan, const std::vector<Argument>& arguments, const std::string& remedy);

// Copies parameters into their storages, and brings the others back to their first content. `storages`: an address for
// each of the plan's.
void FillStorages(const Plan& plan, std::span<uint8_t* const> storages, const std::vector<Argument>& arguments);
// The same, of the parameters only those that a run may change or has changed.
void RefillStorages(const Plan& plan, std::span<uint8_t* const> storages, const std::vector<Argument>& arguments,
                    const ChangedInputs& changed);
// Looks for parameters whose storage is not as it was filled.
void LookAtStorages(const Plan& plan, std::span<uint8_t* const> storages, const std::vector<Argument>& arguments,
                    ChangedInputs& changed);
// Copies Out and InOut parameters back.
void FetchStorages(const Plan& plan, std::span<uint8_t* const> storages, std::vector<Argument>& arguments);

// "rank 1, 'combine' (orchestration/host_orch.py:12)".
std::string DispatchTitle(const Plan& plan, const Dispatch& dispatch);
// The error with the dispatch in front of its message.
Error NameDispatch(const Plan& plan, const Dispatch& dispatch, const Error& error);

}  // namespace pto::run
