// Every instruction of PTO-ISA that is not offered here: using one is a compile error that names it and the way out.
#pragma once

#include "types.h"

// The one list. An instruction that gets an implementation leaves it.
// clang-format off
#define PTO_EMBEDDED_NOT_OFFERED(X) \
    X(SETFMATRIX) X(SET_IMG2COL_PADDING) X(SET_IMG2COL_RPT) X(SET_QUANT_SCALAR) X(SET_QUANT_VECTOR) X(TADDC)     \
    X(TADDDEQRELU) X(TADDRELUCONV) X(TADDSC) X(TALLOC) X(TDEINTERLEAVE) X(TDEQUANT) X(TFREE) X(TFUSEDMULADD)     \
    X(TFUSEDMULADDRELU) X(TGEMV_MX) X(TGET_SCALE_ADDR) X(THISTOGRAM) X(TIMG2COL) X(TINTERLEAVE) X(TMATMUL_MX)    \
    X(TMULADDDST) X(TPACK) X(TPAIRREDUCESUM) X(TPARTARGMAX) X(TPARTARGMIN) X(TPOP) X(TPOW) X(TPOWS)              \
    X(TPREFETCH_ASYNC) X(TPRINT) X(TPUSH) X(TQUANT) X(TRANDOM) X(TSUBC) X(TSUBRELU) X(TSUBRELUCONV) X(TSUBSC)
// clang-format on
#define PTO_EMBEDDED_COMM_NOT_OFFERED(X) \
    X(TBROADCAST) X(TGATHER) X(TGET_ASYNC) X(TPUT_ASYNC) X(TREDUCE) X(TSCATTER) X(BuildAsyncSession)

// One overload for each order of type and value template arguments that occurs.
#define PTO_EMBEDDED_REFUSE(NAME)                                 \
    template <typename... Ts>                                     \
    void NAME(auto&&...) {                                        \
        PTO_EMBEDDED_REFUSAL(NAME, Ts...);                        \
    }                                                             \
    template <auto first, typename... Ts>                         \
    void NAME(auto&&...) {                                        \
        PTO_EMBEDDED_REFUSAL(NAME, Ts...);                        \
    }                                                             \
    template <auto first, auto second, typename... Ts>            \
    void NAME(auto&&...) {                                        \
        PTO_EMBEDDED_REFUSAL(NAME, Ts...);                        \
    }                                                             \
    template <typename A, auto second, typename... Ts>            \
    void NAME(auto&&...) {                                        \
        PTO_EMBEDDED_REFUSAL(NAME, A, Ts...);                     \
    }                                                             \
    template <typename A, typename B, auto third, typename... Ts> \
    void NAME(auto&&...) {                                        \
        PTO_EMBEDDED_REFUSAL(NAME, A, B, Ts...);                  \
    }
#define PTO_EMBEDDED_REFUSAL(NAME, ...)                                                                  \
    static_assert(::pto::embedded::kNever<__VA_ARGS__>, #NAME                                            \
                  " is not among the embedded instructions: set PTO_ISA_ROOT to a PTO-ISA checkout (or " \
                  "SIMPLER_ROOT to the runtime) and run pto-ninja again")

namespace pto {

PTO_EMBEDDED_NOT_OFFERED(PTO_EMBEDDED_REFUSE)

// The queue between a cube core and its vector lanes, which TPUSH and TPOP use.
enum class Direction : uint8_t {
    DIR_C2V = 1,
    DIR_V2C = 2,
    DIR_BOTH = 3,
    DIR_C2V_GM = 4,
    DIR_V2C_GM = 5,
    DIR_BOTH_GM = 6
};
template <auto... parameters>
struct TPipe {
    static_assert(
        sizeof...(parameters) == size_t(-1),
        "TPipe (TPUSH, TPOP) is not among the embedded instructions: set PTO_ISA_ROOT to a PTO-ISA checkout (or "
        "SIMPLER_ROOT to the runtime) and run pto-ninja again");
    template <typename... Ts>
    TPipe(Ts&&...) {}
};

namespace comm {
PTO_EMBEDDED_COMM_NOT_OFFERED(PTO_EMBEDDED_REFUSE)
}  // namespace comm

}  // namespace pto

#undef PTO_EMBEDDED_REFUSE
#undef PTO_EMBEDDED_REFUSAL
