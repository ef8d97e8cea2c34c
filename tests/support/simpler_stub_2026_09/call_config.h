// Stands in for the runtime's header of this name of 2026-09.
#pragma once

#include <stub_view.h>

#include <cstdint>

struct RuntimeEnv {
    uint64_t rings[12] = {};
};

#pragma pack(push, 1)
struct CallConfig {
    int32_t aicpu_thread_num = 0;
    int32_t enable_chip_swimlane = 0;
    int32_t enable_dump_args = 0;
    int32_t enable_pmu = 0;
    int32_t enable_dep_gen = 0;
    int32_t enable_scope_stats = 0;
    int32_t capture_clock_anchors = 0;
    RuntimeEnv runtime_env;
    char output_prefix[1024] = {};
};
#pragma pack(pop)

inline StubNumbers NumbersOf(const CallConfig& config) {
    return {config.aicpu_thread_num, config.enable_chip_swimlane, config.enable_dump_args,
            config.enable_pmu,       config.enable_dep_gen,       config.enable_scope_stats};
}
