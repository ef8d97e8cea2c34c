// TLOAD: global memory -> tile. TPREFETCH: nothing to do without caches.
#pragma once

#include "global_layout.h"

namespace pto {

namespace embedded {

// What TLOAD writes around the valid elements. A custom padding value is only for TFILLPAD; TLOAD pads with 0 then.
template <typename T, PadValue pad>
constexpr T LoadPadding() {
    if constexpr (pad == PadValue::Max)
        return ElementLimits<T>::kHighest;
    else if constexpr (pad == PadValue::Min)
        return ElementLimits<T>::kLowest;
    else
        return T(0);
}

template <typename T, typename Global>
inline void LoadElements(T& dst, const Global& src, const GlobalIndex<Global>& index, unsigned rows, unsigned cols) {
    for (unsigned r = 0; r < rows; ++r) {
        const auto* from = src.data() + index.RowPart(r);
        auto* to = dst.data() + T::RowOffset(r);
        if (kPlainRowMajor<T> && index.DenseColumns()) {
            __builtin_memcpy(to, from, cols * sizeof(typename T::DType));
            continue;
        }
        for (unsigned c = 0; c < cols; ++c)
            __builtin_memcpy(to + T::ColOffset(c), from + index.ColPart(c), sizeof(*to));
    }
}

}  // namespace embedded

// Loads the valid elements of dst and pads all others with its padding value. The element types may differ if they have
// the same size: bits are copied.
template <embedded::TileLike T, typename Global, typename... Events>
PTO_INST RecordEvent TLOAD(T& dst, Global& src, Events&...) {
    using Element = typename T::DType;
    static_assert(is_global_data_v<Global>, "TLOAD: the source must be a GlobalTensor");
    static_assert(sizeof(Element) == sizeof(typename Global::DType),
                  "TLOAD: both element types must have the same size");
    embedded::CheckTiles("TLOAD", dst);
    const unsigned rows = dst.GetValidRow(), cols = dst.GetValidCol();
    const embedded::GlobalIndex<Global> index(src);
    embedded::CheckTransfer(src, index, rows, cols, pto_ninja::GlobalAccess::kRead, "TLOAD");
    if (rows != static_cast<unsigned>(T::Rows) || cols != static_cast<unsigned>(T::Cols)) {
        embedded::CheckWholeTile("TLOAD", dst);
        for (int i = 0; i < T::Numel; ++i) dst.data()[i] = embedded::LoadPadding<Element, T::PadVal>();
    }
    embedded::LoadElements(dst, src, index, rows, cols);
    return {};
}

template <TLoadL2Hint hint, embedded::TileLike T, typename Global, typename... Events>
PTO_INST RecordEvent TLOAD(T& dst, Global& src, Events&... events) {
    return TLOAD(dst, src, events...);
}

template <embedded::TileLike T, typename Global>
PTO_INST RecordEvent TPREFETCH(T&, Global&) {
    return {};
}

}  // namespace pto
