// Identity of a submitted task: ring (scope depth) in the high half, number within the ring in the low half.
#pragma once

#include <stdint.h>

#include "pto_ninja/earlier_names.h"

struct TaskId {
    uint64_t raw;

    static constexpr TaskId make(uint8_t ring, uint32_t local) {
        return TaskId{(static_cast<uint64_t>(ring) << 32) | local};
    }
    static constexpr TaskId invalid() { return TaskId{UINT64_MAX}; }

    constexpr uint8_t ring() const { return static_cast<uint8_t>(raw >> 32); }
    constexpr uint32_t local() const { return static_cast<uint32_t>(raw); }
    constexpr uint32_t local_id() const { return local(); }
    constexpr bool is_valid() const { return raw != UINT64_MAX; }
    constexpr bool is_invalid() const { return raw == UINT64_MAX; }
    constexpr bool operator==(const TaskId& other) const { return raw == other.raw; }
    constexpr bool operator!=(const TaskId& other) const { return raw != other.raw; }
};

namespace simpler::tmr {
using ::TaskId;
}  // namespace simpler::tmr
namespace simpler::hbg {
using ::TaskId;
}  // namespace simpler::hbg
