// Gathers and scatters inside the memory of a core: TGATHER, TGATHERB, TSCATTER.
#pragma once

#include "move.h"

namespace pto {

namespace embedded {

// Patterns read from right to left: P0001 takes the first of every four.
constexpr bool IsSelected(MaskPattern pattern, size_t index) {
    switch (pattern) {
        case MaskPattern::P0101:
            return index % 2 == 0;
        case MaskPattern::P1010:
            return index % 2 == 1;
        case MaskPattern::P0001:
            return index % 4 == 0;
        case MaskPattern::P0010:
            return index % 4 == 1;
        case MaskPattern::P0100:
            return index % 4 == 2;
        case MaskPattern::P1000:
            return index % 4 == 3;
        default:
            return true;
    }
}

// Elements of one size keep their bits, whatever their types.
template <typename D, typename S>
inline D KeepBits(S value) {
    static_assert(sizeof(D) == sizeof(S), "TGATHER: both element types must have the same size");
    return __builtin_bit_cast(D, value);
}

// True if `index` may be used; otherwise faults, or without a core says no.
template <typename I>
inline bool CheckIndex(const char* instruction, I index, uint64_t limit) {
    const bool inside = !(index < I(0)) && static_cast<uint64_t>(index) < limit;
    if (!inside && Checked())
        Fail("%s: index %lld is outside 0..%llu", instruction, static_cast<long long>(index),
             static_cast<unsigned long long>(limit - 1));
    return inside;
}

}  // namespace embedded

// dst(r, c) = element number index(r, c) of src, counted row by row over the whole tile.
template <embedded::TileLike Dst, embedded::TileLike Src, embedded::TileLike Index, embedded::TileLike Tmp,
          typename... Events>
PTO_INST RecordEvent TGATHER(Dst& dst, Src& src, Index& index, Tmp&, Events&...) {
    using D = typename Dst::DType;
    static_assert(std::is_same_v<D, typename Src::DType>, "TGATHER: source and destination must have one element type");
    static_assert(std::is_integral_v<typename Index::DType> && sizeof(typename Index::DType) == 4,
                  "TGATHER: the indices must be 32-bit integers");
    embedded::CheckTiles("TGATHER", dst, src, index);
    embedded::CheckWholeTile("TGATHER", src);
    const unsigned rows = dst.GetValidRow(), cols = dst.GetValidCol();
    embedded::CheckInside("TGATHER", "the indices", index, 0, 0, rows, cols);
    embedded::RunOrdered(embedded::Overlap(dst, index), [=, to = dst.data(), from = src.data(),
                                                         numbers = index.data()](auto barrier) PTO_EMBEDDED_INLINED {
        for (size_t r = 0; r < rows; ++r)
            for (size_t c = 0; c < cols; ++c) {
                const auto number = numbers[embedded::ElementOffset<Index>(r, c)];
                D value = D(0);
                if (embedded::CheckIndex("TGATHER", number, Src::Numel))
                    value = from[embedded::ElementOffset<Src>(number / Src::Cols, number % Src::Cols)];
                to[embedded::ElementOffset<Dst>(r, c)] = value;
                barrier();
            }
    });
    return {};
}

// Takes the selected columns of src and writes them one after another into the memory of dst, or, along columns, takes
// the selected rows.
template <embedded::TileLike Dst, embedded::TileLike Src, MaskPattern pattern = MaskPattern::P1111,
          auto axis = GatherAxis::GATHER_ROW, typename... Events>
PTO_INST RecordEvent TGATHER(Dst& dst, Src& src, Events&...) {
    using D = typename Dst::DType;
    embedded::CheckTiles("TGATHER", dst, src);
    embedded::RunOrdered(embedded::Overlap(dst, src), [&](auto barrier) PTO_EMBEDDED_INLINED {
        size_t taken = 0;
        for (size_t r = 0; r < src.GetValidRow(); ++r) {
            if (axis == GatherAxis::GATHER_COL && !embedded::IsSelected(pattern, r)) continue;
            if (axis == GatherAxis::GATHER_COL)
                embedded::CheckInside("TGATHER", "dst", dst, taken, 0, 1, src.GetValidCol());
            for (size_t c = 0; c < src.GetValidCol(); ++c) {
                const D value = embedded::KeepBits<D>(src.data()[embedded::ElementOffset<Src>(r, c)]);
                if constexpr (axis == GatherAxis::GATHER_COL) {
                    dst.data()[embedded::ElementOffset<Dst>(taken, c)] = value;
                } else {
                    if (!embedded::IsSelected(pattern, c)) continue;
                    if (embedded::Checked() && taken >= static_cast<size_t>(Dst::Numel))
                        embedded::Fail("TGATHER: more elements are selected than the %d of dst", Dst::Numel);
                    dst.data()[taken++] = value;
                }
                barrier();
            }
            if (axis == GatherAxis::GATHER_COL) ++taken;
        }
    });
    return {};
}

namespace embedded {

// From the first byte to the last one: a source that the block itself overwrites repeats.
inline void CopyBlock(char* to, const char* from, size_t bytes) {
    if (to <= from || to >= from + bytes)
        __builtin_memmove(to, from, bytes);
    else
        for (size_t i = 0; i < bytes; ++i) to[i] = from[i];
}

}  // namespace embedded

// Copies blocks of 32 bytes; offsets(r, b) is where block b of row r of dst begins in src, in bytes.
template <embedded::TileLike Dst, embedded::TileLike Src, embedded::TileLike Offsets, typename... Events>
PTO_INST RecordEvent TGATHERB(Dst& dst, Src& src, Offsets& offsets, Events&...) {
    static_assert(Dst::isRowMajor && !Dst::isBoxedLayout, "TGATHERB: the destination must be row-major");
    constexpr size_t kBlock = 32, kElements = kBlock / sizeof(typename Dst::DType);
    embedded::CheckTiles("TGATHERB", dst, src, offsets);
    embedded::CheckWholeTile("TGATHERB", src);
    const size_t rows = dst.GetValidRow(), blocks = dst.GetValidCol() / kElements;
    embedded::CheckInside("TGATHERB", "the offsets", offsets, 0, 0, rows, blocks);
    for (size_t r = 0; r < rows; ++r)
        for (size_t block = 0; block < blocks; ++block) {
            const uint64_t offset = static_cast<uint32_t>(offsets.data()[r * Offsets::Cols + block]);
            if (!embedded::CheckIndex("TGATHERB", offset, Src::GetSizeInBytes() - kBlock + 1)) continue;
            embedded::CopyBlock(reinterpret_cast<char*>(dst.data() + r * Dst::Cols + block * kElements),
                                reinterpret_cast<const char*>(src.data()) + offset, kBlock);
        }
    return {};
}

// Element number index(r, c) of dst, counted in memory order, becomes src(r, c).
template <embedded::TileLike Dst, embedded::TileLike Src, embedded::TileLike Index, typename... Events>
PTO_INST RecordEvent TSCATTER(Dst& dst, Src& src, Index& index, Events&...) {
    static_assert(std::is_integral_v<typename Index::DType>, "TSCATTER: the indices must be integers");
    embedded::CheckTiles("TSCATTER", dst, src, index);
    embedded::CheckWholeTile("TSCATTER", dst);
    const unsigned rows = index.GetValidRow(), cols = index.GetValidCol();
    embedded::CheckInside("TSCATTER", "src", src, 0, 0, rows, cols);
    embedded::RunOrdered(
        embedded::Overlap(dst, src) || embedded::Overlap(dst, index), [&](auto barrier) PTO_EMBEDDED_INLINED {
            for (size_t r = 0; r < rows; ++r)
                for (size_t c = 0; c < cols; ++c) {
                    const auto number = index.data()[embedded::ElementOffset<Index>(r, c)];
                    if (embedded::CheckIndex("TSCATTER", number, Dst::Numel))
                        dst.data()[number] =
                            static_cast<typename Dst::DType>(src.data()[embedded::ElementOffset<Src>(r, c)]);
                    barrier();
                }
        });
    return {};
}

// The other way round from TGATHER by a pattern: the elements of src, taken one after another from its memory, go to
// the selected columns of dst (along columns: its rows to the selected rows); all else in the valid part of dst becomes
// 0. A pattern that selects everything copies the valid part of src.
template <MaskPattern pattern = MaskPattern::P1111, auto axis = ScatterAxis::SCATTER_ROW, embedded::TileLike Dst,
          embedded::TileLike Src, typename... Events>
requires(!(embedded::TileLike<Events> || ...)) PTO_INST RecordEvent TSCATTER(Dst& dst, Src& src, Events&...) {
    using D = typename Dst::DType;
    static_assert(sizeof(D) == sizeof(typename Src::DType), "TSCATTER: both element types must have the same size");
    static_assert(embedded::kPlainRowMajor<Dst, Src>, "TSCATTER: both tiles must be row-major");
    if constexpr (pattern == MaskPattern::P1111) {
        embedded::Move<ReluPreMode::NoRelu>(dst, src, "TSCATTER");
        return {};
    }
    embedded::CheckTiles("TSCATTER", dst, src);
    constexpr bool by_row = axis == ScatterAxis::SCATTER_COL;
    const unsigned rows = by_row ? dst.GetValidRow() : src.GetValidRow(), cols = dst.GetValidCol();
    embedded::CheckInside("TSCATTER", "dst", dst, 0, 0, rows, cols);
    embedded::RunOrdered(embedded::Overlap(dst, src), [&](auto barrier) PTO_EMBEDDED_INLINED {
        size_t taken = 0;
        for (size_t r = 0; r < rows; ++r) {
            const bool row_selected = embedded::IsSelected(pattern, r);
            for (size_t c = 0; c < cols; ++c) {
                D value = D(0);
                if (by_row ? row_selected : embedded::IsSelected(pattern, c)) {
                    const size_t from = by_row ? taken * Src::Cols + c : taken++;
                    embedded::CheckInside("TSCATTER", "src", src, from / Src::Cols, from % Src::Cols, 1, 1);
                    value = static_cast<D>(src.data()[from]);
                }
                dst.data()[Dst::RowOffset(r) + c] = value;
                barrier();
            }
            if (by_row && row_selected) ++taken;
        }
    });
    return {};
}

}  // namespace pto
