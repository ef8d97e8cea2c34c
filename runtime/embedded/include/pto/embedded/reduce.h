// Reductions of a tile to one column (TROW...) or one row (TCOL...). Elements are always taken in ascending order,
// since the order decides how a floating-point sum rounds.
#pragma once

#include "elementwise.h"

namespace pto {

namespace embedded {

// Row sums of 16-bit floats are kept in fp32 and rounded once; column sums round at each step, as the simulator's do.
template <typename T>
using SumType = std::conditional_t<kIsFloat16<T>, float, T>;

struct RowLine {
    template <typename T>
    static size_t At(size_t line, size_t index) {
        return ElementOffset<T>(line, index);
    }
};
struct ColLine {
    template <typename T>
    static size_t At(size_t line, size_t index) {
        return ElementOffset<T>(index, line);
    }
};

// dst(line, 0) = fold over the line, beginning with `start(first element)`; the first element itself is folded in only
// if `fold_first`. Works over the valid part of src.
template <typename Line, typename Sum, bool fold_first, typename Dst, typename Src, typename Start, typename Fold>
inline void ReduceLines(const char* instruction, Dst& dst, Src& src, Start start, Fold fold) {
    CheckTiles(instruction, dst, src);
    constexpr bool rows_are_lines = std::is_same_v<Line, RowLine>;
    const unsigned lines = rows_are_lines ? src.GetValidRow() : src.GetValidCol();
    const unsigned length = rows_are_lines ? src.GetValidCol() : src.GetValidRow();
    CheckInside(instruction, "dst", dst, 0, 0, rows_are_lines ? lines : 1, rows_are_lines ? 1 : lines);
    if (Checked() && dst.room() < Dst::BytesUpTo(rows_are_lines ? lines : 1, rows_are_lines ? 1 : lines))
        FailTile(instruction, dst.data(), lines, 1, Dst::Rows, Dst::Cols);
    for (size_t line = 0; line < lines; ++line) {
        Sum sum = start(src.data()[Line::template At<Src>(line, 0)]);
        for (size_t i = fold_first ? 0 : 1; i < length; ++i)
            sum = fold(sum, src.data()[Line::template At<Src>(line, i)]);
        dst.data()[Line::template At<Dst>(line, 0)] = static_cast<typename Dst::DType>(sum);
        Barrier();
    }
}

template <typename Line, bool largest, typename Index, typename Src, typename Store>
inline void ArgLines(const char* instruction, Src& src, Store store) {
    constexpr bool rows_are_lines = std::is_same_v<Line, RowLine>;
    const unsigned lines = rows_are_lines ? src.GetValidRow() : src.GetValidCol();
    const unsigned length = rows_are_lines ? src.GetValidCol() : src.GetValidRow();
    for (size_t line = 0; line < lines; ++line) {
        size_t best = 0;
        auto value = src.data()[Line::template At<Src>(line, 0)];
        for (size_t i = 1; i < length; ++i) {
            const auto current = src.data()[Line::template At<Src>(line, i)];
            if (largest ? !(current > value) : !(current < value)) continue;
            best = i;
            value = current;
        }
        store(line, static_cast<Index>(best), value);
        Barrier();
    }
}

template <typename Line, bool largest, typename DstIndex, typename Src>
inline void ArgReduce(const char* instruction, DstIndex& index, Src& src) {
    using I = typename DstIndex::DType;
    static_assert(std::is_integral_v<I> && sizeof(I) == 4, "arg reductions give 32-bit indices");
    CheckTiles(instruction, index, src);
    constexpr bool rows_are_lines = std::is_same_v<Line, RowLine>;
    CheckInside(instruction, "dst", index, 0, 0, rows_are_lines ? src.GetValidRow() : 1,
                rows_are_lines ? 1 : src.GetValidCol());
    ArgLines<Line, largest, I>(instruction, src, [&](size_t line, I best, auto) {
        index.data()[Line::template At<DstIndex>(line, 0)] = best;
    });
}

template <typename Line, bool largest, typename DstValue, typename DstIndex, typename Src>
inline void ArgReduce(const char* instruction, DstValue& values, DstIndex& index, Src& src) {
    using I = typename DstIndex::DType;
    static_assert(kSameElement<DstValue, Src>, "arg reductions keep the element type of the source");
    CheckTiles(instruction, values, index, src);
    constexpr bool rows_are_lines = std::is_same_v<Line, RowLine>;
    const unsigned rows = rows_are_lines ? src.GetValidRow() : 1, cols = rows_are_lines ? 1 : src.GetValidCol();
    CheckInside(instruction, "dst", index, 0, 0, rows, cols);
    CheckInside(instruction, "dst", values, 0, 0, rows, cols);
    ArgLines<Line, largest, I>(instruction, src, [&](size_t line, I best, auto value) {
        index.data()[Line::template At<DstIndex>(line, 0)] = best;
        Barrier();
        values.data()[Line::template At<DstValue>(line, 0)] = value;
    });
}

}  // namespace embedded

// TROWxxx(dst, src, tmp) and TCOLxxx(dst, src[, tmp, is_binary]); scratch operands are without effect.
#define PTO_EMBEDDED_REDUCE(NAME, LINE, SUM, FOLD_FIRST, START, FOLD)                     \
    template <embedded::TileLike Dst, embedded::TileLike Src, typename... Rest>           \
    PTO_INST RecordEvent NAME(Dst& dst, Src& src, Rest&&...) {                            \
        using D = typename Dst::DType;                                                    \
        using Sum = SUM;                                                                  \
        static_assert(std::is_integral_v<D> == std::is_integral_v<typename Src::DType> && \
                          sizeof(D) >= sizeof(typename Src::DType),                       \
                      #NAME ": this pair of element types is not supported");             \
        embedded::ReduceLines<embedded::LINE, Sum, FOLD_FIRST>(                           \
            #NAME, dst, src,                                                              \
            [](auto first) -> Sum {                                                       \
                (void)first;                                                              \
                return static_cast<Sum>(START);                                           \
            },                                                                            \
            [](Sum sum, auto value) -> Sum { return static_cast<Sum>(FOLD); });           \
        return {};                                                                        \
    }
PTO_EMBEDDED_REDUCE(TROWSUM, RowLine, embedded::SumType<D>, true, 0, embedded::Add(sum, static_cast<Sum>(value)))
PTO_EMBEDDED_REDUCE(TROWPROD, RowLine, D, true, 1, embedded::Multiply(sum, static_cast<Sum>(value)))
PTO_EMBEDDED_REDUCE(TROWMAX, RowLine, D, false, first, embedded::Max(sum, static_cast<Sum>(value)))
PTO_EMBEDDED_REDUCE(TROWMIN, RowLine, D, false, first, embedded::Min(sum, static_cast<Sum>(value)))
PTO_EMBEDDED_REDUCE(TCOLSUM, ColLine, D, true, 0, embedded::Add(sum, static_cast<Sum>(value)))
PTO_EMBEDDED_REDUCE(TCOLPROD, ColLine, D, true, 1, embedded::Multiply(sum, static_cast<Sum>(value)))
PTO_EMBEDDED_REDUCE(TCOLMAX, ColLine, D, false, first, embedded::Max(sum, static_cast<Sum>(value)))
PTO_EMBEDDED_REDUCE(TCOLMIN, ColLine, D, false, first, embedded::Min(sum, static_cast<Sum>(value)))
#undef PTO_EMBEDDED_REDUCE

// NAME(indices, src, tmp) and NAME(values, indices, src, tmp): the first of equal elements wins.
#define PTO_EMBEDDED_ARG_REDUCE(NAME, LINE, LARGEST)                                                             \
    template <embedded::TileLike Dst, embedded::TileLike Src, embedded::TileLike Tmp>                            \
    PTO_INST RecordEvent NAME(Dst& dst, Src& src, Tmp&) {                                                        \
        embedded::ArgReduce<embedded::LINE, LARGEST>(#NAME, dst, src);                                           \
        return {};                                                                                               \
    }                                                                                                            \
    template <embedded::TileLike Values, embedded::TileLike Dst, embedded::TileLike Src, embedded::TileLike Tmp> \
    PTO_INST RecordEvent NAME(Values& values, Dst& dst, Src& src, Tmp&) {                                        \
        embedded::ArgReduce<embedded::LINE, LARGEST>(#NAME, values, dst, src);                                   \
        return {};                                                                                               \
    }
PTO_EMBEDDED_ARG_REDUCE(TROWARGMAX, RowLine, true)
PTO_EMBEDDED_ARG_REDUCE(TROWARGMIN, RowLine, false)
PTO_EMBEDDED_ARG_REDUCE(TCOLARGMAX, ColLine, true)
PTO_EMBEDDED_ARG_REDUCE(TCOLARGMIN, ColLine, false)
#undef PTO_EMBEDDED_ARG_REDUCE

}  // namespace pto
