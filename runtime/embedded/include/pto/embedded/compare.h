// Comparisons that give bit masks, and selections by such masks: TCMP, TCMPS, TSEL, TSELS.
#pragma once

#include "overlap.h"

namespace pto {

namespace embedded {

template <typename T>
inline bool Compare(T a, T b, CmpMode mode) {
    switch (mode) {
        case CmpMode::NE:
            return a != b;
        case CmpMode::LT:
            return a < b;
        case CmpMode::LE:
            return a <= b;
        case CmpMode::GT:
            return a > b;
        case CmpMode::GE:
            return a >= b;
        default:
            return a == b;
    }
}

// TCMPS takes values less than 1e-9 apart as equal; two infinities are neither equal nor unequal then.
template <typename T>
inline bool CompareLoosely(T a, T b, CmpMode mode) {
    const double distance = __builtin_fabs(static_cast<double>(a) - static_cast<double>(b));
    if (mode == CmpMode::EQ) return distance < 1e-9;
    if (mode == CmpMode::NE) return a != a || b != b || distance > 1e-9;
    return Compare(a, b, mode);
}

// Bits of source row r, eight to a byte, written one after another into the valid columns of dst: the rows of dst are
// as long as its own valid shape says, not as those of the source. `matches(r, c)` is the comparison. All comparisons
// come before the first write, as dst may lie over the source.
template <typename Dst, typename Src, typename Matches>
inline void PackRows(Dst& dst, Src& src, Matches matches) {
    CheckTiles("TCMPS", dst, src);
    CheckWholeTile("TCMPS", dst);
    constexpr size_t kBytesPerRow = Src::Cols / 8, kBytes = Src::Rows * kBytesPerRow;
    const size_t dst_cols = dst.GetValidCol(), room = dst.GetValidRow() * dst_cols;
    const size_t count = kBytes < room ? kBytes : room;
    uint8_t packed[kBytes + 1];
    for (size_t i = 0; i < count; ++i) {
        unsigned bits = 0;
        for (size_t bit = 0; bit < 8; ++bit) {
            const size_t r = i / kBytesPerRow, c = i % kBytesPerRow * 8 + bit;
            if (r < src.GetValidRow() && c < src.GetValidCol() && matches(r, c)) bits |= 1u << bit;
        }
        packed[i] = static_cast<uint8_t>(bits);
    }
    Barrier();
    for (int i = 0; i < Dst::Numel; ++i) dst.data()[i] = 0;
    for (size_t i = 0; i < count; ++i)
        dst.data()[ElementOffset<Dst>(i / dst_cols, i % dst_cols)] = static_cast<typename Dst::DType>(packed[i]);
}

}  // namespace embedded

// One bit per element, 32 to a uint32_t or 8 to a uint8_t of dst, row by row.
template <embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1, typename... Events>
PTO_INST RecordEvent TCMP(Dst& dst, Src0& src0, Src1& src1, CmpMode mode, Events&...) {
    using D = typename Dst::DType;
    static_assert(std::is_same_v<D, uint8_t> || std::is_same_v<D, uint32_t>,
                  "TCMP: the mask must be uint8_t or uint32_t");
    static_assert(std::is_same_v<typename Src0::DType, typename Src1::DType>,
                  "TCMP: both sources must have one element type");
    embedded::CheckTiles("TCMP", dst, src0, src1);
    embedded::CheckWholeTile("TCMP", dst);
    constexpr unsigned kBits = sizeof(D) * 8;
    const unsigned rows = src0.GetValidRow(), cols = src0.GetValidCol();
    const unsigned words =
        (cols + kBits - 1) / kBits < dst.GetValidCol() ? (cols + kBits - 1) / kBits : dst.GetValidCol();
    embedded::CheckInside("TCMP", "src1", src1, 0, 0, rows, cols);
    embedded::CheckInside("TCMP", "dst", dst, 0, 0, rows, words);
    for (int i = 0; i < Dst::Rows * Dst::RowStride; ++i) dst.data()[i] = 0;
    embedded::Barrier();
    embedded::RunOrdered(
        embedded::Overlap(dst, src0) || embedded::Overlap(dst, src1),
        [=, to = dst.data(), from0 = src0.data(), from1 = src1.data()](auto barrier) PTO_EMBEDDED_INLINED {
            for (size_t r = 0; r < rows; ++r)
                for (size_t word = 0; word < words; ++word) {
                    D packed = 0;
                    for (size_t bit = 0; bit < kBits && word * kBits + bit < cols; ++bit) {
                        const size_t c = word * kBits + bit;
                        const bool match = embedded::Compare(from0[embedded::ElementOffset<Src0>(r, c)],
                                                             from1[embedded::ElementOffset<Src1>(r, c)], mode);
                        packed |= static_cast<D>(D(match) << bit);
                    }
                    to[embedded::ElementOffset<Dst>(r, word)] = packed;
                    barrier();
                }
        });
    return {};
}

template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TCMPS(Dst& dst, Src& src, typename Src::DType scalar, CmpMode mode, Events&...) {
    embedded::PackRows(dst, src, [&](size_t r, size_t c) {
        return embedded::CompareLoosely(src.data()[embedded::ElementOffset<Src>(r, c)], scalar, mode);
    });
    return {};
}
template <embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1, typename... Events>
PTO_INST RecordEvent TCMPS(Dst& dst, Src0& src0, Src1& src1, CmpMode mode, Events&...) {
    static_assert(std::is_same_v<typename Src0::DType, typename Src1::DType>,
                  "TCMPS: both sources must have one element type");
    embedded::CheckTiles("TCMPS", src1);
    embedded::CheckInside("TCMPS", "src1", src1, 0, 0, src0.GetValidRow(), src0.GetValidCol());
    embedded::PackRows(dst, src0, [&](size_t r, size_t c) {
        return embedded::CompareLoosely(src0.data()[embedded::ElementOffset<Src0>(r, c)],
                                        src1.data()[embedded::ElementOffset<Src1>(r, c)], mode);
    });
    return {};
}

// dst = bit ? src0 : src1. The bits run on through the valid columns of the mask, eight of each element, without a
// break at the end of a row of dst.
template <embedded::TileLike Dst, embedded::TileLike Mask, embedded::TileLike Src0, embedded::TileLike Src1,
          typename... Rest>
PTO_INST RecordEvent TSEL(Dst& dst, Mask& mask, Src0& src0, Src1& src1, Rest&&...) {
    static_assert(std::is_same_v<typename Dst::DType, typename Src0::DType> &&
                      std::is_same_v<typename Dst::DType, typename Src1::DType>,
                  "TSEL: destination and sources must have one element type");
    static_assert(std::is_integral_v<typename Mask::DType>, "TSEL: the mask must have an integer type");
    embedded::CheckTiles("TSEL", dst, mask, src0, src1);
    const size_t rows = dst.GetValidRow(), cols = dst.GetValidCol(), mask_cols = mask.GetValidCol();
    embedded::CheckInside("TSEL", "src0", src0, 0, 0, rows, cols);
    embedded::CheckInside("TSEL", "src1", src1, 0, 0, rows, cols);
    if (rows == 0 || cols == 0 || mask_cols == 0) return {};
    embedded::CheckInside("TSEL", "the mask", mask, 0, 0, (rows * cols - 1) / 8 / mask_cols + 1, mask_cols);
    embedded::RunOrdered(embedded::Overlap(dst, mask), [=, to = dst.data(), bytes = mask.data(), from0 = src0.data(),
                                                        from1 = src1.data()](auto barrier) PTO_EMBEDDED_INLINED {
        for (size_t r = 0; r < rows; ++r)
            for (size_t c = 0; c < cols; ++c) {
                const size_t at = (r * cols + c) / 8;
                const auto bits = bytes[embedded::ElementOffset<Mask>(at / mask_cols, at % mask_cols)];
                const bool first = (bits >> ((r * cols + c) % 8)) & 1;
                to[embedded::ElementOffset<Dst>(r, c)] =
                    first ? from0[embedded::ElementOffset<Src0>(r, c)] : from1[embedded::ElementOffset<Src1>(r, c)];
                barrier();
            }
    });
    return {};
}

// dst = bit ? src : scalar. Here every row has its own row of the mask, and all bits of its elements count.
template <embedded::TileLike Dst, embedded::TileLike Mask, embedded::TileLike Src, embedded::TileLike Tmp,
          typename... Events>
PTO_INST RecordEvent TSELS(Dst& dst, Mask& mask, Src& src, Tmp&, typename Src::DType scalar, Events&...) {
    static_assert(std::is_same_v<typename Dst::DType, typename Src::DType>,
                  "TSELS: source and destination must have one element type");
    static_assert(std::is_integral_v<typename Mask::DType>, "TSELS: the mask must have an integer type");
    constexpr size_t kBits = sizeof(typename Mask::DType) * 8;
    embedded::CheckTiles("TSELS", dst, mask, src);
    const size_t rows = dst.GetValidRow(), cols = dst.GetValidCol();
    embedded::CheckInside("TSELS", "src", src, 0, 0, rows, cols);
    embedded::CheckInside("TSELS", "the mask", mask, 0, 0, rows, (cols + kBits - 1) / kBits);
    embedded::RunOrdered(embedded::Overlap(dst, mask), [=, to = dst.data(), bytes = mask.data(),
                                                        from = src.data()](auto barrier) PTO_EMBEDDED_INLINED {
        for (size_t r = 0; r < rows; ++r)
            for (size_t c = 0; c < cols; ++c) {
                const auto bits = bytes[embedded::ElementOffset<Mask>(r, c / kBits)];
                to[embedded::ElementOffset<Dst>(r, c)] =
                    (bits >> (c % kBits)) & 1 ? from[embedded::ElementOffset<Src>(r, c)] : scalar;
                barrier();
            }
    });
    return {};
}

}  // namespace pto
