#include "runtime/dfx/scope_file.h"

#include <fmt/format.h>

#include <array>

namespace pto::run {
namespace {

// Defaults of the runtime, one table per ring, one tensor map.
constexpr uint64_t kTaskLimit = 16384;
constexpr uint64_t kHeapLimit = 268435456;
constexpr uint64_t kDependencyLimit = 16384;
constexpr uint64_t kTensorMapLimit = 65536;

std::string PerRing(uint64_t limit) {
    std::array<uint64_t, kRingCount> limits;
    limits.fill(limit);
    return fmt::format("[{}]", fmt::join(limits, ", "));
}

std::string SampleLine(const ScopeSample& sample) {
    return fmt::format(
        "{{\"site\": \"{}\", \"phase\": \"{}\", \"depth\": {}, \"ring\": {}, \"task_window_start\": {}, "
        "\"task_window_end\": {}, \"heap_start\": {}, \"heap_end\": {}, \"dep_pool_start\": {}, \"dep_pool_end\": {}, "
        "\"tensormap\": {}}}\n",
        sample.site, sample.begin ? "begin" : "end", sample.depth, sample.ring, sample.task_start, sample.task_end,
        sample.heap_start, sample.heap_end, sample.dependency_start, sample.dependency_end, sample.tensor_map);
}

}  // namespace

std::string ScopeStatsText(const ProgramAccount& account, bool failed) {
    std::string text = fmt::format(
        "{{\"version\": 6, \"fatal\": {}, \"dropped\": 0, \"total\": {}, \"task_window_max\": {}, \"heap_max\": {}, "
        "\"dep_pool_max\": {}, \"tensormap_max\": {}}}\n",
        failed, account.scopes.size(), PerRing(kTaskLimit), PerRing(kHeapLimit), PerRing(kDependencyLimit),
        kTensorMapLimit);
    for (const ScopeSample& sample : account.scopes) text += SampleLine(sample);
    return text;
}

}  // namespace pto::run
