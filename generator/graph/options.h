// What a user can ask of the generator; recorded in build.ninja so that it regenerates itself the same way.
#pragma once

#include <string>
#include <vector>

namespace pto::gen {

struct GenerateOptions {
    std::string platform;  // overrides the sidecar's: a2a3, a2a3sim, a5, a5sim
    std::string cxx;       // compiler of the kernels
    std::string orchestration_cxx;
    std::string ptoas;  // launcher to use instead of PTOAS_ROOT and PATH
    std::vector<std::string> ptoas_flags;
    std::string ptoas_timeout;  // seconds; empty: PYPTO_PTOAS_TIMEOUT or the default
    bool rebuild_from_pto = true;
};

// The flags that give these options again, for the regeneration command.
std::vector<std::string> FlagsOf(const GenerateOptions& options);

}  // namespace pto::gen
