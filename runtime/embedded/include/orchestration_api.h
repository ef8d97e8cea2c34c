// Everything that an orchestration source calls. The library that results has no undefined symbols of the runtime: all
// calls go through the table that pto_ninja_bind_orchestration is given after loading.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <algorithm>
#include <type_traits>

#include "pto_ninja/orchestration_abi.h"
#include "runtime_status.h"
#include "submit_types.h"
#include "task_args.h"
#include "tensor.h"
#include "types.h"

struct OrchestrationConfig {
    int expected_arg_count;  // tensors and scalars
};

namespace pto_ninja {

static_assert(sizeof(Tensor) == sizeof(TensorDescriptor) &&
                  offsetof(Tensor, start_offset) == offsetof(TensorDescriptor, start_offset) &&
                  offsetof(Tensor, dtype) == offsetof(TensorDescriptor, dtype) &&
                  offsetof(Tensor, shapes) == offsetof(TensorDescriptor, shapes) &&
                  offsetof(Tensor, extent_elem_cache) == offsetof(TensorDescriptor, extent) &&
                  offsetof(Tensor, strides) == offsetof(TensorDescriptor, strides),
              "both sides of the binary interface see the same descriptor");

// Hidden, so that two orchestrations in one process never share it.
__attribute__((visibility("hidden"))) inline const OrchestrationServices* g_services = nullptr;

inline const TensorDescriptor* Descriptor(const Tensor* tensor) {
    return reinterpret_cast<const TensorDescriptor*>(tensor);
}

PTO_NINJA_NOINLINE inline TaskOutputTensors ToOutputs(const TaskResult& result) {
    TaskOutputTensors outputs;
    outputs.set_task_id(TaskId{result.task_id});
    for (uint32_t i = 0; i < result.output_count; i++) {
        outputs.materialize_output(*reinterpret_cast<const Tensor*>(result.outputs[i]));
    }
    return outputs;
}

__attribute__((format(printf, 3, 4))) inline void ReportFatal(int32_t code, const char* function, const char* format,
                                                              ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    g_services->report_fatal(code, function, text);
}

__attribute__((format(printf, 3, 4))) inline void Log(int32_t level, const char* function, const char* format, ...) {
    if (!g_services->log_enabled(level)) return;
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    g_services->log(level, function, text);
}

inline bool CheckArguments(const CoreTaskArgs& args, const char* function) {
    if (args.has_error)
        ReportFatal(SIMPLER_ERROR_INVALID_ARGS, function, "%s", args.error_msg ? args.error_msg : "invalid");
    return !args.has_error;
}

PTO_NINJA_NOINLINE inline TaskOutputTensors Submit(const MixedKernels& kernels, const CoreTaskArgs& args) {
    if (!CheckArguments(args, "submit")) return TaskOutputTensors{};
    TaskTensor tensors[kMaxTaskTensors];
    for (int32_t i = 0; i < args.tensor_count(); i++) {
        tensors[i].access = static_cast<TensorAccess>(args.tag(i));
        const bool allocated = args.tag(i) == TensorArgType::OUTPUT;
        tensors[i].tensor = allocated ? nullptr : Descriptor(&args.tensor(i).ref());
        if (allocated) tensors[i].request = ToRequest(args.tensor(i).create_info());
    }
    TaskRequest request{};
    request.kernel_ids[0] = kernels.aic_kernel_id;
    request.kernel_ids[1] = kernels.aiv0_kernel_id;
    request.kernel_ids[2] = kernels.aiv1_kernel_id;
    request.block_num = args.launch_spec.block_num();
    request.require_sync_start = args.launch_spec.require_sync_start() ? 1 : 0;
    request.allow_early_resolve = args.allow_early_resolve() ? 1 : 0;
    request.tensor_count = static_cast<uint32_t>(args.tensor_count());
    request.tensors = tensors;
    request.scalar_count = static_cast<uint32_t>(args.scalar_count());
    request.scalars = args.scalar_data();
    request.scalar_dtypes = args.scalar_dtypes();
    request.dependency_count = args.explicit_dep_count();
    request.dependencies = reinterpret_cast<const uint64_t*>(args.explicit_deps_data());
    const CoreTaskPredicate& predicate = args.predicate();
    request.predicate.comparison = static_cast<Comparison>(predicate.op);
    request.predicate.ndims = predicate.operand.ndims;
    request.predicate.tensor = Descriptor(predicate.operand.tensor);
    request.predicate.indices = predicate.operand.indices;
    request.predicate.target = predicate.target;
    request.dump_mask = args.dump_arg_mask();
    TaskResult result{};
    g_services->submit_task(&request, &result);
    return ToOutputs(result);
}

PTO_NINJA_NOINLINE inline TaskOutputTensors AllocListed(const char* names, const TensorCreateInfo* const* infos,
                                                        uint32_t count) {
    if (count > kMaxTaskTensors) {
        ReportFatal(SIMPLER_ERROR_INVALID_ARGS, "alloc_tensors", "%u tensors at a time, at most 32 are possible",
                    count);
        return TaskOutputTensors{};
    }
    TensorRequest requests[kMaxTaskTensors];
    for (uint32_t i = 0; i < count; i++) requests[i] = ToRequest(*infos[i]);
    TaskResult result{};
    g_services->alloc_tensors(requests, count, names, &result);
    return ToOutputs(result);
}

// The three forms of the call: requests, an array of them with its length, an argument list of outputs.
template <typename... Infos>
inline TaskOutputTensors AllocTensors(const char* names, const Infos&... infos) {
    static_assert((std::is_same_v<Infos, TensorCreateInfo> && ...), "alloc_tensors takes TensorCreateInfo");
    const TensorCreateInfo* const list[] = {&infos...};
    return AllocListed(names, list, sizeof...(infos));
}
inline TaskOutputTensors AllocTensors(const char*, const TensorCreateInfo infos[], uint32_t count) {
    const TensorCreateInfo* list[kMaxTaskTensors];
    for (uint32_t i = 0; i < count && i < kMaxTaskTensors; i++) list[i] = &infos[i];
    return AllocListed(nullptr, list, count);
}
inline TaskOutputTensors AllocTensors(const char*, const CoreTaskArgs& args) {
    if (!CheckArguments(args, "alloc_tensors")) return TaskOutputTensors{};
    const TensorCreateInfo* list[kMaxTaskTensors];
    for (int32_t i = 0; i < args.tensor_count(); i++) list[i] = &args.tensor(i).create_info();
    return AllocListed(nullptr, list, static_cast<uint32_t>(args.tensor_count()));
}

}  // namespace pto_ninja

