// The loops that all element-by-element instructions share.
#pragma once

#include "tile_layout.h"

namespace pto::embedded {

// destination[i] = function(sources[i]...). Written in blocks of constant length because g++ vectorises at -O2 only
// loops whose trip count is known.
template <typename Function, typename D, typename... S>
inline void MapLine(size_t count, Function function, D* destination, const S*... sources) {
    constexpr size_t kBlock = 16;
    size_t i = 0;
    for (; i + kBlock <= count; i += kBlock) {
        PTO_EMBEDDED_INDEPENDENT_LOOP
        for (size_t k = 0; k < kBlock; ++k) destination[i + k] = function(sources[i + k]...);
    }
    for (; i < count; ++i) destination[i] = function(sources[i]...);
}

template <int kFirst, int... kRest>
inline constexpr bool kAllEqual = ((kFirst == kRest) && ...);

// dst(r, c) = function(srcs(r, c)...) for every r < rows, c < cols; each tile has its own layout.
template <typename Function, typename Dst, typename... Srcs>
inline void MapElements(unsigned rows, unsigned cols, Function function, Dst& dst, Srcs&... srcs) {
    if constexpr (kPlainRowMajor<Dst, Srcs...>) {
        if (kAllEqual<Dst::Cols, Srcs::Cols...> && cols == static_cast<unsigned>(Dst::Cols)) {
            cols *= rows;
            rows = rows > 0 ? 1 : 0;
        }
        for (size_t r = 0; r < rows; ++r)
            MapLine(cols, function, dst.data() + r * Dst::Cols, (srcs.data() + r * Srcs::Cols)...);
    } else if constexpr (kPlainColMajor<Dst, Srcs...>) {
        for (size_t c = 0; c < cols; ++c)
            MapLine(rows, function, dst.data() + c * Dst::Rows, (srcs.data() + c * Srcs::Rows)...);
    } else {
        for (size_t r = 0; r < rows; ++r)
            for (size_t c = 0; c < cols; ++c)
                dst.data()[ElementOffset<Dst>(r, c)] = function(srcs.data()[ElementOffset<Srcs>(r, c)]...);
    }
}

}  // namespace pto::embedded
