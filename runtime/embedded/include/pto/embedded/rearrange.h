// Instructions that reorder whole rows and columns: TTRANS, TCONCAT.
#pragma once

#include "tile_layout.h"

namespace pto {

// dst(c, r) = src(r, c) over the valid part of src.
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Rest>
PTO_INST RecordEvent TTRANS(Dst& dst, Src& src, Rest&&...) {
    static_assert(sizeof(typename Dst::DType) == sizeof(typename Src::DType),
                  "TTRANS: both element types must have the same size");
    embedded::CheckTiles("TTRANS", dst, src);
    const unsigned rows = src.GetValidRow(), cols = src.GetValidCol();
    embedded::CheckInside("TTRANS", "dst", dst, 0, 0, cols, rows);
    for (size_t c = 0; c < cols; ++c)
        for (size_t r = 0; r < rows; ++r)
            dst.data()[embedded::ElementOffset<Dst>(c, r)] =
                static_cast<typename Dst::DType>(src.data()[embedded::ElementOffset<Src>(r, c)]);
    return {};
}

namespace embedded {

// Puts the first cols0(row) elements of src0's row and then the first cols1(row) of src1's row side by side.
template <typename Dst, typename Src0, typename Src1, typename Columns0, typename Columns1>
inline void Concatenate(Dst& dst, Src0& src0, Src1& src1, Columns0 cols0, Columns1 cols1) {
    static_assert(std::is_same_v<typename Dst::DType, typename Src0::DType> &&
                      std::is_same_v<typename Dst::DType, typename Src1::DType>,
                  "TCONCAT: all tiles must have one element type");
    CheckTiles("TCONCAT", dst, src0, src1);
    for (size_t r = 0; r < dst.GetValidRow(); ++r) {
        const uint64_t n0 = cols0(r), n1 = cols1(r);
        CheckInside("TCONCAT", "src0", src0, r, 0, 1, n0);
        CheckInside("TCONCAT", "src1", src1, r, 0, 1, n1);
        CheckInside("TCONCAT", "dst", dst, r, 0, 1, n0 + n1);
        for (size_t c = 0; c < n0; ++c) dst.data()[ElementOffset<Dst>(r, c)] = src0.data()[ElementOffset<Src0>(r, c)];
        for (size_t c = 0; c < n1; ++c)
            dst.data()[ElementOffset<Dst>(r, n0 + c)] = src1.data()[ElementOffset<Src1>(r, c)];
    }
}

}  // namespace embedded

template <embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1>
PTO_INST RecordEvent TCONCAT(Dst& dst, Src0& src0, Src1& src1) {
    embedded::Concatenate(
        dst, src0, src1, [&](size_t) { return src0.GetValidCol(); }, [&](size_t) { return src1.GetValidCol(); });
    return {};
}

namespace embedded {

// Length of the part of each row, from column 0 of a tile that holds it times the size of its own element type.
template <typename Lengths>
inline auto LengthsOf(Lengths& lengths) {
    return [&lengths](size_t r) {
        return static_cast<unsigned>(lengths.data()[Lengths::RowOffset(r)]) /
               static_cast<unsigned>(sizeof(typename Lengths::DType));
    };
}

template <typename Dst, typename... Lengths>
inline void CheckLengths(Dst& dst, Lengths&... lengths) {
    CheckTiles("TCONCAT", lengths...);
    (CheckInside("TCONCAT", "the lengths", lengths, 0, 0, dst.GetValidRow(), 1), ...);
}

}  // namespace embedded

// The lengths to take from each row are in column 0 of two more tiles.
template <embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1, embedded::TileLike Lengths0,
          embedded::TileLike Lengths1>
PTO_INST RecordEvent TCONCAT(Dst& dst, Src0& src0, Src1& src1, Lengths0& lengths0, Lengths1& lengths1) {
    embedded::CheckLengths(dst, lengths0, lengths1);
    embedded::Concatenate(dst, src0, src1, embedded::LengthsOf(lengths0), embedded::LengthsOf(lengths1));
    return {};
}
// The same, and the sum of both lengths goes to column 0 of `sums`, which may be one of the tiles of lengths.
template <embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1, embedded::TileLike Sums,
          embedded::TileLike Lengths0, embedded::TileLike Lengths1>
PTO_INST RecordEvent TCONCAT(Dst& dst, Src0& src0, Src1& src1, Sums& sums, Lengths0& lengths0, Lengths1& lengths1) {
    embedded::CheckLengths(dst, sums, lengths0, lengths1);
    embedded::Concatenate(dst, src0, src1, embedded::LengthsOf(lengths0), embedded::LengthsOf(lengths1));
    for (size_t r = 0; r < dst.GetValidRow(); ++r)
        sums.data()[Sums::RowOffset(r)] =
            static_cast<typename Sums::DType>(static_cast<unsigned>(lengths0.data()[Lengths0::RowOffset(r)]) +
                                              static_cast<unsigned>(lengths1.data()[Lengths1::RowOffset(r)]));
    return {};
}

}  // namespace pto
