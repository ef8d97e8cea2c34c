// The runtimes that a program can be compiled for: RUNTIME_CONFIG["runtime"] of kernel_config.py.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "upstream/since.h"

namespace pto {

inline constexpr char kTensormap[] = "tensormap_and_ringbuffer";
inline constexpr char kHostBuildGraph[] = "host_build_graph";

struct RuntimeRow {
    std::string_view name;
    bool current;  // checkouts of the runtime have it; the others are of builds before those we know
    Since since;
};

// The first is what a configuration without a name means.
inline constexpr RuntimeRow kRuntimeRows[] = {
    {kTensormap, true, {}},
    {kHostBuildGraph, true, {}},
    {"aicpu_build_graph", false, {}},
    {"rt2", false, {}},
};

inline std::vector<std::string> RuntimeNames() {
    std::vector<std::string> names;
    for (const RuntimeRow& row : kRuntimeRows) names.emplace_back(row.name);
    return names;
}

}  // namespace pto
