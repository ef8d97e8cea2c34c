// The flags of a run that concern the build before it: `PTO_REPLAY_FLAGS="--recompile" ninja replay`.
#pragma once

#include <string_view>

namespace pto::gen {

struct RunFlags {
    bool recompile = false;  // build everything again, whatever is up to date
    bool rebuild_from_pto = true;
};

// Split as pto-replay splits them. The last of two flags that contradict each other wins; all others are the run's
// business. Pure.
RunFlags ParseRunFlags(std::string_view flags);

// Those of PTO_REPLAY_FLAGS.
RunFlags RunFlagsOfEnvironment();

}  // namespace pto::gen
