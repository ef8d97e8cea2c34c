// Instructions that reorder whole rows and columns: TTRANS, TCONCAT.
#pragma once

#include "overlap.h"

namespace pto {

// dst(c, r) = src(r, c) over the valid part of src.
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Rest>
PTO_INST RecordEvent TTRANS(Dst& dst, Src& src, Rest&&...) {
    static_assert(sizeof(typename Dst::DType) == sizeof(typename Src::DType),
                  "TTRANS: both element types must have the same size");
    embedded::CheckTiles("TTRANS", dst, src);
    const unsigned rows = src.GetValidRow(), cols = src.GetValidCol();
    embedded::CheckInside("TTRANS", "dst", dst, 0, 0, cols, rows);
    embedded::RunOrdered(embedded::Overlap(dst, src), [&](auto barrier) PTO_EMBEDDED_INLINED {
        for (size_t c = 0; c < cols; ++c)
            for (size_t r = 0; r < rows; ++r) {
                dst.data()[embedded::ElementOffset<Dst>(c, r)] =
                    static_cast<typename Dst::DType>(src.data()[embedded::ElementOffset<Src>(r, c)]);
                barrier();
            }
    });
    return {};
}

namespace embedded {

// How many elements of a row come from each source.
struct RowParts {
    uint64_t first, second;
};

// Puts the first elements of src0's row and of src1's row side by side, as many as parts(row) says, which is asked when
// the rows before are written.
template <typename Dst, typename Src0, typename Src1, typename Parts>
inline void Concatenate(Dst& dst, Src0& src0, Src1& src1, Parts parts) {
    static_assert(std::is_same_v<typename Dst::DType, typename Src0::DType> &&
                      std::is_same_v<typename Dst::DType, typename Src1::DType>,
                  "TCONCAT: all tiles must have one element type");
    CheckTiles("TCONCAT", dst, src0, src1);
    for (size_t r = 0; r < dst.GetValidRow(); ++r) {
        const auto [n0, n1] = parts(r);
        CheckInside("TCONCAT", "src0", src0, r, 0, 1, n0);
        CheckInside("TCONCAT", "src1", src1, r, 0, 1, n1);
        CheckInside("TCONCAT", "dst", dst, r, 0, 1, n0 + n1);
        for (size_t c = 0; c < n0; ++c) dst.data()[ElementOffset<Dst>(r, c)] = src0.data()[ElementOffset<Src0>(r, c)];
        for (size_t c = 0; c < n1; ++c)
            dst.data()[ElementOffset<Dst>(r, n0 + c)] = src1.data()[ElementOffset<Src1>(r, c)];
        Barrier();
    }
}

}  // namespace embedded

template <embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1>
PTO_INST RecordEvent TCONCAT(Dst& dst, Src0& src0, Src1& src1) {
    embedded::Concatenate(dst, src0, src1, [&](size_t) {
        return embedded::RowParts{src0.GetValidCol(), src1.GetValidCol()};
    });
    return {};
}

namespace embedded {

// Length of the part of a row, from column 0 of a tile that holds it times the size of its own element type.
template <typename Lengths>
inline unsigned BytesOf(Lengths& lengths, size_t row) {
    return static_cast<unsigned>(lengths.data()[Lengths::RowOffset(row)]);
}
template <typename Lengths0, typename Lengths1>
inline RowParts PartsOf(Lengths0& lengths0, Lengths1& lengths1, size_t row) {
    return {BytesOf(lengths0, row) / sizeof(typename Lengths0::DType),
            BytesOf(lengths1, row) / sizeof(typename Lengths1::DType)};
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
    embedded::Concatenate(dst, src0, src1, [&](size_t row) { return embedded::PartsOf(lengths0, lengths1, row); });
    return {};
}
// The same, and the sum of both lengths goes to column 0 of `sums`, which may be one of the tiles of lengths.
template <embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1, embedded::TileLike Sums,
          embedded::TileLike Lengths0, embedded::TileLike Lengths1>
PTO_INST RecordEvent TCONCAT(Dst& dst, Src0& src0, Src1& src1, Sums& sums, Lengths0& lengths0, Lengths1& lengths1) {
    embedded::CheckLengths(dst, sums, lengths0, lengths1);
    embedded::Concatenate(dst, src0, src1, [&](size_t row) {
        const embedded::RowParts parts = embedded::PartsOf(lengths0, lengths1, row);
        sums.data()[Sums::RowOffset(row)] =
            static_cast<typename Sums::DType>(embedded::BytesOf(lengths0, row) + embedded::BytesOf(lengths1, row));
        embedded::Barrier();
        return parts;
    });
    return {};
}

}  // namespace pto
