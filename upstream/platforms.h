// The platforms that PyPTO compiles for, and what its tools call each of them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "upstream/since.h"

namespace pto {

struct PlatformRow {
    std::string_view name;        // "a2a3sim": --platform, the sidecars
    std::string_view backend;     // "Ascend910B": backend_type of the sidecars
    std::string_view arch;        // "a2a3": the directory name in the runtime
    std::string_view ptoas_arch;  // "a3": --pto-arch of ptoas
    std::string_view core_arch;   // "dav-c220": what the device compiler calls the cores
    bool simulator;
    Since since;
};

inline constexpr PlatformRow kPlatformRows[] = {
    {"a2a3", "Ascend910B", "a2a3", "a3", "dav-c220", false, {}},
    {"a2a3sim", "Ascend910B", "a2a3", "a3", "dav-c220", true, {}},
    {"a5", "Ascend950", "a5", "a5", "dav-c310", false, {"2026-03-11", "pypto#435"}},
    {"a5sim", "Ascend950", "a5", "a5", "dav-c310", true, {"2026-03-11", "pypto#435"}},
};

inline std::vector<std::string> PlatformNames() {
    std::vector<std::string> names;
    for (const PlatformRow& row : kPlatformRows) names.emplace_back(row.name);
    return names;
}

// Each once. The first is the backend of a sidecar that names none.
inline std::vector<std::string> BackendNames() {
    std::vector<std::string> names;
    for (const PlatformRow& row : kPlatformRows) {
        if (std::find(names.begin(), names.end(), row.backend) == names.end()) names.emplace_back(row.backend);
    }
    return names;
}

}  // namespace pto