// A macro only to learn the names of the variables: they appear in error messages about the tensors.
#define alloc_tensors(...) ::pto_ninja::AllocTensors(#__VA_ARGS__, __VA_ARGS__)

inline TaskOutputTensors rt_submit_task(const MixedKernels& kernels, const CoreTaskArgs& args) {
    return pto_ninja::Submit(kernels, args);
}
inline TaskOutputTensors rt_submit_aic_task(int32_t kernel_id, const CoreTaskArgs& args) {
    return pto_ninja::Submit(MixedKernels{kernel_id, INVALID_KERNEL_ID, INVALID_KERNEL_ID}, args);
}
inline TaskOutputTensors rt_submit_aiv_task(int32_t kernel_id, const CoreTaskArgs& args) {
    return pto_ninja::Submit(MixedKernels{INVALID_KERNEL_ID, kernel_id, INVALID_KERNEL_ID}, args);
}
// Takes part in the dependencies, runs nothing.
inline TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs& args) {
    return pto_ninja::Submit(MixedKernels{}, args);
}

// How programs of early 2026 bound their arguments.
inline Tensor from_tensor_arg(const TensorRef& tensor, bool manual_dep = false, int32_t version = 0) {
    Tensor result = tensor.ref();
    result.manual_dep = manual_dep;
    result.version = version;
    return result;
}

inline void rt_scope_begin(ScopeMode mode = ScopeMode::AUTO, const char* file = __builtin_FILE(),
                           int line = __builtin_LINE()) {
    pto_ninja::g_services->scope_begin(mode == ScopeMode::MANUAL, file, line);
}
inline void rt_scope_end() {
    pto_ninja::g_services->scope_end();
}
inline void rt_orchestration_done() {}
inline int32_t rt_available_cluster_count() {
    return pto_ninja::g_services->cluster_count();
}
inline int32_t rt_available_aiv_count() {
    return pto_ninja::g_services->vector_core_count();
}
inline bool rt_is_fatal() {
    return pto_ninja::g_services->is_fatal() != 0;
}

