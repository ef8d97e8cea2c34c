// Instructions that repeat a column over the columns (TROWEXPAND...) or a row over the rows (TCOLEXPAND...) of a tile.
#pragma once

#include "elementwise.h"

namespace pto {

namespace embedded {

// exp(a - b): the difference is rounded to the element type first.
template <typename T>
inline T ExpDifference(T a, T b) {
    return static_cast<T>(__builtin_exp(static_cast<double>(static_cast<T>(a - b))));
}

// Either operand may be the narrow one; its columns repeat until they cover the row. It has one column, or one block of
// 32 bytes that holds its value again and again.
template <typename Function, typename Dst, typename Src0, typename Src1>
inline void RowExpand(const char* instruction, Function function, Dst& dst, Src0& src0, Src1& src1) {
    CheckTiles(instruction, dst, src0, src1);
    const unsigned rows = dst.GetValidRow(), cols = dst.GetValidCol();
    const unsigned cols0 = src0.GetValidCol(), cols1 = src1.GetValidCol();
    if (rows == 0 || cols == 0) return;
    if (cols0 == 0 || cols1 == 0) {
        if (Checked()) Fail("%s: a source has no valid columns", instruction);
        return;
    }
    CheckInside(instruction, "src0", src0, 0, 0, rows, Min(cols0, cols));
    CheckInside(instruction, "src1", src1, 0, 0, rows, Min(cols1, cols));
    // Otherwise a value is read again for every column: it may have been overwritten by then.
    const bool read_once = cols1 == 1 && cols0 >= cols &&
                           !Overlap(RegionOf(dst, rows, cols), RegionOf(src1, rows, 1)) &&
                           !Crosses(dst, src0, rows, cols);
    for (size_t r = 0; r < rows; ++r) {
        if constexpr (kPlainRowMajor<Dst, Src0>) {
            if (read_once) {
                const auto value = src1.data()[Src1::RowOffset(r)];
                MapLine(
                    cols, [&](auto a) { return function(a, value); }, dst.data() + Dst::RowOffset(r),
                    src0.data() + Src0::RowOffset(r));
                continue;
            }
        }
        for (size_t c = 0; c < cols; ++c)
            dst.data()[ElementOffset<Dst>(r, c)] = function(src0.data()[ElementOffset<Src0>(r, c % cols0)],
                                                            src1.data()[ElementOffset<Src1>(r, c % cols1)]);
    }
}

template <typename Function, typename Dst, typename Src0, typename Src1>
inline void ColExpand(const char* instruction, Function function, Dst& dst, Src0& src0, Src1& src1) {
    CheckTiles(instruction, dst, src0, src1);
    const unsigned rows = dst.GetValidRow(), cols = dst.GetValidCol();
    CheckInside(instruction, "src0", src0, 0, 0, rows, cols);
    CheckInside(instruction, "src1", src1, 0, 0, 1, cols);
    if (Overlap(RegionOf(dst, rows, cols), RegionOf(src1, 1, cols)) || Crosses(dst, src0, rows, cols)) [[unlikely]] {
        for (size_t c = 0; c < cols; ++c) {
            const auto value = src1.data()[ElementOffset<Src1>(0, c)];
            for (size_t r = 0; r < rows; ++r)
                dst.data()[ElementOffset<Dst>(r, c)] = function(src0.data()[ElementOffset<Src0>(r, c)], value);
        }
        return;
    }
    for (size_t r = 0; r < rows; ++r) {
        if constexpr (kPlainRowMajor<Dst, Src0, Src1>) {
            MapLine(cols, function, dst.data() + Dst::RowOffset(r), src0.data() + Src0::RowOffset(r), src1.data());
        } else {
            for (size_t c = 0; c < cols; ++c)
                dst.data()[ElementOffset<Dst>(r, c)] =
                    function(src0.data()[ElementOffset<Src0>(r, c)], src1.data()[ElementOffset<Src1>(0, c)]);
        }
    }
}

}  // namespace embedded

#define PTO_EMBEDDED_EXPAND(SUFFIX, TYPES, EXPRESSION)                        \
    PTO_EMBEDDED_EXPAND_ONE(TROWEXPAND##SUFFIX, RowExpand, TYPES, EXPRESSION) \
    PTO_EMBEDDED_EXPAND_ONE(TCOLEXPAND##SUFFIX, ColExpand, TYPES, EXPRESSION)
#define PTO_EMBEDDED_EXPAND_ONE(NAME, LOOP, TYPES, EXPRESSION)                                                  \
    template <auto precision = 0, embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1,     \
              typename... Rest>                                                                                 \
    PTO_INST RecordEvent NAME(Dst& dst, Src0& src0, Src1& src1, Rest&&...) {                                    \
        using T = typename Dst::DType;                                                                          \
        static_assert(embedded::kSameElement<Dst, Src0, Src1>, #NAME ": all tiles must have one element type"); \
        static_assert(TYPES, #NAME ": this element type is not supported");                                     \
        constexpr const char* name = #NAME;                                                                     \
        embedded::LOOP(                                                                                         \
            name, [](T a, T b) -> T { return static_cast<T>(EXPRESSION); }, dst, src0, src1);                   \
        return {};                                                                                              \
    }
PTO_EMBEDDED_EXPAND(ADD, true, embedded::Add(a, b))
PTO_EMBEDDED_EXPAND(SUB, true, embedded::Subtract(a, b))
PTO_EMBEDDED_EXPAND(MUL, true, embedded::Multiply(a, b))
PTO_EMBEDDED_EXPAND(DIV, true, embedded::Divide(name, a, b))
PTO_EMBEDDED_EXPAND(MAX, true, embedded::Max(a, b))
PTO_EMBEDDED_EXPAND(MIN, true, embedded::Min(a, b))
PTO_EMBEDDED_EXPAND(EXPDIF, embedded::kIsFloat<T>, embedded::ExpDifference(a, b))
#undef PTO_EMBEDDED_EXPAND
#undef PTO_EMBEDDED_EXPAND_ONE

// dst(r, c) = src(r, 0)
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TROWEXPAND(Dst& dst, Src& src, Events&...) {
    using D = typename Dst::DType;
    embedded::CheckTiles("TROWEXPAND", dst, src);
    const unsigned rows = dst.GetValidRow(), cols = dst.GetValidCol();
    embedded::CheckInside("TROWEXPAND", "src", src, 0, 0, rows, 1);
    for (size_t r = 0; r < rows; ++r) {
        const D value = static_cast<D>(src.data()[Src::RowOffset(r)]);
        for (size_t c = 0; c < cols; ++c) dst.data()[embedded::ElementOffset<Dst>(r, c)] = value;
        embedded::Barrier();
    }
    return {};
}

// dst(r, c) = src(0, c)
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TCOLEXPAND(Dst& dst, Src& src, Events&...) {
    using D = typename Dst::DType;
    embedded::CheckTiles("TCOLEXPAND", dst, src);
    const unsigned rows = dst.GetValidRow(), cols = dst.GetValidCol();
    embedded::CheckInside("TCOLEXPAND", "src", src, 0, 0, 1, cols);
    for (size_t c = 0; c < cols; ++c) {
        const D value = static_cast<D>(src.data()[Src::ColOffset(c)]);
        for (size_t r = 0; r < rows; ++r) dst.data()[embedded::ElementOffset<Dst>(r, c)] = value;
        embedded::Barrier();
    }
    return {};
}

}  // namespace pto
