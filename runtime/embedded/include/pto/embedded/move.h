// Copies between tiles, whatever their memories, layouts and element types: TMOV, TEXTRACT, TINSERT.
#pragma once

#include "convert.h"
#include "overlap.h"
#include "quantize.h"

namespace pto {

namespace embedded {

struct Position {
    uint64_t row, col;
};

// An element is written over one that is to be copied elsewhere.
template <typename Dst, typename Src>
inline bool CopyCrosses(const Dst& dst, Position to, const Src& src, Position from, unsigned rows, unsigned cols) {
    if (SamePlaces(dst, src) && to.row == from.row && to.col == from.col) return false;
    return Overlap(RegionOf(dst, rows, cols, to.row, to.col), RegionOf(src, rows, cols, from.row, from.col));
}

// dst(to + (r, c)) = convert(src(from + (r, c)), r, c)
template <typename Dst, typename Src, typename Convert>
inline void CopyElements(const char* instruction, Dst& dst, Position to, Src& src, Position from, unsigned rows,
                         unsigned cols, Convert convert) {
    CheckTiles(instruction, dst, src);
    CheckInside(instruction, "dst", dst, to.row, to.col, rows, cols);
    CheckInside(instruction, "src", src, from.row, from.col, rows, cols);
    if (CopyCrosses(dst, to, src, from, rows, cols)) [[unlikely]] {
        InOrder<Order::kColumns, Dst>(rows, cols, [&](size_t r, size_t c) {
            dst.data()[ElementOffset<Dst>(to.row + r, to.col + c)] =
                convert(src.data()[ElementOffset<Src>(from.row + r, from.col + c)], r, c);
        });
        return;
    }
    for (size_t r = 0; r < rows; ++r) {
        auto* target = dst.data() + Dst::RowOffset(to.row + r);
        const auto* source = src.data() + Src::RowOffset(from.row + r);
        for (size_t c = 0; c < cols; ++c)
            target[Dst::ColOffset(to.col + c)] = convert(source[Src::ColOffset(from.col + c)], r, c);
    }
}

// Conversion without a scale. ReLU of TMOV looks at the converted value and keeps NaN and -0; that of the others looks
// at the source and turns both into 0.
template <typename D, typename S, ReluPreMode relu>
struct PlainConvert {
    D operator()(S value, size_t, size_t) const {
        if constexpr (relu == ReluPreMode::NormalRelu) value = Relu(value);
        return CastElement<D>(value);
    }
};
template <typename D, typename S, ReluPreMode relu>
struct MoveConvert {
    D operator()(S value, size_t, size_t) const {
        const D result = CastElement<D>(value);
        return relu == ReluPreMode::NormalRelu && result < D(0) ? D(0) : result;
    }
};

template <typename D, typename S, ReluPreMode relu, bool vector_form, typename Scale>
inline auto QuantizedConvert(Scale scale) {
    if constexpr (vector_form ? kVectorQuant<D, S> : kScalarQuant<D, S>)
        return [scale](S value, size_t r, size_t c) {
            return Quantize<D>(value, scale(r, c), vector_form, relu == ReluPreMode::NormalRelu);
        };
    else
        return PlainConvert<D, S, relu>();
}

// Which scale belongs to an element: that of its column in a row-major source, of its row in others.
template <typename Src, typename Scales>
inline auto ScaleLookup(const char* instruction, Scales& scales, unsigned rows, unsigned cols) {
    CheckTiles(instruction, scales);
    CheckInside(instruction, "the scales", scales, 0, 0, 1, Src::isRowMajor ? cols : rows);
    return [&scales](size_t r, size_t c) {
        return static_cast<uint64_t>(scales.data()[ElementOffset<Scales>(0, Src::isRowMajor ? c : r)]);
    };
}

template <ReluPreMode relu, typename Dst, typename Src>
inline void Move(Dst& dst, Src& src, const char* instruction = "TMOV") {
    using D = typename Dst::DType;
    const unsigned rows = src.GetValidRow(), cols = src.GetValidCol();
    if constexpr (relu == ReluPreMode::NormalRelu) {
        if (CopyCrosses(dst, {0, 0}, src, {0, 0}, rows, cols)) [[unlikely]] {
            Move<ReluPreMode::NoRelu>(dst, src, instruction);
            InOrder<Order::kRows, Dst>(rows, cols, [&](size_t r, size_t c) {
                D& element = dst.data()[ElementOffset<Dst>(r, c)];
                if (element < D(0)) element = D(0);
            });
            return;
        }
    }
    CopyElements(instruction, dst, {0, 0}, src, {0, 0}, rows, cols, MoveConvert<D, typename Src::DType, relu>());
}

}  // namespace embedded

// TMOV(dst, src[, scale or scales or scratch tile]): the valid part of src. The simulator ignores the third operand, so
// it is without effect here too; so are the phase and the mode.
template <embedded::TileLike Dst, embedded::TileLike Src, typename... Rest>
PTO_INST RecordEvent TMOV(Dst& dst, Src& src, Rest&&...) {
    embedded::Move<ReluPreMode::NoRelu>(dst, src);
    return {};
}
template <typename Dst, typename Src, ReluPreMode relu, typename... Rest>
PTO_INST RecordEvent TMOV(Dst& dst, Src& src, Rest&&...) {
    embedded::Move<relu>(dst, src);
    return {};
}
template <typename Dst, typename Src, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu, typename... Rest>
PTO_INST RecordEvent TMOV(Dst& dst, Src& src, Rest&&...) {
    embedded::Move<relu>(dst, src);
    return {};
}
template <typename Dst, typename Src, typename Scales, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu>
PTO_INST RecordEvent TMOV(Dst& dst, Src& src, Scales&) {
    embedded::Move<relu>(dst, src);
    return {};
}
template <STPhase phase, typename Dst, typename Src, typename... Rest>
PTO_INST RecordEvent TMOV(Dst& dst, Src& src, Rest&&...) {
    embedded::Move<ReluPreMode::NoRelu>(dst, src);
    return {};
}
template <STPhase phase, typename Dst, typename Src, ReluPreMode relu, typename... Rest>
PTO_INST RecordEvent TMOV(Dst& dst, Src& src, Rest&&...) {
    embedded::Move<relu>(dst, src);
    return {};
}
template <typename Dst, typename Src, typename Scales, ReluPreMode relu = ReluPreMode::NoRelu>
PTO_INST RecordEvent TMOV_FP(Dst& dst, Src& src, Scales&) {
    embedded::Move<relu>(dst, src);
    return {};
}

// TEXTRACT: dst = the part of src that starts at (row, col). TINSERT: src becomes the part of dst that starts there.
#define PTO_EMBEDDED_PART_COPY(NAME, SHAPE, TO, FROM)                                                           \
    template <embedded::TileLike Dst, embedded::TileLike Src, typename... Events>                               \
    PTO_INST RecordEvent NAME(Dst& dst, Src& src, uint16_t row = 0, uint16_t col = 0, Events & ...) {           \
        using Convert = embedded::PlainConvert<typename Dst::DType, typename Src::DType, ReluPreMode::NoRelu>;  \
        const unsigned rows = SHAPE.GetValidRow(), cols = SHAPE.GetValidCol();                                  \
        embedded::CopyElements(#NAME, dst, TO, src, FROM, rows, cols, Convert());                               \
        return {};                                                                                              \
    }                                                                                                           \
    template <typename Dst, typename Src, ReluPreMode relu>                                                     \
    PTO_INST RecordEvent NAME(Dst& dst, Src& src, uint16_t row, uint16_t col) {                                 \
        using Convert = embedded::PlainConvert<typename Dst::DType, typename Src::DType, relu>;                 \
        const unsigned rows = SHAPE.GetValidRow(), cols = SHAPE.GetValidCol();                                  \
        embedded::CopyElements(#NAME, dst, TO, src, FROM, rows, cols, Convert());                               \
        return {};                                                                                              \
    }                                                                                                           \
    template <typename Dst, typename Src, AccToVecMode mode, ReluPreMode relu = ReluPreMode::NoRelu>            \
    PTO_INST RecordEvent NAME(Dst& dst, Src& src, uint16_t row, uint16_t col) {                                 \
        return NAME<Dst, Src, relu>(dst, src, row, col);                                                        \
    }                                                                                                           \
    template <typename Dst, typename Src, ReluPreMode relu = ReluPreMode::NoRelu>                               \
    PTO_INST RecordEvent NAME(Dst& dst, Src& src, uint64_t scale, uint16_t row, uint16_t col) {                 \
        const unsigned rows = SHAPE.GetValidRow(), cols = SHAPE.GetValidCol();                                  \
        const auto convert = embedded::QuantizedConvert<typename Dst::DType, typename Src::DType, relu, false>( \
            [scale](size_t, size_t) { return scale; });                                                         \
        embedded::CopyElements(#NAME, dst, TO, src, FROM, rows, cols, convert);                                 \
        return {};                                                                                              \
    }                                                                                                           \
    template <typename Dst, typename Src, typename Scales, ReluPreMode relu = ReluPreMode::NoRelu>              \
    PTO_INST RecordEvent NAME##_FP(Dst& dst, Src& src, Scales& scales, uint16_t row, uint16_t col) {            \
        const unsigned rows = SHAPE.GetValidRow(), cols = SHAPE.GetValidCol();                                  \
        const auto convert = embedded::QuantizedConvert<typename Dst::DType, typename Src::DType, relu, true>(  \
            embedded::ScaleLookup<Src>(#NAME "_FP", scales, rows, cols));                                       \
        embedded::CopyElements(#NAME "_FP", dst, TO, src, FROM, rows, cols, convert);                           \
        return {};                                                                                              \
    }
#define PTO_EMBEDDED_ORIGIN \
    embedded::Position {    \
        0, 0                \
    }
#define PTO_EMBEDDED_AT  \
    embedded::Position { \
        row, col         \
    }
PTO_EMBEDDED_PART_COPY(TEXTRACT, dst, PTO_EMBEDDED_ORIGIN, PTO_EMBEDDED_AT)
PTO_EMBEDDED_PART_COPY(TINSERT, src, PTO_EMBEDDED_AT, PTO_EMBEDDED_ORIGIN)
#undef PTO_EMBEDDED_PART_COPY
#undef PTO_EMBEDDED_ORIGIN
#undef PTO_EMBEDDED_AT

}  // namespace pto
