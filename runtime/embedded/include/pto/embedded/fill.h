// TFILLPAD: a tile with everything outside the valid part of the source set to its padding value. TTRI: a triangle of
// ones.
#pragma once

#include "overlap.h"

namespace pto {

namespace embedded {

template <typename T, PadValue pad>
constexpr T PaddingElement() {
    if constexpr (isCustomPadValue(pad)) {
        if constexpr (kIsFloat16<T>)
            return T::FromBits(static_cast<uint16_t>(getCustomPadBits(pad)));
        else if constexpr (std::is_same_v<T, float>)
            return BitsToFloat(getCustomPadBits(pad));
        else
            return static_cast<T>(getCustomPadBits(pad));
    } else if constexpr (pad == PadValue::Max) {
        return ElementLimits<T>::kHighest;
    } else if constexpr (pad == PadValue::Min) {
        return ElementLimits<T>::kLowest;
    } else {
        return T(0);
    }
}

template <PadValue pad, typename Dst, typename Src>
inline void FillPad(const char* instruction, Dst& dst, Src& src) {
    using D = typename Dst::DType;
    static_assert(sizeof(D) == sizeof(typename Src::DType) && sizeof(D) <= 4,
                  "TFILLPAD: both element types must have the same size, of 4 bytes at most");
    CheckTiles(instruction, dst, src);
    if (dst.GetValidRow() == 0 || dst.GetValidCol() == 0) return;
    CheckWholeTile(instruction, dst);
    const unsigned rows = src.GetValidRow(), cols = src.GetValidCol();
    // Of one element type, the compiler keeps the order by itself.
    RunOrdered(!std::is_same_v<D, typename Src::DType> && !SamePlaces(dst, src) && Overlap(dst, src),
               [=, to = dst.data(), from = src.data()](auto barrier) PTO_EMBEDDED_INLINED {
                   for (size_t r = 0; r < static_cast<size_t>(Dst::Rows); ++r)
                       for (size_t c = 0; c < static_cast<size_t>(Dst::Cols); ++c) {
                           D value = PaddingElement<D, pad>();
                           if (r < rows && c < cols) value = static_cast<D>(from[ElementOffset<Src>(r, c)]);
                           to[ElementOffset<Dst>(r, c)] = value;
                           barrier();
                       }
               });
}

}  // namespace embedded

// Matrix tiles pad with 0 unless told otherwise; vector tiles with the value in the type of dst.
template <embedded::TileLike T, PadValue pad = PadValue::Zero, typename... Events>
requires(T::Loc == TileType::Mat) PTO_INST RecordEvent TFILLPAD(T& dst, T& src, Events&...) {
    embedded::FillPad<pad>("TFILLPAD", dst, src);
    return {};
}
template <TFillPadMode mode = TFillPadMode::Normal, embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
requires(Dst::Loc == TileType::Vec && Src::Loc == TileType::Vec) PTO_INST RecordEvent
    TFILLPAD(Dst& dst, Src& src, Events&...) {
    static_assert(Dst::PadVal != PadValue::Null, "TFILLPAD: the destination has no padding value");
    static_assert(mode == TFillPadMode::Expand ? Dst::Rows >= Src::Rows && Dst::Cols >= Src::Cols
                                               : Dst::Rows == Src::Rows && Dst::Cols == Src::Cols,
                  "TFILLPAD: both tiles must have the same rows and columns; only TFILLPAD_EXPAND may enlarge");
    embedded::FillPad<Dst::PadVal>("TFILLPAD", dst, src);
    return {};
}
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TFILLPAD_INPLACE(Dst& dst, Src& src, Events&...) {
    return TFILLPAD<TFillPadMode::InPlace>(dst, src);
}
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TFILLPAD_EXPAND(Dst& dst, Src& src, Events&...) {
    return TFILLPAD<TFillPadMode::Expand>(dst, src);
}

// 1 where column <= row + diagonal (is_upper 0) or column >= row + diagonal (is_upper 1), 0 elsewhere.
template <embedded::TileLike Dst, int is_upper, typename... Events>
PTO_INST RecordEvent TTRI(Dst& dst, int diagonal, Events&...) {
    using D = typename Dst::DType;
    static_assert(is_upper == 0 || is_upper == 1, "TTRI: the second template argument must be 0 or 1");
    embedded::CheckTiles("TTRI", dst);
    for (int r = 0; r < static_cast<int>(dst.GetValidRow()); ++r)
        for (int c = 0; c < static_cast<int>(dst.GetValidCol()); ++c) {
            const bool inside = is_upper == 1 ? c >= r + diagonal : c <= r + diagonal;
            dst.data()[embedded::ElementOffset<Dst>(r, c)] = D(inside ? 1 : 0);
        }
    return {};
}

}  // namespace pto
