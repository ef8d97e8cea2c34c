// Reasons in the machine not to trust timings. Pure; each is one sentence without full stop.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/bench/host_info.h"
#include "runtime/core/runner.h"

namespace pto::run {

// `host` as it was before the rounds. A governor that lets the frequency change, a machine that is busy, rounds that
// became slower or faster as they went on, and rounds that were over too soon all together.
std::vector<std::string> MachineWarnings(const HostInfo& host, std::span<const double> samples_us,
                                         const SettingNames& names);

}  // namespace pto::run
