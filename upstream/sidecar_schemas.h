// The schemas of PyPTO's sidecars, one row for each number that a version of it wrote.
#pragma once

#include <cstdint>
#include <string_view>

#include "upstream/since.h"

namespace pto {

inline constexpr std::string_view kCompiledMeta = "compiled_meta.json";
inline constexpr std::string_view kDistributedMeta = "distributed_meta.json";

struct SidecarSchema {
    std::string_view file;
    int64_t number;
    bool modes;      // supported_execution_modes must be there and is checked; before, it is one more unknown key
    bool block_dim;  // distributed_config may have it
    Since since;
};

// By file, oldest first: what is newer than the last row of a file is read as that row says.
inline constexpr SidecarSchema kSidecarSchemas[] = {
    {kCompiledMeta, 1, false, false, {"2026-08-14", "pypto#2350"}},
    {kCompiledMeta, 2, true, false, {"2026-09-15", "pypto#2760"}},
    {kDistributedMeta, 1, false, true, {"2026-06-11", "pypto#1749"}},
    {kDistributedMeta, 2, false, false, {"2026-07-27", "pypto#2145"}},
    {kDistributedMeta, 3, true, false, {"2026-09-15", "pypto#2760"}},
};

// What a directory was compiled for, as supported_execution_modes has it.
struct ExecutionMode {
    std::string_view name;
    Since since;
};

inline constexpr std::string_view kProgramMode = "program";
inline constexpr std::string_view kKernelMode = "kernel";  // called by torch
inline constexpr ExecutionMode kExecutionModes[] = {
    {kProgramMode, {"2026-09-15", "pypto#2760"}},
    {kKernelMode, {"2026-09-15", "pypto#2766"}},
};

// The entry of a program; PyPTO's kernel mode has no other.
inline constexpr std::string_view kOrchestrationFunction = "aicpu_orchestration_entry";

}  // namespace pto
