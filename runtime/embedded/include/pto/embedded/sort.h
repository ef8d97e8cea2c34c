// Sorting of (value, index) pairs: TSORT32 sorts blocks of 32, TMRGSORT merges sorted lists. Descending.
//
// A pair takes 8 bytes in the destination: a float and its uint32_t index, or a half, two unused bytes and the index.
#pragma once

#include "overlap.h"

namespace pto {

namespace embedded {

template <typename T>
inline constexpr int kPairElements = static_cast<int>(8 / sizeof(T));

template <typename T>
struct ValueIndex {
    T value;
    uint32_t index;
};

// Larger values first, equal ones by ascending index. Insertion keeps the order of pairs that are equal in both, and of
// NaN.
template <typename T>
inline void SortBlock(ValueIndex<T>* pairs, int count) {
    const auto before = [](const ValueIndex<T>& a, const ValueIndex<T>& b) {
        return a.value != b.value ? a.value > b.value : a.index < b.index;
    };
    for (int i = 1; i < count; ++i) {
        const ValueIndex<T> pair = pairs[i];
        int at = i;
        for (; at > 0 && before(pair, pairs[at - 1]); --at) pairs[at] = pairs[at - 1];
        pairs[at] = pair;
    }
}

template <typename T>
inline void WritePair(T* target, const ValueIndex<T>& pair) {
    target[0] = pair.value;
    if constexpr (sizeof(T) == 2) target[1] = T(0);
    __builtin_memcpy(target + (sizeof(T) == 2 ? 2 : 1), &pair.index, sizeof(pair.index));
}

// One sorted list of pairs that a merge takes from.
template <typename T>
struct MergeList {
    const T* next;
    unsigned left;
    unsigned taken = 0;
};

// Takes the largest head until `count` pairs are written or, if `stop_when_empty`, a list has run out; that is looked
// at after each pair, so a list that is empty from the start still lets one pass. Of equal heads the first list wins.
template <typename T, size_t lists>
inline void Merge(T* target, unsigned count, MergeList<T> (&list)[lists], bool stop_when_empty) {
    constexpr int kPair = kPairElements<T>;
    for (unsigned out = 0; out < count; ++out) {
        int pick = -1;
        for (size_t i = 0; i < lists; ++i)
            if (list[i].left > 0 && (pick < 0 || list[i].next[0] > list[pick].next[0])) pick = static_cast<int>(i);
        if (pick < 0) return;
        MergeList<T>& from = list[pick];
        T pair[kPair];
        for (int e = 0; e < kPair; ++e) pair[e] = from.next[e];
        for (int e = 0; e < kPair; ++e) target[out * kPair + e] = pair[e];
        from.next += kPair;
        --from.left;
        ++from.taken;
        if (!stop_when_empty) continue;
        for (const MergeList<T>& one : list)
            if (one.left == 0) return;
    }
}

template <typename... Ts>
constexpr void RequireSortable(const char*) {
    static_assert(((Ts::Rows == 1 && Ts::isRowMajor && !Ts::isBoxedLayout && Ts::Loc == TileType::Vec) && ...),
                  "TMRGSORT: tiles must be one row-major row of vector memory");
}

template <bool exhausted, typename Dst, typename... Srcs>
inline void MergeTiles(Dst& dst, MrgSortExecutedNumList& executed, Srcs&... srcs) {
    using T = typename Dst::DType;
    static_assert((std::is_same_v<T, typename Srcs::DType> && ...), "TMRGSORT: all tiles must have one element type");
    RequireSortable<Dst, Srcs...>("TMRGSORT");
    CheckTiles("TMRGSORT", dst, srcs...);
    constexpr int kPair = kPairElements<T>;
    MergeList<T> lists[] = {{srcs.data(), srcs.GetValidCol() / kPair}...};
    Merge(dst.data(), dst.GetValidCol() / kPair, lists, exhausted);
    uint16_t* const counts[] = {&executed.mrgSortList0, &executed.mrgSortList1, &executed.mrgSortList2,
                                &executed.mrgSortList3};
    for (size_t i = 0; i < 4; ++i) *counts[i] = i < sizeof...(Srcs) ? static_cast<uint16_t>(lists[i].taken) : 0;
}

}  // namespace embedded

// Sorts each run of 32 valid elements of a row; the last one may be shorter. A scratch tile is without effect.
template <embedded::TileLike Dst, embedded::TileLike Src, embedded::TileLike Index, typename... Rest>
PTO_INST RecordEvent TSORT32(Dst& dst, Src& src, Index& index, Rest&&...) {
    using T = typename Src::DType;
    static_assert(std::is_same_v<T, typename Dst::DType> && (sizeof(T) == 2 || sizeof(T) == 4),
                  "TSORT32: source and destination must have one element type of 2 or 4 bytes");
    static_assert(std::is_same_v<typename Index::DType, uint32_t>, "TSORT32: the indices must be uint32_t");
    static_assert(embedded::kPlainRowMajor<Dst, Src, Index>, "TSORT32: all tiles must be row-major");
    embedded::CheckTiles("TSORT32", dst, src, index);
    const int rows = static_cast<int>(src.GetValidRow()), cols = static_cast<int>(src.GetValidCol());
    if (rows != static_cast<int>(index.GetValidRow()) || cols != static_cast<int>(index.GetValidCol())) return {};
    constexpr int kPair = embedded::kPairElements<T>;
    // A block of 16-bit pairs starts where one of 32-bit pairs would, so consecutive blocks overlap, as on the
    // simulator.
    if (cols > 0)
        embedded::CheckInside("TSORT32", "dst", dst, 0, 0, rows, (cols - 1) / 32 * 64 + ((cols - 1) % 32 + 1) * kPair);
    for (int r = 0; r < rows; ++r)
        for (int begin = 0; begin < cols; begin += 32) {
            embedded::ValueIndex<T> pairs[32];
            const int count = cols - begin < 32 ? cols - begin : 32;
            for (int i = 0; i < count; ++i)
                pairs[i] = {src.data()[r * Src::Cols + begin + i], index.data()[r * Index::Cols + begin + i]};
            embedded::SortBlock(pairs, count);
            for (int i = 0; i < count; ++i)
                embedded::WritePair(dst.data() + r * Dst::Cols + 2 * begin + i * kPair, pairs[i]);
            embedded::Barrier();
        }
    return {};
}

// Merges groups of four sorted blocks of `block` elements (values and indices counted) each; what is left over is not
// touched.
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TMRGSORT(Dst& dst, Src& src, uint32_t block, Events&...) {
    using T = typename Dst::DType;
    static_assert(std::is_same_v<T, typename Src::DType>, "TMRGSORT: all tiles must have one element type");
    embedded::RequireSortable<Dst, Src>("TMRGSORT");
    embedded::CheckTiles("TMRGSORT", dst, src);
    constexpr unsigned kPair = embedded::kPairElements<T>;
    if (block == 0 || block % kPair != 0) return {};
    const uint64_t cols = dst.GetValidCol(), group = uint64_t{block} * 4;
    embedded::CheckInside("TMRGSORT", "src", src, 0, 0, 1, cols / group * group);
    for (uint64_t begin = 0; begin + group <= cols; begin += group) {
        const T* from = src.data() + begin;
        embedded::MergeList<T> lists[4];
        for (unsigned i = 0; i < 4; ++i) lists[i] = {from + i * block, block / kPair};
        embedded::Merge(dst.data() + begin, static_cast<unsigned>(group / kPair), lists, false);
    }
    return {};
}

// Merges two to four sorted lists. `executed` receives how many pairs were taken from each; with `exhausted` the merge
// stops as soon as one list is empty.
template <typename Dst, typename Tmp, typename Src0, typename Src1, typename Src2, typename Src3, bool exhausted>
PTO_INST RecordEvent TMRGSORT(Dst& dst, MrgSortExecutedNumList& executed, Tmp&, Src0& src0, Src1& src1, Src2& src2,
                              Src3& src3) {
    embedded::MergeTiles<exhausted>(dst, executed, src0, src1, src2, src3);
    return {};
}
template <typename Dst, typename Tmp, typename Src0, typename Src1, typename Src2, bool exhausted>
PTO_INST RecordEvent TMRGSORT(Dst& dst, MrgSortExecutedNumList& executed, Tmp&, Src0& src0, Src1& src1, Src2& src2) {
    embedded::MergeTiles<exhausted>(dst, executed, src0, src1, src2);
    return {};
}
template <typename Dst, typename Tmp, typename Src0, typename Src1, bool exhausted>
PTO_INST RecordEvent TMRGSORT(Dst& dst, MrgSortExecutedNumList& executed, Tmp&, Src0& src0, Src1& src1) {
    embedded::MergeTiles<exhausted>(dst, executed, src0, src1);
    return {};
}

}  // namespace pto
