// TASSIGN and the instructions that make a tile share the memory of another: TRESHAPE, TSUBVIEW.
#pragma once

#include "global_tensor.h"
#include "tile_layout.h"

namespace pto {

// Gives a tile its memory. `address` is an offset into the buffer of the tile's location, or a pointer from
// tile.data().
template <embedded::TileLike T, typename Address>
PTO_INST void TASSIGN(T& tile, Address address) {
    static_assert(std::is_integral_v<Address>, "TASSIGN: the address of a tile must be an integer");
    const embedded::Placement place =
        embedded::ResolveAddress(static_cast<uint64_t>(address), T::GetSizeInBytes(), embedded::BufferOf(T::Loc));
    tile.Place(reinterpret_cast<typename T::DType*>(place.data), place.room);
}
template <size_t address, embedded::TileLike T>
PTO_INST void TASSIGN(T& tile) {
    TASSIGN(tile, address);
}
template <typename Global>
requires is_global_data_v<Global> PTO_INST void TASSIGN(Global& tensor, typename Global::DType* address) {
    tensor.SetAddr(address);
}

// dst becomes another view of src's memory: same location, same number of bytes.
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TRESHAPE(Dst& dst, Src& src, Events&...) {
    static_assert(Dst::Loc == Src::Loc, "TRESHAPE: both tiles must be in the same memory");
    static_assert(Dst::GetSizeInBytes() == Src::GetSizeInBytes(), "TRESHAPE: both tiles must have the same size");
    static_assert(Dst::isBoxedLayout == Src::isBoxedLayout,
                  "TRESHAPE: cannot change between boxed and unboxed layouts");
    embedded::CheckTiles("TRESHAPE", src);
    dst.Place(reinterpret_cast<typename Dst::DType*>(src.data()), src.room());
    return {};
}

// dst becomes the part of src that starts at (row, col). Its elements keep the distances of dst's own layout.
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TSUBVIEW(Dst& dst, Src& src, uint16_t row, uint16_t col, Events&...) {
    static_assert(Dst::Loc == Src::Loc, "TSUBVIEW: both tiles must be in the same memory");
    embedded::CheckTiles("TSUBVIEW", src);
    embedded::CheckInside("TSUBVIEW", "src", src, row, col, dst.GetValidRow(), dst.GetValidCol());
    const size_t offset = size_t{row} * Src::RowStride + size_t{col} * Src::ColStride;
    dst.Place(src.data() + offset, src.room() - offset * sizeof(typename Src::DType));
    return {};
}

}  // namespace pto
