// Tile: a rectangle of elements in one of the memories of a core, and how its elements are ordered there.
#pragma once

#include "services.h"

namespace pto {

namespace TileConfig {
constexpr int alignedSize = 32;     // bytes; a row (or column) of an unboxed tile is a multiple of it
constexpr int fixedRowSize = 16;    // rows of a row-major box
constexpr int fixedColSize = 16;    // columns of a column-major box
constexpr int fractalABSize = 512;  // bytes of a box of a matrix operand
constexpr int fractalCSize = 1024;  // bytes of a box of an fp32 accumulator
constexpr int fractalMxSize = 32;
}  // namespace TileConfig

namespace embedded {

constexpr uint32_t BufferOf(TileType type) {
    switch (type) {
        case TileType::Mat:
            return static_cast<uint32_t>(LocalBuffer::kMat);
        case TileType::Left:
            return static_cast<uint32_t>(LocalBuffer::kLeft);
        case TileType::Right:
            return static_cast<uint32_t>(LocalBuffer::kRight);
        case TileType::Acc:
            return static_cast<uint32_t>(LocalBuffer::kAcc);
        case TileType::Bias:
            return static_cast<uint32_t>(LocalBuffer::kBias);
        case TileType::Scaling:
            return static_cast<uint32_t>(LocalBuffer::kScaling);
        default:
            return static_cast<uint32_t>(LocalBuffer::kVec);
    }
}

}  // namespace embedded

// Rows_ x Cols_ elements are reserved, RowValid_ x ColValid_ of them carry data; -1 makes that a value of the object.
// BFractal_ orders the boxes (or, without boxes, the elements), SFractal_ the elements inside a box.
template <TileType Loc_, typename Element_, const int Rows_, const int Cols_,
          const BLayout BFractal_ = BLayout::RowMajor, const int RowValid_ = Rows_, const int ColValid_ = Cols_,
          const SLayout SFractal_ = SLayout::NoneBox, const int SFractalSize_ = TileConfig::fractalABSize,
          const PadValue PadVal_ = PadValue::Null, const CompactMode Compact_ = CompactMode::Null>
struct Tile {
    static_assert(embedded::kIsElement<Element_>,
                  "Tile: elements of this type are not among the embedded instructions: set PTO_ISA_ROOT to a PTO-ISA "
                  "checkout (or SIMPLER_ROOT to the runtime) and run pto-ninja again");
    static_assert(
        SFractalSize_ != TileConfig::fractalMxSize,
        "Tile: MX scale tiles are not among the embedded instructions: set PTO_ISA_ROOT to a PTO-ISA checkout "
        "(or SIMPLER_ROOT to the runtime) and run pto-ninja again");
    static_assert(Rows_ > 0 && Cols_ > 0 && RowValid_ <= Rows_ && ColValid_ <= Cols_ && RowValid_ >= -1 &&
                      ColValid_ >= -1,
                  "Tile: the valid shape must fit into rows x columns");

    using DType = Element_;
    using TileDType = DType*;

    static constexpr TileType Loc = Loc_;
    static constexpr int Rows = Rows_, Cols = Cols_, Numel = Rows_ * Cols_;
    static constexpr int ValidRow = RowValid_, ValidCol = ColValid_;
    static constexpr BLayout BFractal = BFractal_;
    static constexpr SLayout SFractal = SFractal_;
    static constexpr int SFractalSize = SFractalSize_;
    static constexpr PadValue PadVal = PadVal_;
    static constexpr CompactMode Compact = Compact_;
    static constexpr bool isRowMajor = BFractal_ == BLayout::RowMajor;
    static constexpr bool isBoxedLayout = SFractal_ != SLayout::NoneBox;
    static constexpr bool isInnerRowMajor = SFractal_ == SLayout::RowMajor;
    static constexpr bool isInnerColMajor = SFractal_ == SLayout::ColMajor;
    static constexpr int RowStride = isRowMajor ? Cols_ : 1;
    static constexpr int ColStride = isRowMajor ? 1 : Rows_;

    // A box is 16 lines of 32 bytes, or 16 x 16 elements in an accumulator.
    static constexpr int kLineElements = static_cast<int>(TileConfig::alignedSize / sizeof(DType));
    static constexpr bool kSquareBox = SFractalSize_ == TileConfig::fractalCSize;
    static constexpr int InnerRows = kSquareBox        ? 16
                                     : !isBoxedLayout  ? 1
                                     : isInnerRowMajor ? TileConfig::fixedRowSize
                                                       : kLineElements;
    static constexpr int InnerCols = kSquareBox        ? 16
                                     : !isBoxedLayout  ? 1
                                     : isInnerRowMajor ? kLineElements
                                                       : TileConfig::fixedColSize;
    static constexpr int InnerNumel = InnerRows * InnerCols;

    static_assert(isBoxedLayout || (isRowMajor ? Cols_ : Rows_) * sizeof(DType) % TileConfig::alignedSize == 0,
                  "Tile: a row of a row-major tile (a column of a column-major one) must be a multiple of 32 bytes");
    static_assert(!isBoxedLayout || Loc_ == TileType::Vec || Rows_ == 1 || Rows_ % InnerRows == 0,
                  "Tile: the rows must be a multiple of those of a box");
    static_assert(!isBoxedLayout || Cols_ % InnerCols == 0, "Tile: the columns must be a multiple of those of a box");

