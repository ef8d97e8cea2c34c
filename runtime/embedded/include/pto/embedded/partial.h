// TPARTADD and its kind: operands may have smaller valid shapes than the result; where only one has an element it is
// taken as it is, where none has the result is 0.
#pragma once

#include "elementwise.h"

namespace pto {

namespace embedded {

template <typename Function, typename Dst, typename Src0, typename Src1>
inline void Partial(const char* instruction, Function function, Dst& dst, Src0& src0, Src1& src1) {
    using T = typename Dst::DType;
    static_assert(kSameElement<Dst, Src0, Src1>, "TPART...: all tiles must have one element type");
    CheckTiles(instruction, dst, src0, src1);
    for (size_t r = 0; r < dst.GetValidRow(); ++r)
        for (size_t c = 0; c < dst.GetValidCol(); ++c) {
            const bool in0 = r < src0.GetValidRow() && c < src0.GetValidCol();
            const bool in1 = r < src1.GetValidRow() && c < src1.GetValidCol();
            const T a = in0 ? src0.data()[ElementOffset<Src0>(r, c)] : T(0);
            const T b = in1 ? src1.data()[ElementOffset<Src1>(r, c)] : T(0);
            dst.data()[ElementOffset<Dst>(r, c)] = in0 && in1 ? function(a, b) : in0 ? a : b;
        }
}

}  // namespace embedded

#define PTO_EMBEDDED_PARTIAL(NAME, EXPRESSION)                                                              \
    template <embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1, typename... Events> \
    PTO_INST RecordEvent NAME(Dst& dst, Src0& src0, Src1& src1, Events&...) {                               \
        using T = typename Dst::DType;                                                                      \
        embedded::Partial(                                                                                  \
            #NAME, [](T a, T b) -> T { return EXPRESSION; }, dst, src0, src1);                              \
        return {};                                                                                          \
    }
PTO_EMBEDDED_PARTIAL(TPARTADD, embedded::Add(a, b))
PTO_EMBEDDED_PARTIAL(TPARTMUL, embedded::Multiply(a, b))
PTO_EMBEDDED_PARTIAL(TPARTMAX, embedded::Max(a, b))
PTO_EMBEDDED_PARTIAL(TPARTMIN, embedded::Min(a, b))
#undef PTO_EMBEDDED_PARTIAL

}  // namespace pto
