// Operands that share memory.
//
// PyPTO gives the memory of a tile that is no longer needed to another, so operands of one instruction may lie over
// each other, wholly or in part, with other row lengths and element types. An instruction then gives what PTO-ISA's CPU
// headers give: they go from element to element, each in an order of its own, and read an element when its turn comes.
// Loops that read ahead are for operands that are apart or lie element over element; addresses tell.
#pragma once

#include "tile_layout.h"

namespace pto::embedded {

// What is read and written on either side of it stays there: operands of two element types may share memory, against
// the rules by which a compiler tells that two accesses are independent.
inline void Barrier() {
    asm volatile("" ::: "memory");
}

// Part of a tile: lines of `width` bytes, `pitch` bytes apart, `size` from the first to the last byte. With a pitch of
// 0 the elements lie anywhere among these.
struct Region {
    uint64_t begin, size, width, pitch;
};

// rows x cols elements of a tile from (row, col) on.
template <typename T>
inline Region RegionOf(const T& tile, uint64_t rows, uint64_t cols, uint64_t row = 0, uint64_t col = 0) {
    constexpr uint64_t kBytes = sizeof(typename T::DType);
    const auto begin = reinterpret_cast<uint64_t>(tile.data());
    if (rows == 0 || cols == 0) return {begin, 0, 0, 0};
    const uint64_t end = T::BytesUpTo(static_cast<unsigned>(row + rows), static_cast<unsigned>(col + cols));
    if constexpr (T::isBoxedLayout) {
        return {begin, end, end, 0};
    } else {
        const uint64_t offset = ElementOffset<T>(row, col) * kBytes;
        return {begin + offset, end - offset, (T::isRowMajor ? cols : rows) * kBytes,
                static_cast<uint64_t>(T::isRowMajor ? T::Cols : T::Rows) * kBytes};
    }
}

inline bool Overlap(const Region& a, const Region& b) {
    if (a.begin >= b.begin + b.size || b.begin >= a.begin + a.size) return false;
    if (a.pitch == 0 || a.pitch != b.pitch) return true;
    // Columns of one tile that lie side by side are apart.
    const uint64_t shift =
        a.begin <= b.begin ? (b.begin - a.begin) % a.pitch : a.pitch - 1 - (a.begin - b.begin - 1) % a.pitch;
    return shift < a.width || shift + b.width > a.pitch;
}

// Element (row, column) has the same offset in both.
template <typename A, typename B>
inline constexpr bool kSameLayout = sizeof(typename A::DType) == sizeof(typename B::DType) &&
                                    A::isRowMajor == B::isRowMajor&& A::isBoxedLayout
                                        == B::isBoxedLayout&& A::isInnerRowMajor == B::isInnerRowMajor&& A::InnerRows
                                        == B::InnerRows&& A::InnerCols == B::InnerCols
                                    && (A::isRowMajor ? A::Cols == B::Cols : A::Rows == B::Rows);

template <typename A, typename B>
inline bool SamePlaces(const A& a, const B& b) {
    return kSameLayout<A, B> && reinterpret_cast<uint64_t>(a.data()) == reinterpret_cast<uint64_t>(b.data());
}

// Of the first rows x cols elements one of `dst` shares memory with one of `src` that has another row or column.
template <typename Dst, typename Src>
inline bool Crosses(const Dst& dst, const Src& src, uint64_t rows, uint64_t cols) {
    return !SamePlaces(dst, src) && Overlap(RegionOf(dst, rows, cols), RegionOf(src, rows, cols));
}

// The whole memory of two tiles.
template <typename A, typename B>
inline bool Overlap(const A& a, const B& b) {
    return Overlap(RegionOf(a, A::Rows, A::Cols), RegionOf(b, B::Rows, B::Cols));
}

// Calls run(barrier) with a barrier that holds if `shared`, and else costs nothing.
template <typename Run>
inline void RunOrdered(bool shared, Run run) {
    if (shared) [[unlikely]]
        run([] { Barrier(); });
    else
        run([] {});
}

// How an instruction of PTO-ISA goes through its elements: row by row, column by column, or along the lines of its
// destination.
enum class Order { kAlongDst, kRows, kColumns };

// step(row, column) for each element, one after the other.
template <Order order, typename Dst, typename Step>
[[gnu::noinline]] void InOrder(size_t rows, size_t cols, Step step) {
    constexpr bool kByRows = order == Order::kRows || (order == Order::kAlongDst && Dst::isRowMajor);
    const size_t lines = kByRows ? rows : cols, length = kByRows ? cols : rows;
    for (size_t line = 0; line < lines; ++line)
        for (size_t i = 0; i < length; ++i) {
            step(kByRows ? line : i, kByRows ? i : line);
            Barrier();
        }
}

}  // namespace pto::embedded