    Tile() = default;
    explicit Tile(unsigned valid) requires((RowValid_ == DYNAMIC) != (ColValid_ == DYNAMIC)) {
        (RowValid_ == DYNAMIC ? RowMaskInternal : ColMaskInternal) = valid;
    }
    Tile(unsigned valid_rows, unsigned valid_cols) requires(RowValid_ == DYNAMIC && ColValid_ == DYNAMIC)
        : RowMaskInternal(valid_rows), ColMaskInternal(valid_cols) {}

    TileDType& data() { return data_; }
    const TileDType& data() const { return data_; }

    // `room`: bytes from `data` to the end of the memory it lies in.
    void Place(DType* data, uint64_t room) {
        data_ = data;
        room_ = room;
    }
    uint64_t room() const { return room_; }

    unsigned GetValidRow() const { return RowValid_ == DYNAMIC ? RowMaskInternal : static_cast<unsigned>(RowValid_); }
    unsigned GetValidCol() const { return ColValid_ == DYNAMIC ? ColMaskInternal : static_cast<unsigned>(ColValid_); }
    void SetValidRow(unsigned rows) requires(RowValid_ == DYNAMIC) { RowMaskInternal = rows; }
    void SetValidCol(unsigned cols) requires(ColValid_ == DYNAMIC) { ColMaskInternal = cols; }
    void SetValidShape(unsigned rows, unsigned cols) requires(RowValid_ == DYNAMIC && ColValid_ == DYNAMIC) {
        RowMaskInternal = rows;
        ColMaskInternal = cols;
    }

    // One element by its place in memory, not by row and column.
    DType GetValue(uint32_t offset) const {
        CheckOffset("GetValue", offset);
        return data_[offset];
    }
    void SetValue(uint32_t offset, DType value) {
        CheckOffset("SetValue", offset);
        data_[offset] = value;
    }

    static constexpr size_t GetSizeInBytes() { return Numel * sizeof(DType); }

    // Offset of an element: a part that depends on the row plus one that depends on the column (tile_layout.h).
    static constexpr size_t RowOffset(size_t row) {
        if constexpr (!isBoxedLayout) return row * RowStride;
        const size_t box = row / InnerRows * (isRowMajor ? Cols * InnerRows : InnerNumel);
        return box + row % InnerRows * (isInnerRowMajor ? InnerCols : 1);
    }
    static constexpr size_t ColOffset(size_t col) {
        if constexpr (!isBoxedLayout) return col * ColStride;
        const size_t box = col / InnerCols * (isRowMajor ? InnerNumel : Rows * InnerCols);
        return box + col % InnerCols * (isInnerRowMajor ? 1 : InnerRows);
    }
    // Bytes from the start of the tile to the end of its first rows x cols elements; both offsets only grow.
    static constexpr size_t BytesUpTo(unsigned rows, unsigned cols) {
        if (rows == 0 || cols == 0) return 0;
        return (RowOffset(rows - 1) + ColOffset(cols - 1) + 1) * sizeof(DType);
    }
    bool GetKAligned() const { return k_aligned_; }
    void SetKAligned(bool aligned) { k_aligned_ = aligned; }

    unsigned RowMaskInternal = 0;
    unsigned ColMaskInternal = 0;

  private:
    void CheckOffset(const char* instruction, uint32_t offset) const {
        embedded::CheckTiles(instruction, *this);
        if (embedded::Checked() && offset >= static_cast<uint32_t>(Numel))
            embedded::Fail("%s: offset %u is past the %d elements of the tile", instruction, offset, Numel);
    }

    TileDType data_ = nullptr;
    uint64_t room_ = 0;
    bool k_aligned_ = false;
};

template <typename Element, int Rows, int Cols, int RowValid = Rows, int ColValid = Cols>
using TileLeft = Tile<TileType::Left, Element, Rows, Cols, BLayout::ColMajor, RowValid, ColValid, SLayout::RowMajor>;
template <typename Element, int Rows, int Cols, int RowValid = Rows, int ColValid = Cols>
using TileRight = Tile<TileType::Right, Element, Rows, Cols, BLayout::RowMajor, RowValid, ColValid, SLayout::ColMajor>;
template <typename Element, int Rows, int Cols, int RowValid = Rows, int ColValid = Cols>
using TileAcc = Tile<TileType::Acc, Element, Rows, Cols, BLayout::ColMajor, RowValid, ColValid, SLayout::RowMajor,
                     TileConfig::fractalCSize>;

template <typename T>
struct is_tile : std::false_type {};
template <TileType Loc, typename Element, int Rows, int Cols, BLayout B, int RowValid, int ColValid, SLayout S,
          int Size, PadValue Pad, CompactMode Compact>
struct is_tile<Tile<Loc, Element, Rows, Cols, B, RowValid, ColValid, S, Size, Pad, Compact>> : std::true_type {};
template <typename T>
inline constexpr bool is_tile_data_v = is_tile<T>::value;

namespace embedded {

template <typename T>
concept TileLike = is_tile_data_v<std::remove_cvref_t<T>>;

}  // namespace embedded

}  // namespace pto
