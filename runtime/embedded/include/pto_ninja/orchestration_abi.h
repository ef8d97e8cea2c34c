// The contract between an orchestration built against the embedded headers and the process that runs it. Both sides are
// compiled separately: plain structs and function pointers only, and each side checks kOrchestrationAbiVersion.
#pragma once

#include <stdint.h>

namespace pto_ninja {

inline constexpr uint32_t kOrchestrationAbiVersion = 1;

inline constexpr uint32_t kMaxTensorDims = 5;
inline constexpr uint32_t kMaxTaskTensors = 32;
inline constexpr uint32_t kMaxTaskScalars = 16;
inline constexpr uint32_t kMaxEntryTensors = 256;
inline constexpr uint32_t kMaxEntryScalars = 128;
inline constexpr uint64_t kInvalidTaskId = UINT64_MAX;

// The 128-byte tensor descriptor that kernels receive; tensor.h declares the same bytes as Tensor, with methods.
struct alignas(64) TensorDescriptor {
    uint64_t address;  // of the buffer, bytes
    uint64_t bytes;    // of the buffer
    uint64_t owner_task_id;
    uint64_t start_offset;  // of the view from `address`, elements
    int32_t version;
    uint32_t ndims;
    uint8_t dtype;
    uint8_t manual_dep;  // 1: orders itself after its creator only
    uint8_t is_contiguous;
    uint8_t address_space;
    uint32_t shapes[kMaxTensorDims];
    uint64_t extent;                   // elements from the first to the last one reached, inclusive
    uint32_t strides[kMaxTensorDims];  // elements
    uint8_t padding[36];
};
static_assert(sizeof(TensorDescriptor) == 128, "the descriptor is two cache lines");

// A tensor that the runtime is to allocate, row-major.
struct TensorRequest {
    uint32_t ndims;
    uint8_t dtype;
    uint8_t manual_dep;
    uint8_t has_initial_value;
    uint64_t initial_value;  // bits of one element
    uint32_t shapes[kMaxTensorDims];
};

enum class TensorAccess : uint32_t {
    kInput = 0,
    kOutput = 1,  // allocated by the runtime, see TensorRequest
    kInOut = 2,
    kOutputExisting = 3,
    kNoDep = 4,  // takes no part in dependency tracking
};

struct TaskTensor {
    TensorAccess access;
    const TensorDescriptor* tensor;  // null for kOutput
    TensorRequest request;           // for kOutput only
};

enum class Comparison : uint32_t { kAlways = 0, kEq, kNe, kGt, kLt, kGe, kLe };

// The task runs only if the element compares true when the task is ready; otherwise it counts as done.
struct Predicate {
    Comparison comparison;
    uint32_t ndims;
    const TensorDescriptor* tensor;
    const uint32_t* indices;
    int64_t target;
};

struct TaskRequest {
    int32_t kernel_ids[3];  // cube, vector lane 0, vector lane 1; -1 is unused, all unused is a task without kernels
    int32_t block_num;
    uint32_t require_sync_start;
    uint32_t allow_early_resolve;
    uint32_t tensor_count;
    const TaskTensor* tensors;
    uint32_t scalar_count;
    const uint64_t* scalars;
    const uint8_t* scalar_dtypes;
    uint32_t dependency_count;
    const uint64_t* dependencies;  // task ids; kInvalidTaskId is skipped
    Predicate predicate;
    uint64_t dump_mask;  // bit i: argument i (tensors, then scalars) was selected with dump()
};

struct TaskResult {
    uint64_t task_id;
    uint32_t output_count;                             // number of kOutput tensors, in argument order
    const TensorDescriptor* outputs[kMaxTaskTensors];  // valid until the run ends
};

// The arguments of the whole program.
struct EntryArguments {
    uint32_t tensor_count;
    const TensorDescriptor* tensors;
    uint32_t scalar_count;
    const uint64_t* scalars;
};

// Functions of the runtime, to be called on the thread that runs the orchestration. They do not return after a failure:
// they throw an exception that only the runtime catches. scope_end and report_fatal always return.
struct OrchestrationServices {
    uint32_t abi_version;
    // The names are those of the variables in the source, separated by commas; may be null.
    void (*alloc_tensors)(const TensorRequest* requests, uint32_t count, const char* names, TaskResult* result);
    void (*submit_task)(const TaskRequest* request, TaskResult* result);
    void (*scope_begin)(uint32_t manual, const char* file, int32_t line);
    void (*scope_end)();
    // Waits for every earlier task that writes the element (get) or touches it (set).
    uint64_t (*get_tensor_data)(const TensorDescriptor* tensor, uint32_t ndims, const uint32_t* indices);
    void (*set_tensor_data)(const TensorDescriptor* tensor, uint32_t ndims, const uint32_t* indices, uint64_t value);
    uint32_t (*is_fatal)();
    void (*report_fatal)(int32_t code, const char* function, const char* message);
    int32_t (*cluster_count)();
    int32_t (*vector_core_count)();
    uint32_t (*log_enabled)(int32_t level);
    void (*log)(int32_t level, const char* function, const char* message);
};

// Functions of the orchestration, which alone knows the types of its entry points.
struct OrchestrationExports {
    uint32_t abi_version;
    int32_t (*expected_arg_count)(void* config, const EntryArguments* arguments);  // of aicpu_orchestration_config
    void (*call_entry)(void* entry, const EntryArguments* arguments);
};

// Log levels, most talkative first.
inline constexpr int32_t kLogDebug = 0;
inline constexpr int32_t kLogInfo = 1;
inline constexpr int32_t kLogTiming = 2;
inline constexpr int32_t kLogWarn = 3;
inline constexpr int32_t kLogError = 4;

}  // namespace pto_ninja

// Exported by every orchestration built against the embedded headers. Called once after loading; the exports are valid
// while the library is loaded. Both sides compare the versions before anything else is used.
extern "C" const pto_ninja::OrchestrationExports* pto_ninja_bind_orchestration(
    const pto_ninja::OrchestrationServices* services);
