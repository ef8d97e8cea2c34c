// What the recorder of a host orchestration is told: .pto-ninja/plan_request.json, an input of the plan edge. Pure.
#pragma once

#include <string>

#include "generator/config/model.h"
#include "generator/options/options.h"

namespace pto::gen {

// Puts the devices that the options ask for into a distributed build, and returns how many the sidecar has. Throws a
// usage Error for what is no list of devices, and for options that a build for one chip cannot follow.
size_t OverrideDevices(BuildDirectory& directory, const GenerateOptions& options);

// `directory` is a distributed build, its device_ids those to record for; `recorded_devices` from OverrideDevices.
std::string PlanRequestText(const BuildDirectory& directory, const GenerateOptions& options, size_t recorded_devices);

}  // namespace pto::gen