#define rt_report_fatal(code, ...) ::pto_ninja::ReportFatal((code), __FUNCTION__, __VA_ARGS__)

#define LOG_ERROR(...) ::pto_ninja::Log(::pto_ninja::kLogError, __FUNCTION__, __VA_ARGS__)
#define LOG_WARN(...) ::pto_ninja::Log(::pto_ninja::kLogWarn, __FUNCTION__, __VA_ARGS__)
#define LOG_TIMING(...) ::pto_ninja::Log(::pto_ninja::kLogTiming, __FUNCTION__, __VA_ARGS__)
#define LOG_INFO(...) ::pto_ninja::Log(::pto_ninja::kLogInfo, __FUNCTION__, __VA_ARGS__)
#define LOG_DEBUG(...) ::pto_ninja::Log(::pto_ninja::kLogDebug, __FUNCTION__, __VA_ARGS__)

// The element at `indices`, once every earlier task that writes it is done.
template <typename T = uint64_t>
inline T get_tensor_data(const Tensor& tensor, uint32_t ndims, const uint32_t indices[]) {
    return from_u64<T>(pto_ninja::g_services->get_tensor_data(pto_ninja::Descriptor(&tensor), ndims, indices));
}

// Writes the element, once every earlier task that reads or writes it is done.
template <typename T = uint64_t>
inline void set_tensor_data(const Tensor& tensor, uint32_t ndims, const uint32_t indices[], T value) {
    pto_ninja::g_services->set_tensor_data(pto_ninja::Descriptor(&tensor), ndims, indices, to_u64(value));
}

class ScopeGuard {
  public:
    explicit ScopeGuard(ScopeMode mode = ScopeMode::AUTO, const char* file = __builtin_FILE(),
                        int line = __builtin_LINE()) {
        rt_scope_begin(mode, file, line);
    }
    ~ScopeGuard() { rt_scope_end(); }
    ScopeGuard(const ScopeGuard&) = delete;
    ScopeGuard& operator=(const ScopeGuard&) = delete;
};

#define PTO_NINJA_JOIN2(a, b) a##b
#define PTO_NINJA_JOIN(a, b) PTO_NINJA_JOIN2(a, b)
#define SIMPLER_SCOPE_GUARD(...)                                            \
    [[maybe_unused]] ScopeGuard PTO_NINJA_JOIN(scope_guard_, __COUNTER__) { \
        __VA_ARGS__                                                         \
    }
#define SIMPLER_SCOPE(...) if (ScopeGuard PTO_NINJA_JOIN(scope_guard_, __COUNTER__){__VA_ARGS__}; true)

namespace pto_ninja {

inline void FillEntryArguments(const EntryArguments* arguments, ChipTaskArgs& args) {
    for (uint32_t i = 0; i < arguments->tensor_count; i++) {
        args.add_input(reinterpret_cast<const Tensor&>(arguments->tensors[i]));
    }
    args.add_scalars(arguments->scalars, static_cast<int>(arguments->scalar_count));
}

inline int32_t ExpectedArgCount(void* config, const EntryArguments* arguments) {
    ChipTaskArgs args;
    FillEntryArguments(arguments, args);
    return reinterpret_cast<OrchestrationConfig (*)(const ChipTaskArgs&)>(config)(args).expected_arg_count;
}

inline void CallEntry(void* entry, const EntryArguments* arguments) {
    ChipTaskArgs args;
    FillEntryArguments(arguments, args);
    reinterpret_cast<void (*)(const ChipTaskArgs&)>(entry)(args);
}

}  // namespace pto_ninja

extern "C" __attribute__((used, visibility("default"))) inline const pto_ninja::OrchestrationExports*
pto_ninja_bind_orchestration(const pto_ninja::OrchestrationServices* services) {
    static const pto_ninja::OrchestrationExports exports = {pto_ninja::kOrchestrationAbiVersion,
                                                            &pto_ninja::ExpectedArgCount, &pto_ninja::CallEntry};
    pto_ninja::g_services = services;
    return &exports;
}

#include "arg_with_deps.h"
#include "pto_ninja/graph_submit.h"
