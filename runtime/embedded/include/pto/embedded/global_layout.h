// Where element (row, column) of a transfer lies in a GlobalTensor.
//
// As in a tile the offset is a row part plus a column part. With shape n0..n4 and stride s0..s4 (PTO-ISA,
// docs/coding/GlobalTensor.md):
//   ND  rows run through dimensions 0..3, the last one fastest; columns are dimension 4
//   DN  rows are dimension 3; columns run through 0, 1, 2, 4
//   NZ  rows run through 2, 3; columns through 0, 1, 4
#pragma once

#include "global_tensor.h"
#include "tile_layout.h"

namespace pto::embedded {

struct OffsetRange {
    int64_t first, last;
};

template <typename Global>
class GlobalIndex {
  public:
    explicit GlobalIndex(const Global& tensor) {
        for (int dim = 0; dim < 5; ++dim) {
            // An empty dimension has no elements; 1 keeps the divisions below defined until the range check fails.
            shape_[dim] = tensor.GetShape(dim) > 0 ? tensor.GetShape(dim) : 1;
            stride_[dim] = tensor.GetStride(dim);
        }
    }

    int64_t RowPart(uint64_t row) const {
        if constexpr (Global::layout == Layout::ND)
            return Outer(row / shape_[3], 2) + Step(row % shape_[3], 3);
        else if constexpr (Global::layout == Layout::DN)
            return Step(row, 3);
        else
            return Step(row / shape_[3], 2) + Step(row % shape_[3], 3);
    }
    int64_t ColPart(uint64_t col) const {
        if constexpr (Global::layout == Layout::ND)
            return Step(col, 4);
        else if constexpr (Global::layout == Layout::DN)
            return Outer(col / shape_[4], 2) + Step(col % shape_[4], 4);
        else
            return Step(col / shape_[4] / shape_[1], 0) + Step(col / shape_[4] % shape_[1], 1) +
                   Step(col % shape_[4], 4);
    }
    // Columns of one row are consecutive in memory.
    bool DenseColumns() const { return Global::layout == Layout::ND && stride_[4] == 1; }

    // First and last element touched by a transfer of rows x cols, both at least 1.
    OffsetRange Touched(unsigned rows, unsigned cols) const {
        OffsetRange range = {RowPart(0), RowPart(0)}, columns = {ColPart(0), ColPart(0)};
        for (unsigned r = 1; r < rows; ++r) Extend(range, RowPart(r));
        for (unsigned c = 1; c < cols; ++c) Extend(columns, ColPart(c));
        return {range.first + columns.first, range.last + columns.last};
    }

  private:
    int64_t Step(uint64_t index, int dim) const { return static_cast<int64_t>(index) * stride_[dim]; }
    // `index` counts through dimensions `dim`, dim - 1, ..., 0; the outermost takes what is left.
    int64_t Outer(uint64_t index, int dim) const {
        if (dim == 0) return Step(index, 0);
        return Step(index % shape_[dim], dim) + Outer(index / shape_[dim], dim - 1);
    }
    static void Extend(OffsetRange& range, int64_t offset) {
        if (offset < range.first) range.first = offset;
        if (offset > range.last) range.last = offset;
    }

    uint64_t shape_[5];
    int64_t stride_[5];
};

template <typename Global>
inline void CheckTransfer(const Global& tensor, const GlobalIndex<Global>& index, unsigned rows, unsigned cols,
                          pto_ninja::GlobalAccess access, const char* instruction) {
    if (!Checked() || rows == 0 || cols == 0) return;
    const OffsetRange range = index.Touched(rows, cols);
    const uint64_t elements = static_cast<uint64_t>(range.last - range.first) + 1;
    CheckGlobal(tensor.data() + range.first, elements * sizeof(typename Global::DType), access, instruction);
}

}  // namespace pto::embedded
