// Instructions with a scalar operand: TADDS and its kind, TEXPANDS, TCI.
#pragma once

#include "elementwise.h"

namespace pto {

#define PTO_EMBEDDED_SCALAR(NAME, TYPES, EXPRESSION)                                                                  \
    template <auto precision = 0, embedded::TileLike Dst, embedded::TileLike Src, typename... Rest>                   \
    PTO_INST RecordEvent NAME(Dst& dst, Src& src, typename Src::DType s, Rest&&...) {                                 \
        using T = typename Dst::DType;                                                                                \
        static_assert(embedded::kSameElement<Dst, Src>, #NAME ": source and destination must have one element type"); \
        static_assert(TYPES, #NAME ": this element type is not supported");                                           \
        embedded::Elementwise(                                                                                        \
            #NAME, [s](T a) -> T { return static_cast<T>(EXPRESSION); }, dst, src);                                   \
        return {};                                                                                                    \
    }

PTO_EMBEDDED_SCALAR(TADDS, true, embedded::Add(a, s))
PTO_EMBEDDED_SCALAR(TSUBS, true, embedded::Subtract(a, s))
PTO_EMBEDDED_SCALAR(TMULS, true, embedded::Multiply(a, s))
PTO_EMBEDDED_SCALAR(TDIVS, true, embedded::Divide("TDIVS", a, s))
PTO_EMBEDDED_SCALAR(TMAXS, true, embedded::Max(a, s))
PTO_EMBEDDED_SCALAR(TMINS, true, embedded::Min(a, s))
PTO_EMBEDDED_SCALAR(TLRELU, true, a > T(0) ? a : embedded::Multiply(a, s))
PTO_EMBEDDED_SCALAR(TREMS, true, embedded::Remainder("TREMS", a, s))
PTO_EMBEDDED_SCALAR(TFMODS, true, embedded::FloatMod("TFMODS", a, s))
PTO_EMBEDDED_SCALAR(TANDS, std::is_integral_v<T>, a& s)
PTO_EMBEDDED_SCALAR(TORS, std::is_integral_v<T>, a | s)
PTO_EMBEDDED_SCALAR(TXORS, std::is_integral_v<T>, a ^ s)
PTO_EMBEDDED_SCALAR(TSHLS, std::is_integral_v<T>, embedded::ShiftLeft(a, s))
PTO_EMBEDDED_SCALAR(TSHRS, std::is_integral_v<T>, embedded::ShiftRight(a, s))
#undef PTO_EMBEDDED_SCALAR

// scalar / tile.
template <auto precision = 0, embedded::TileLike Dst, embedded::TileLike Src>
PTO_INST RecordEvent TDIVS(Dst& dst, typename Dst::DType s, Src& src) {
    using T = typename Dst::DType;
    static_assert(embedded::kSameElement<Dst, Src>, "TDIVS: source and destination must have one element type");
    embedded::Elementwise(
        "TDIVS", [s](T a) -> T { return embedded::Divide("TDIVS", s, a); }, dst, src);
    return {};
}

// dst += src * scalar. Half rounds after the product and after the sum; bfloat16 is computed in fp32 and rounded once.
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TAXPY(Dst& dst, Src& src, typename Src::DType s, Events&...) {
    using D = typename Dst::DType;
    using S = typename Src::DType;
    using Work = std::conditional_t<std::is_same_v<S, bfloat16_t>, float, S>;
    embedded::Elementwise<embedded::Order::kColumns>(
        "TAXPY",
        [s](D d, S a) -> D {
            return static_cast<D>(static_cast<std::conditional_t<std::is_same_v<D, bfloat16_t>, float, D>>(d) +
                                  Work(a) * Work(s));
        },
        dst, dst, src);
    return {};
}

template <embedded::TileLike Dst, typename... Events>
PTO_INST RecordEvent TEXPANDS(Dst& dst, typename Dst::DType s, Events&...) {
    using T = typename Dst::DType;
    embedded::Elementwise(
        "TEXPANDS", [s](T) -> T { return s; }, dst, dst);
    return {};
}

// start, start + 1, ... (or start - 1, ...) along the one row of dst.
template <typename Dst, typename T, int descending, typename... Rest>
PTO_INST RecordEvent TCI(Dst& dst, T start, Rest&&...) {
    static_assert(Dst::Rows == 1, "TCI: the tile must have one row");
    static_assert(std::is_same_v<typename Dst::DType, T>, "TCI: the start must have the element type of the tile");
    embedded::CheckTiles("TCI", dst);
    const unsigned cols = dst.GetValidCol();
    for (unsigned c = 0; c < cols; ++c) {
        const T step = static_cast<T>(c);
        dst.data()[Dst::ColOffset(c)] = descending == 1 ? embedded::Subtract(start, step) : embedded::Add(start, step);
    }
    return {};
}
template <typename Dst, typename Tmp, typename T, int descending>
PTO_INST RecordEvent TCI(Dst& dst, T start, Tmp&) {
    return TCI<Dst, T, descending>(dst, start);
}

}  // namespace pto
