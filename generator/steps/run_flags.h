// The flags of a run that concern the build before it: `PTO_REPLAY_FLAGS="--recompile" ninja replay`. Pure.
#pragma once

#include <string_view>

namespace pto::gen {

struct RunFlags {
    bool recompile = false;  // build everything again, whatever is up to date
    bool rebuild_from_pto = true;
};

// The last of two flags that contradict each other wins; all others are the run's business.
RunFlags ParseRunFlags(std::string_view flags);

}  // namespace pto::gen
