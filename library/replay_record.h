// What pto-replay --json prints, as a result or as the Error it reports. Pure.
#pragma once

#include "base/json.h"
#include "pto_ninja/replay.h"

namespace pto::lib {

// Throws the Error that ended the command, in its own words.
ReplayResult ReadReplayRecord(const Json& record);

}  // namespace pto::lib
