// What adapter.cc relies on of the runtime's headers, checked when it is compiled. The runtime's structs and signatures
// change from week to week; what adapter_features.h does not know is one error here that names the revisions the
// adapter was written for, before whatever else the compiler says. Include after the runtime's headers.
#ifndef PTO_SIMPLER_ADAPTER_DRIFT_H
#define PTO_SIMPLER_ADAPTER_DRIFT_H

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "adapter_api.h"
#include "adapter_features.h"
#if __has_include("common/dma_workspace.h")
#include "common/dma_workspace.h"
#endif

#define PTO_DRIFT(what) "pto-ninja's adapter was written for " PTO_WRITTEN_FOR ": " what " is as in neither of them"

// Checks that `owner` has a member, or an overload of one, of this pointer type.
#define PTO_REQUIRE_MEMBER(owner, member, ...)                       \
    PTO_ASK(owner##_##member, static_cast<__VA_ARGS__>(&T::member)); \
    static_assert(Has_##owner##_##member<owner>::value, PTO_DRIFT(#owner "::" #member))

#define PTO_REQUIRE_VALUE(type, name, value) \
    static_assert(static_cast<int>(type::name) == (value), PTO_DRIFT(#type "::" #name))

namespace pto_drift {

using namespace pto_features;

static_assert(kInitTakesMask || kInitTakesFlag, PTO_DRIFT("ChipWorker::init"));
#if __has_include("common/dma_workspace.h")
// The adapter writes the mask as 1.
static_assert(DMA_WORKSPACE_SDMA == 0, PTO_DRIFT("DMA_WORKSPACE_SDMA"));
#endif
PTO_REQUIRE_MEMBER(ChipWorker, finalize, void (ChipWorker::*)());
PTO_REQUIRE_MEMBER(ChipWorker, register_callable, void (ChipWorker::*)(int32_t, const void*));
PTO_REQUIRE_MEMBER(ChipWorker, run, void (ChipWorker::*)(int32_t, const ChipStorageTaskArgs*, const CallConfig&));
PTO_REQUIRE_MEMBER(ChipWorker, malloc, uint64_t (ChipWorker::*)(size_t));
PTO_REQUIRE_MEMBER(ChipWorker, free, void (ChipWorker::*)(uint64_t));
PTO_REQUIRE_MEMBER(ChipWorker, copy_to, void (ChipWorker::*)(uint64_t, uint64_t, size_t));
PTO_REQUIRE_MEMBER(ChipWorker, copy_from, void (ChipWorker::*)(uint64_t, uint64_t, size_t));
PTO_REQUIRE_MEMBER(ChipWorker, comm_init, uint64_t (ChipWorker::*)(int, int, const std::string&));
PTO_REQUIRE_MEMBER(ChipWorker, comm_alloc_domain_windows,
                   std::pair<uint64_t, uint64_t> (ChipWorker::*)(uint64_t, uint64_t, const std::vector<uint32_t>&,
                                                                 uint32_t, size_t));
PTO_REQUIRE_MEMBER(ChipWorker, comm_release_domain_windows, void (ChipWorker::*)(uint64_t, uint64_t, size_t, uint32_t));
PTO_REQUIRE_MEMBER(ChipWorker, comm_destroy, void (ChipWorker::*)(uint64_t));

PTO_REQUIRE_MEMBER(CallConfig, aicpu_thread_num, int32_t CallConfig::*);
PTO_REQUIRE_MEMBER(CallConfig, enable_chip_swimlane, int32_t CallConfig::*);
PTO_REQUIRE_MEMBER(CallConfig, enable_dump_args, int32_t CallConfig::*);
PTO_REQUIRE_MEMBER(CallConfig, enable_pmu, int32_t CallConfig::*);
PTO_REQUIRE_MEMBER(CallConfig, enable_dep_gen, int32_t CallConfig::*);
PTO_REQUIRE_MEMBER(CallConfig, enable_scope_stats, int32_t CallConfig::*);
// A field that is new would be passed on without a value.
static_assert(sizeof(CallConfig) == kConfigNumbers * sizeof(int32_t) + sizeof(RuntimeEnv) + 1024,
              PTO_DRIFT("CallConfig"));

PTO_REQUIRE_MEMBER(ChipTensor, start_offset, uint64_t ChipTensor::*);
static_assert(kTensorsHaveTaskFields || kTensorsHaveNoTaskFields, PTO_DRIFT("make_tensor_strided"));
static_assert(sizeof(ChipTensor) == kTensorBytes, PTO_DRIFT("ChipTensor"));
static_assert(kCallablesSignaturesSuffice || kCallablesCountScalars, PTO_DRIFT("make_callable"));
static_assert(MAX_TENSOR_DIMS == PTO_SIMPLER_MAX_DIMENSIONS, PTO_DRIFT("MAX_TENSOR_DIMS"));

PTO_REQUIRE_VALUE(ArgDirection, SCALAR, kPtoSimplerScalar);
PTO_REQUIRE_VALUE(ArgDirection, IN, kPtoSimplerIn);
PTO_REQUIRE_VALUE(ArgDirection, OUT, kPtoSimplerOut);
PTO_REQUIRE_VALUE(ArgDirection, INOUT, kPtoSimplerInOut);

// pto-replay knows the types by these numbers.
PTO_REQUIRE_VALUE(DataType, FLOAT32, 0);
PTO_REQUIRE_VALUE(DataType, FLOAT16, 1);
PTO_REQUIRE_VALUE(DataType, INT32, 2);
PTO_REQUIRE_VALUE(DataType, INT16, 3);
PTO_REQUIRE_VALUE(DataType, INT8, 4);
PTO_REQUIRE_VALUE(DataType, UINT8, 5);
PTO_REQUIRE_VALUE(DataType, BFLOAT16, 6);
PTO_REQUIRE_VALUE(DataType, INT64, 7);
PTO_REQUIRE_VALUE(DataType, UINT64, 8);
PTO_REQUIRE_VALUE(DataType, UINT16, 9);
PTO_REQUIRE_VALUE(DataType, UINT32, 10);
PTO_REQUIRE_VALUE(DataType, BOOL, 11);
PTO_REQUIRE_VALUE(DataType, FP8E4M3FN, 12);
PTO_REQUIRE_VALUE(DataType, FP8E8M0, 13);
PTO_REQUIRE_VALUE(DataType, FP4E2M1, 14);

PTO_REQUIRE_VALUE(simpler::log::LogLevel, DEBUG, 10);
PTO_REQUIRE_VALUE(simpler::log::LogLevel, INFO, 20);
PTO_REQUIRE_VALUE(simpler::log::LogLevel, TIMING, 25);
PTO_REQUIRE_VALUE(simpler::log::LogLevel, WARN, 30);
PTO_REQUIRE_VALUE(simpler::log::LogLevel, ERROR, 40);
PTO_REQUIRE_VALUE(simpler::log::LogLevel, NUL, 60);

}  // namespace pto_drift

#endif
