// What a timeline needs of chip_swimlane_records.json and deps.json, whichever runtime wrote them. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"

namespace pto::run {

// Times are counts of the clock.
struct TimedTask {
    int core = 0;
    uint64_t id = 0;
    uint64_t start = 0;
    uint64_t end = 0;
    uint64_t dispatch = 0;  // 0: not recorded
};

struct TimedSubmit {
    uint64_t task_id = 0;
    uint64_t start = 0;
    uint64_t end = 0;
};

struct SwimlaneRecords {
    double clock_hz = 1e9;
    std::vector<std::string> core_types;  // "aic" or "aiv", by core
    std::vector<TimedTask> tasks;
    std::vector<TimedSubmit> submits;
};

struct TaskDependencies {
    std::map<uint64_t, std::array<int64_t, 3>> kernel_ids;  // by task: cube core and both vector cores, -1 for none
    std::vector<std::pair<uint64_t, uint64_t>> edges;       // earlier and later task, each pair once
};

// Both throw an input Error that names the file.
SwimlaneRecords ReadSwimlane(const Json& json, const std::string& path);
TaskDependencies ReadDependencies(const Json& json, const std::string& path);

}  // namespace pto::run
