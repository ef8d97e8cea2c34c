// GlobalTensor: a five-dimensional view of global memory. Shape and stride are in elements; -1 in a template argument
// makes that dimension a value of the object.
#pragma once

#include "services.h"

namespace pto {

namespace embedded {

// The values of five dimensions. Static ones are fixed by `Dims`; a constructor takes either all five values (those of
// static dimensions are ignored) or just the dynamic ones in order.
template <int64_t... Dims>
struct FiveDims {
    static constexpr int64_t kStatic[5] = {Dims...};
    static constexpr int kDynamic = ((Dims == DYNAMIC) + ...);

    int64_t values[5];

    FiveDims() : values{(Dims == DYNAMIC ? 1 : Dims)...} {}
    template <Arithmetic... Ints>
    requires(sizeof...(Ints) >= 1 && sizeof...(Ints) <= 5) FiveDims(Ints... given) : FiveDims() {
        static_assert(sizeof...(Ints) == 5 || sizeof...(Ints) == kDynamic,
                      "Shape and Stride take five values or one for each dynamic dimension");
        const int64_t list[] = {static_cast<int64_t>(given)...};
        for (int dim = 0, next = 0; dim < 5; ++dim) {
            if (kStatic[dim] != DYNAMIC) continue;
            values[dim] = list[sizeof...(Ints) == 5 ? dim : next++];
        }
    }
};

}  // namespace embedded

template <int64_t N1 = DYNAMIC, int64_t N2 = DYNAMIC, int64_t N3 = DYNAMIC, int64_t N4 = DYNAMIC, int64_t N5 = DYNAMIC>
struct Shape : embedded::FiveDims<N1, N2, N3, N4, N5> {
    using embedded::FiveDims<N1, N2, N3, N4, N5>::FiveDims;
    static constexpr const int64_t* staticShape = embedded::FiveDims<N1, N2, N3, N4, N5>::kStatic;
};

template <int64_t N1 = DYNAMIC, int64_t N2 = DYNAMIC, int64_t N3 = DYNAMIC, int64_t N4 = DYNAMIC, int64_t N5 = DYNAMIC>
struct Stride : embedded::FiveDims<N1, N2, N3, N4, N5> {
    using embedded::FiveDims<N1, N2, N3, N4, N5>::FiveDims;
    static constexpr const int64_t* staticStride = embedded::FiveDims<N1, N2, N3, N4, N5>::kStatic;
};

template <typename Element_, typename Shape_, typename Stride_, Layout Layout_ = Layout::ND>
struct GlobalTensor {
    using Shape = Shape_;
    using Stride = Stride_;
    using DType = std::remove_cv_t<Element_>;
    using RawDType = DType;
    static constexpr Layout layout = Layout_;

    static_assert(embedded::kIsElement<DType>,
                  "GlobalTensor: elements of this type are not among the embedded instructions: set PTO_ISA_ROOT to a "
                  "PTO-ISA checkout (or SIMPLER_ROOT to the runtime) and run pto-ninja again");
    static_assert(
        Layout_ == Layout::ND || Layout_ == Layout::DN || Layout_ == Layout::NZ,
        "GlobalTensor: layouts other than ND, DN and NZ are not among the embedded instructions: set PTO_ISA_ROOT "
        "to a PTO-ISA checkout (or SIMPLER_ROOT to the runtime) and run pto-ninja again");

    GlobalTensor() = default;
    GlobalTensor(DType* data, const Shape& shape = Shape(), const Stride& stride = Stride())
        : data_(data), shape_(shape), stride_(stride) {}

    DType* data() const { return data_; }
    void SetAddr(DType* data) { data_ = data; }

