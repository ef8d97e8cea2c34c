// One submitted task: what it runs, with which arguments, after which others.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/embedded/include/pto_ninja/orchestration_abi.h"
#include "runtime/embedded/program.h"

namespace pto::embedded {

inline constexpr int kSlotCount = 3;  // of a cluster: cube core, vector lane 0, vector lane 1

struct TaskTensorInfo {
    pto_ninja::TensorDescriptor descriptor;
    pto_ninja::TensorAccess access;
};

// The element that decides whether the task runs; `bytes` 0 means that it always does.
struct TaskCondition {
    pto_ninja::Comparison comparison = pto_ninja::Comparison::kAlways;
    uint64_t address = 0;
    uint32_t bytes = 0;
    int64_t target = 0;
};

// Constant once submitted.
struct Task {
    uint32_t number = 0;                              // order of submission, from 0; what messages call "task 0"
    uint64_t id = 0;                                  // the PTO2TaskId that the program sees
    std::array<const Kernel*, kSlotCount> kernels{};  // all null: nothing to run
    int block_num = 1;
    bool manual_scope = false;
    bool require_sync_start = false;
    bool allow_early_resolve = false;
    std::vector<TaskTensorInfo> tensors;
    std::vector<uint64_t> scalars;
    std::vector<uint8_t> scalar_dtypes;
    std::vector<uint32_t> dependencies;           // numbers, ascending: explicit ones and those found
    std::vector<uint64_t> explicit_dependencies;  // ids, as given
    TaskCondition condition;
    uint64_t dump_mask = 0;

    int LaneCount() const {
        int count = 0;
        for (const Kernel* kernel : kernels) count += kernel != nullptr ? 1 : 0;
        return count;
    }
    int CoreCount() const { return LaneCount() * block_num; }
};

// One kernel run of a task.
struct CoreIdentity {
    int block = 0;
    int slot = 0;  // index into Task::kernels
};

// "kernel 'gate' (task 1)", with block and lane where there are several.
std::string DescribeCore(const Task& task, CoreIdentity core);

}  // namespace pto::embedded
