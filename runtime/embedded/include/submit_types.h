// Which kernels one task runs, in how many blocks, and under which condition.
#pragma once

#include <stdint.h>

#include "pto_ninja/earlier_names.h"

inline constexpr int32_t INVALID_KERNEL_ID = -1;
inline constexpr int32_t SUBTASK_SLOT_COUNT = 3;

enum class SubtaskSlot : uint8_t { AIC = 0, AIV0 = 1, AIV1 = 2 };

// Func ids of the kernels that one task runs side by side on a cluster: the cube core and its two vector lanes.
struct MixedKernels {
    int32_t aic_kernel_id{INVALID_KERNEL_ID};
    int32_t aiv0_kernel_id{INVALID_KERNEL_ID};
    int32_t aiv1_kernel_id{INVALID_KERNEL_ID};
};

enum class PredicateOp : uint8_t { NONE = 0, EQ, NE, GT, LT, GE, LE };

class LaunchSpec {
  public:
    constexpr LaunchSpec() = default;

    int16_t block_num() const { return block_num_; }
    void set_block_num(int16_t n) { block_num_ = n; }
    // The name that code for Ascend950 uses.
    int16_t core_num() const { return block_num_; }
    void set_core_num(int16_t n) { block_num_ = n; }

    // All blocks start together; refused when the chip has fewer cores than the task has blocks.
    bool require_sync_start() const { return require_sync_start_; }
    void set_require_sync_start(bool v) { require_sync_start_ = v; }

  private:
    int16_t block_num_{1};
    bool require_sync_start_{false};
};
