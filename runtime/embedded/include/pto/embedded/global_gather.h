// MGATHER and MSCATTER: gather from and scatter to global memory by a tile of indices.
//
// By element (the default) an index counts elements from the start of the tensor; by row it picks a row of dimension 3.
#pragma once

#include "elementwise.h"
#include "gather.h"
#include "global_tensor.h"
#include "store.h"

namespace pto {

namespace embedded {

template <typename Global>
inline uint64_t IndexLimit(const Global& tensor, Coalesce mode) {
    if (mode == Coalesce::Row) return static_cast<uint64_t>(tensor.GetShape(3));
    uint64_t elements = 1;
    for (int dim = 0; dim < 5; ++dim) elements *= static_cast<uint64_t>(tensor.GetShape(dim));
    return elements;
}

// Index (row, col) of a tile or of a tensor of indices, row `row` alone if `by_row`.
template <typename Index>
inline auto IndexAt(const Index& index, size_t row, size_t col, bool by_row) {
    if constexpr (TileLike<Index>) {
        if (!by_row) return index.data()[ElementOffset<Index>(row, col)];
        if (Checked() && row >= static_cast<size_t>(Index::Numel))
            Fail("MGATHER: there are only %d indices", Index::Numel);
        return index.data()[row];
    } else {
        return index.data()[by_row ? row : row * index.GetStride(3) + col];
    }
}

// Brings `index` below `limit` as the mode says; false: there is nothing to transfer.
template <typename Mode, typename I>
inline bool PlaceIndex(const char* instruction, I raw, uint64_t limit, Mode mode, uint64_t& index) {
    index = static_cast<uint64_t>(raw);
    if (mode == Mode::Clamp)
        index = index < limit ? index : limit - 1;
    else if (mode == Mode::Wrap)
        index %= limit;
    else if (mode == Mode::Undefined)
        return CheckIndex(instruction, raw, limit) || !Checked();
    return index < limit;
}

template <Coalesce coalesce, GatherOOB oob, typename Dst, typename Global, typename Index>
inline void GatherGlobal(Dst& dst, Global& src, Index& index) {
    using D = typename Dst::DType;
    static_assert(std::is_integral_v<typename Index::DType>, "MGATHER: the indices must be integers");
    static_assert(sizeof(D) == sizeof(typename Global::DType), "MGATHER: both element types must have the same size");
    CheckTiles("MGATHER", dst);
    if constexpr (TileLike<Index>) CheckTiles("MGATHER", index);
    constexpr bool by_row = coalesce == Coalesce::Row;
    const unsigned rows = dst.GetValidRow(), cols = dst.GetValidCol();
    if constexpr (TileLike<Index>)
        if (!by_row) CheckInside("MGATHER", "the indices", index, 0, 0, rows, cols);
    const uint64_t limit = IndexLimit(src, coalesce);
    bool shared = false;
    if constexpr (TileLike<Index>) shared = Overlap(dst, index);
    RunOrdered(shared, [&](auto barrier) PTO_EMBEDDED_INLINED {
        for (size_t r = 0; r < rows; ++r) {
            uint64_t at = 0;
            bool found = by_row && PlaceIndex("MGATHER", IndexAt(index, r, 0, true), limit, oob, at);
            for (size_t c = 0; c < cols; ++c) {
                if (!by_row) found = PlaceIndex("MGATHER", IndexAt(index, r, c, false), limit, oob, at);
                D value = D(0);
                if (found) {
                    const auto* address = src.data() + (by_row ? at * src.GetStride(3) + c * src.GetStride(4) : at);
                    CheckGlobal(address, sizeof(D), pto_ninja::GlobalAccess::kRead, "MGATHER");
                    value = KeepBits<D>(*address);
                }
                dst.data()[ElementOffset<Dst>(r, c)] = value;
                barrier();
            }
        }
    });
}

template <ScatterAtomicOp op, typename D>
inline void ScatterElement(D* address, D value) {
    if constexpr (op == ScatterAtomicOp::Add)
        AtomicAdd(address, value);
    else if constexpr (op == ScatterAtomicOp::Max)
        *address = Max(*address, value);
    else if constexpr (op == ScatterAtomicOp::Min)
        *address = Min(*address, value);
    else
        *address = value;
}

template <Coalesce coalesce, ScatterAtomicOp op, ScatterOOB oob, typename Global, typename Src, typename Index>
inline void ScatterGlobal(Global& dst, Src& src, Index& index) {
    using D = typename Global::DType;
    static_assert(std::is_integral_v<typename Index::DType>, "MSCATTER: the indices must be integers");
    static_assert(std::is_same_v<typename Src::DType, D>,
                  "MSCATTER: source and destination must have one element type");
    CheckTiles("MSCATTER", src, index);
    constexpr bool by_row = coalesce == Coalesce::Row;
    const unsigned rows = src.GetValidRow(), cols = src.GetValidCol();
    if (!by_row) CheckInside("MSCATTER", "the indices", index, 0, 0, rows, cols);
    const uint64_t limit = IndexLimit(dst, coalesce);
    for (size_t r = 0; r < rows; ++r)
        for (size_t c = 0; c < cols; ++c) {
            uint64_t at = 0;
            if (!PlaceIndex("MSCATTER", IndexAt(index, r, c, by_row), limit, oob, at)) continue;
            D* address = dst.data() + (by_row ? at * dst.GetStride(3) + c * dst.GetStride(4) : at);
            CheckGlobal(address, sizeof(D), pto_ninja::GlobalAccess::kWrite, "MSCATTER");
            ScatterElement<op>(address, src.data()[ElementOffset<Src>(r, c)]);
        }
}

}  // namespace embedded

// A fourth operand is scratch memory of the device and without effect.
template <typename Dst, typename Global, typename Index, typename... Rest>
PTO_INST RecordEvent MGATHER(Dst& dst, Global& src, Index& index, Rest&&...) {
    embedded::GatherGlobal<Coalesce::Elem, GatherOOB::Undefined>(dst, src, index);
    return {};
}
template <Coalesce coalesce, GatherOOB oob = GatherOOB::Undefined, typename Dst, typename Global, typename Index,
          typename... Rest>
PTO_INST RecordEvent MGATHER(Dst& dst, Global& src, Index& index, Rest&&...) {
    embedded::GatherGlobal<coalesce, oob>(dst, src, index);
    return {};
}
template <GatherOOB oob, typename Dst, typename Global, typename Index, typename... Rest>
PTO_INST RecordEvent MGATHER(Dst& dst, Global& src, Index& index, Rest&&...) {
    embedded::GatherGlobal<Coalesce::Elem, oob>(dst, src, index);
    return {};
}

template <typename Global, typename Src, typename Index>
PTO_INST RecordEvent MSCATTER(Global& dst, Src& src, Index& index) {
    embedded::ScatterGlobal<Coalesce::Elem, ScatterAtomicOp::None, ScatterOOB::Undefined>(dst, src, index);
    return {};
}
template <Coalesce coalesce, ScatterAtomicOp op = ScatterAtomicOp::None, ScatterOOB oob = ScatterOOB::Undefined,
          ScatterConflict conflict = ScatterConflict::Default, typename Global, typename Src, typename Index>
PTO_INST RecordEvent MSCATTER(Global& dst, Src& src, Index& index) {
    embedded::ScatterGlobal<coalesce, op, oob>(dst, src, index);
    return {};
}
template <ScatterAtomicOp op, ScatterOOB oob = ScatterOOB::Undefined, typename Global, typename Src, typename Index>
PTO_INST RecordEvent MSCATTER(Global& dst, Src& src, Index& index) {
    embedded::ScatterGlobal<Coalesce::Elem, op, oob>(dst, src, index);
    return {};
}

}  // namespace pto