    int64_t GetShape(int dim) const {
        return Shape::kStatic[dim] != DYNAMIC ? Shape::kStatic[dim] : shape_.values[dim];
    }
    int64_t GetStride(int dim) const {
        return Stride::kStatic[dim] != DYNAMIC ? Stride::kStatic[dim] : stride_.values[dim];
    }
    template <int dim>
    static constexpr int64_t GetShape() {
        static_assert(Shape::kStatic[dim] != DYNAMIC, "the shape of a dynamic dimension is a value of the object");
        return Shape::kStatic[dim];
    }
    template <int dim>
    static constexpr int64_t GetStride() {
        static_assert(Stride::kStatic[dim] != DYNAMIC, "the stride of a dynamic dimension is a value of the object");
        return Stride::kStatic[dim];
    }
    template <int... dims, typename... Ints>
    void SetShape(Ints... sizes) {
        static_assert(sizeof...(dims) == sizeof...(Ints) && ((Shape::kStatic[dims] == DYNAMIC) && ...));
        ((shape_.values[dims] = sizes), ...);
    }
    template <int... dims, typename... Ints>
    void SetStride(Ints... strides) {
        static_assert(sizeof...(dims) == sizeof...(Ints) && ((Stride::kStatic[dims] == DYNAMIC) && ...));
        ((stride_.values[dims] = strides), ...);
    }

  private:
    DType* data_ = nullptr;
    Shape shape_;
    Stride stride_;
};

template <typename T>
struct is_global : std::false_type {};
template <typename Element, typename S, typename T, Layout L>
struct is_global<GlobalTensor<Element, S, T, L>> : std::true_type {};
template <typename T>
inline constexpr bool is_global_data_v = is_global<T>::value;

namespace embedded {

constexpr int64_t DimOr(int64_t dim, int64_t value) {
    return dim == DYNAMIC ? DYNAMIC : value;
}
constexpr int64_t ProductOr(int64_t a, int64_t b) {
    return a == DYNAMIC || b == DYNAMIC ? DYNAMIC : a * b;
}

// The shape and the dense stride of a whole rows x cols matrix, by layout. NZ cuts it into columns of 32 bytes, each a
// column of boxes of 16 rows.
template <typename T, int64_t rows, int64_t cols, Layout layout>
struct MatrixView {
    using ShapeType = Shape<1, 1, 1, rows, cols>;
    static constexpr int64_t kAll = ProductOr(rows, cols);
    using StrideType =
        std::conditional_t<layout == Layout::ND, Stride<kAll, kAll, kAll, cols, 1>, Stride<kAll, kAll, kAll, 1, rows>>;
    static ShapeType MakeShape(int64_t r, int64_t c) { return {1, 1, 1, r, c}; }
    static StrideType MakeStride(int64_t r, int64_t c) {
        if constexpr (layout == Layout::ND)
            return {r * c, r * c, r * c, c, 1};
        else
            return {r * c, r * c, r * c, 1, r};
    }
};
template <typename T, int64_t rows, int64_t cols>
struct MatrixView<T, rows, cols, Layout::NZ> {
    static constexpr int64_t kBoxCols = 32 / sizeof(T), kBoxRows = 16;
    using ShapeType = Shape<1, DimOr(cols, cols / kBoxCols), DimOr(rows, rows / kBoxRows), kBoxRows, kBoxCols>;
    using StrideType = Stride<ProductOr(rows, cols), DimOr(rows, rows* kBoxCols), kBoxRows * kBoxCols, kBoxCols, 1>;
    static ShapeType MakeShape(int64_t r, int64_t c) { return {1, c / kBoxCols, r / kBoxRows, kBoxRows, kBoxCols}; }
    static StrideType MakeStride(int64_t r, int64_t c) {
        return {r * c, r * kBoxCols, kBoxRows * kBoxCols, kBoxCols, 1};
    }
};

}  // namespace embedded

template <typename T, int64_t rows = DYNAMIC, int64_t cols = DYNAMIC, Layout layout = Layout::ND>
struct TileShape2D : embedded::MatrixView<T, rows, cols, layout>::ShapeType {
    using View = embedded::MatrixView<T, rows, cols, layout>;
    using View::ShapeType::ShapeType;
    TileShape2D() = default;
    TileShape2D(int64_t r, int64_t c) : View::ShapeType(View::MakeShape(r, c)) {}
};

template <typename T, int64_t rows = DYNAMIC, int64_t cols = DYNAMIC, Layout layout = Layout::ND>
struct BaseShape2D : embedded::MatrixView<T, rows, cols, layout>::StrideType {
    using View = embedded::MatrixView<T, rows, cols, layout>;
    BaseShape2D() = default;
    BaseShape2D(int64_t r, int64_t c) : View::StrideType(View::MakeStride(r, c)) {}
};

}  // namespace pto
