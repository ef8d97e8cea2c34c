// What adapter.cc relies on of the runtime's headers, checked when it is compiled. The runtime's structs and signatures
// change from week to week; each change is one error here that names the revision the adapter was written for, before
// whatever else the compiler says. Include after the runtime's headers.
#ifndef PTO_SIMPLER_ADAPTER_DRIFT_H
#define PTO_SIMPLER_ADAPTER_DRIFT_H

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "adapter_api.h"

#define PTO_WRITTEN_FOR "simpler 6ebaf7715 (2026-08-22)"
#define PTO_DRIFT(what) "pto-ninja's adapter was written for " PTO_WRITTEN_FOR ": " what " is not what it was"

// Checks that `owner` has a member, or an overload of one, of this pointer type. A member that is gone is no error of
// the compiler's but a failed check.
#define PTO_REQUIRE_MEMBER(owner, member, ...)                                                            \
    template <typename Owner, typename = void>                                                            \
    struct Has_##owner##_##member : std::false_type {};                                                   \
    template <typename Owner>                                                                             \
    struct Has_##owner##_##member<Owner, std::void_t<decltype(static_cast<__VA_ARGS__>(&Owner::member))>> \
        : std::true_type {};                                                                              \
    static_assert(Has_##owner##_##member<owner>::value, PTO_DRIFT(#owner "::" #member))

#define PTO_REQUIRE_VALUE(type, name, value) \
    static_assert(static_cast<int>(type::name) == (value), PTO_DRIFT(#type "::" #name))

namespace pto_drift {

PTO_REQUIRE_MEMBER(ChipWorker, init,
                   void (ChipWorker::*)(const std::string&, const std::string&, const std::string&, const std::string&,
                                        int, const CallConfig*, uint32_t, const std::string&, const std::string&));
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
static_assert(sizeof(CallConfig) == 6 * sizeof(int32_t) + sizeof(RuntimeEnv) + 1024, PTO_DRIFT("CallConfig"));

PTO_REQUIRE_MEMBER(ChipTensor, start_offset, uint64_t ChipTensor::*);
static_assert(sizeof(ChipTensor) == 128, PTO_DRIFT("ChipTensor"));
static_assert(std::is_same_v<decltype(make_tensor_strided(nullptr, static_cast<const uint32_t*>(nullptr),
                                                          static_cast<const uint32_t*>(nullptr), uint32_t{}, DataType{},
                                                          bool{}, int32_t{}, AddressSpace{})),
                             ChipTensor>,
              PTO_DRIFT("make_tensor_strided"));
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
