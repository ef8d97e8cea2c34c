// Where element (row, column) of a tile lies.
//
// The offset is always the sum of a part that depends on the row and one that depends on the column, so loops compute
// each part once; Tile::RowOffset and Tile::ColOffset are these formulas. Without boxes: row * Cols + column, or column
// * Rows + row. With boxes of R x C elements (PTO-ISA, docs/coding/Tile.md and docs/isa/cube/nz-fractal-layout.md; the
// letters are outer order, inner order; Z is row by row, N column by column):
//   Nz  (column / C) * Rows * C + (row / R) * R*C + (row % R) * C + column % C       matrix operands, accumulators
//   Zn  (row / R) * Cols * R + (column / C) * R*C + (column % C) * R + row % R       right operands
//   Zz  (row / R) * Cols * R + (column / C) * R*C + (row % R) * C + column % C       left operands of a2a3
//   Nn  (column / C) * Rows * C + (row / R) * R*C + (column % C) * R + row % R
#pragma once

#include "tile.h"

namespace pto::embedded {

template <typename T>
constexpr size_t ElementOffset(size_t row, size_t col) {
    return T::RowOffset(row) + T::ColOffset(col);
}

// Row-major or column-major without boxes: lines of consecutive elements.
template <typename... Ts>
inline constexpr bool kPlainRowMajor = ((!Ts::isBoxedLayout && Ts::isRowMajor) && ...);
template <typename... Ts>
inline constexpr bool kPlainColMajor = ((!Ts::isBoxedLayout && !Ts::isRowMajor) && ...);

}  // namespace pto::embedded
