// The names that PyPTO wrote before its runtime dropped the prefix PTO2, each an alias of the one that it writes now.
// upstream/names.cc says since when, and for which of them; the headers beside this directory only know the newer ones.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "../arg_direction.h"

struct TaskId;
struct Tensor;

// What kernels and orchestrations say. The descriptor was ChipTensor until 26 August 2026, TaskTensor for a week after.
using PTO2TaskId = TaskId;
using ChipTensor = Tensor;
using TaskTensor = Tensor;

#define PTO2_EXT_PARAMS_COUNT EXT_PARAMS_COUNT
#define PTO2_ALIGN_SIZE CHIP_ALIGN_SIZE
#define PTO2_ALIGN_UP(x, align) CHIP_ALIGN_UP(x, align)

#define PTO2_ERROR_NONE SIMPLER_ERROR_NONE
#define PTO2_ERROR_SCOPE_DEADLOCK SIMPLER_ERROR_SCOPE_DEADLOCK
#define PTO2_ERROR_HEAP_RING_DEADLOCK SIMPLER_ERROR_HEAP_RING_DEADLOCK
#define PTO2_ERROR_FLOW_CONTROL_DEADLOCK SIMPLER_ERROR_FLOW_CONTROL_DEADLOCK
#define PTO2_ERROR_DEP_POOL_OVERFLOW SIMPLER_ERROR_FANIN_CAPACITY_EXCEEDED
#define PTO2_ERROR_INVALID_ARGS SIMPLER_ERROR_INVALID_ARGS
#define PTO2_ERROR_REQUIRE_SYNC_START_INVALID SIMPLER_ERROR_REQUIRE_SYNC_START_INVALID
#define PTO2_ERROR_TENSOR_WAIT_TIMEOUT SIMPLER_ERROR_TENSOR_WAIT_TIMEOUT
#define PTO2_ERROR_EXPLICIT_ORCH_FATAL SIMPLER_ERROR_EXPLICIT_ORCH_FATAL
#define PTO2_ERROR_SCOPE_TASKS_OVERFLOW SIMPLER_ERROR_SCOPE_TASKS_OVERFLOW
#define PTO2_ERROR_TENSORMAP_OVERFLOW SIMPLER_ERROR_TENSORMAP_OVERFLOW
#define PTO2_ERROR_SCHEDULER_TIMEOUT SIMPLER_ERROR_SCHEDULER_TIMEOUT
#define PTO2_ERROR_ASYNC_COMPLETION_INVALID SIMPLER_ERROR_ASYNC_COMPLETION_INVALID
#define PTO2_ERROR_ASYNC_WAIT_OVERFLOW SIMPLER_ERROR_ASYNC_WAIT_OVERFLOW
#define PTO2_ERROR_ASYNC_REGISTRATION_FAILED SIMPLER_ERROR_ASYNC_REGISTRATION_FAILED

// What only orchestrations say. Kernels keep these words for themselves: a printed body may use any of them.
#if !defined(__DAV_VEC__) && !defined(__DAV_CUBE__)

enum class ScopeMode : uint8_t;
enum class SubtaskSlot : uint8_t;
class ScopeGuard;
class LaunchSpec;
struct OrchestrationConfig;
struct ChipTaskArgs;
struct GraphSubmitResult;
struct CoreTaskPredicate;
struct CorePredicateOperand;
template <size_t MaxT, size_t MaxS>
struct TaskArgsBuilder;
template <size_t MAX_DEP_COUNT>
class CoreTaskArgsWithDeps;

using PTO2ScopeMode = ScopeMode;
using PTO2ScopeGuard = ScopeGuard;
using PTO2SubtaskSlot = SubtaskSlot;
using PTO2LaunchSpec = LaunchSpec;
using PTO2OrchestrationConfig = OrchestrationConfig;
using PTO2GraphSubmitResult = GraphSubmitResult;
using PTO2GraphScopeResult = GraphSubmitResult;

// The argument lists of a task and of the program: until June 2026, until August, and in both.
using Arg = TaskArgsBuilder<CORE_MAX_TENSOR_ARGS, CORE_MAX_SCALAR_ARGS>;
template <size_t N = 16>
using ArgWithDeps = CoreTaskArgsWithDeps<N>;
using ChipStorageTaskArgs = ChipTaskArgs;
using L0TaskArgs = Arg;
template <size_t N = 16>
using L0TaskArgsWithDeps = CoreTaskArgsWithDeps<N>;
using L2TaskArgs = ChipTaskArgs;
using L0TaskPredicate = CoreTaskPredicate;
using L0PredicateOperand = CorePredicateOperand;

#define PTO2_SUBTASK_SLOT_COUNT SUBTASK_SLOT_COUNT
#define PTO2_SCOPE(...) SIMPLER_SCOPE(__VA_ARGS__)
#define PTO2_SCOPE_GUARD(...) SIMPLER_SCOPE_GUARD(__VA_ARGS__)
#define PTO2_GRAPH_KEY(name) GRAPH_KEY(name)
#define pto2_rt_submit_task rt_submit_task
#define pto2_rt_submit_aic_task rt_submit_aic_task
#define pto2_rt_submit_aiv_task rt_submit_aiv_task

#endif
