// What the adapter relies on of the runtime's headers, checked when it is compiled. The runtime's structs and
// signatures change from week to week; what adapter_features.h does not know is one error here that names the revisions
// the adapter was written for, before whatever else the compiler says. Include after the runtime's headers.
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

#define PTO_DRIFT(what) "pto-ninja's adapter was written for " PTO_WRITTEN_FOR ": " what " is as in none of them"

// Checks that `owner` has a member, or an overload of one, of this pointer type.
#define PTO_REQUIRE_MEMBER(owner, member, ...)                       \
    PTO_ASK(owner##_##member, static_cast<__VA_ARGS__>(&T::member)); \
    static_assert(Has_##owner##_##member<owner>::value, PTO_DRIFT(#owner "::" #member))

// Of a question in adapter_features.h.
#define PTO_REQUIRE_NUMBER(member) static_assert(Has_##member<CallConfig>::value, PTO_DRIFT("CallConfig::" #member))

#define PTO_REQUIRE_VALUE(type, name, value) \
    static_assert(static_cast<int>(type::name) == (value), PTO_DRIFT(#type "::" #name))

namespace pto_drift {

using namespace pto_features;

static_assert(kInitTakesDevice || kInitTakesDispatcher || kInitTakesPrewarm || kInitTakesMask || kInitTakesContext ||
                  kInitTakesWarmup || kInitTakesFlag,
              PTO_DRIFT("ChipWorker::init"));
#if __has_include("common/dma_workspace.h")
// The adapter writes the mask as 1.
static_assert(DMA_WORKSPACE_SDMA == 0, PTO_DRIFT("DMA_WORKSPACE_SDMA"));
#endif
PTO_REQUIRE_MEMBER(ChipWorker, finalize, void (ChipWorker::*)());
static_assert(Has_register_callable<ChipWorker>::value || Has_prepare_callable<ChipWorker>::value,
              PTO_DRIFT("ChipWorker::register_callable"));
static_assert(Has_run<ChipWorker>::value, PTO_DRIFT("ChipWorker::run"));
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

PTO_REQUIRE_NUMBER(aicpu_thread_num);
static_assert(Has_enable_chip_swimlane<CallConfig>::value || Has_enable_l2_swimlane<CallConfig>::value,
              PTO_DRIFT("CallConfig::enable_chip_swimlane"));
static_assert(Has_enable_dump_args<CallConfig>::value || Has_enable_dump_tensor<CallConfig>::value,
              PTO_DRIFT("CallConfig::enable_dump_args"));
PTO_REQUIRE_NUMBER(enable_pmu);
PTO_REQUIRE_NUMBER(enable_dep_gen);
// A field that is new would be passed on without a value.
static_assert(sizeof(CallConfig) == kConfigNumbers * sizeof(int32_t) + kEnvironmentBytes<CallConfig> + 1024,
              PTO_DRIFT("CallConfig"));

static_assert(!std::is_same_v<ProgramTensor, NoTensor>, PTO_DRIFT("ChipStorageTaskArgs::add_tensor"));
static_assert(kTensorsAreAddresses || kTensorsWantStrides || kTensorsHaveTaskFields || kTensorsHaveNoTaskFields,
              PTO_DRIFT("make_tensor_strided"));
static_assert(sizeof(ProgramTensor) == kTensorBytes, PTO_DRIFT("the tensor of ChipStorageTaskArgs"));
static_assert(kCallablesSignaturesSuffice || kCallablesCountScalars, PTO_DRIFT("make_callable"));
static_assert(kKernelsArePlain || kKernelsAreNumbered, PTO_DRIFT("make_callable of a kernel"));
static_assert(std::extent_v<decltype(ProgramTensor::shapes)> == PTO_SIMPLER_MAX_DIMENSIONS,
              PTO_DRIFT("the tensor's rank"));

PTO_REQUIRE_VALUE(ArgDirection, SCALAR, kPtoSimplerScalar);
PTO_REQUIRE_VALUE(ArgDirection, IN, kPtoSimplerIn);
PTO_REQUIRE_VALUE(ArgDirection, OUT, kPtoSimplerOut);
PTO_REQUIRE_VALUE(ArgDirection, INOUT, kPtoSimplerInOut);

// pto-replay knows the types by these numbers; adapter_tensor.h knows the others.
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

template <typename Level>
constexpr bool LevelsAre(int debug, int info, int warn, int error, int nothing) {
    return static_cast<int>(Level::DEBUG) == debug && static_cast<int>(Level::INFO) == info &&
           static_cast<int>(Level::WARN) == warn && static_cast<int>(Level::ERROR) == error &&
           static_cast<int>(Level::NUL) == nothing;
}
static_assert(kLogHasSteps ? LevelsAre<simpler::log::LogLevel>(0, 1, 2, 3, 4)
                           : LevelsAre<simpler::log::LogLevel>(10, 20, 30, 40, 60) &&
                                 Has_timing_level<simpler::log::LogLevel>::value,
              PTO_DRIFT("simpler::log::LogLevel"));

}  // namespace pto_drift

#endif
