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
// The lengths to take from each row are in column 0 of two more tiles, times the size of their element type.
template <embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1, embedded::TileLike Lengths0,
          embedded::TileLike Lengths1>
PTO_INST RecordEvent TCONCAT(Dst& dst, Src0& src0, Src1& src1, Lengths0& lengths0, Lengths1& lengths1) {
    embedded::CheckTiles("TCONCAT", lengths0, lengths1);
    embedded::CheckInside("TCONCAT", "the lengths", lengths0, 0, 0, dst.GetValidRow(), 1);
    embedded::CheckInside("TCONCAT", "the lengths", lengths1, 0, 0, dst.GetValidRow(), 1);
    const auto columns = [](auto& lengths) {
        return [&lengths](size_t r) {
            using L = std::remove_cvref_t<decltype(lengths)>;
            return static_cast<unsigned>(lengths.data()[L::RowOffset(r)]) /
                   static_cast<unsigned>(sizeof(typename L::DType));
        };
    };
    embedded::Concatenate(dst, src0, src1, columns(lengths0), columns(lengths1));
    return {};
}

}  // namespace pto
