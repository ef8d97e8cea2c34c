// Matrix products: TMATMUL, TGEMV and their forms with an accumulator or a bias.
//
// Each element is a sum over k in ascending order, each step one fused multiply-add in fp32 (one multiply and one add
// in int32); an accumulator or a bias is added at the end.
#pragma once

#include "elementwise.h"

namespace pto {

namespace embedded {

// True if every product of two such operands is exact in fp32, so that a multiplication and an addition give what a
// fused one gives and the loop vectorises. Half always is: 22 bits, exponents -48..30. Two bfloat16 values of ordinary
// size are.
template <typename T>
inline bool ProductsAreExact(float largest, float smallest) {
    if constexpr (std::is_same_v<T, half>)
        return true;
    else if constexpr (std::is_same_v<T, bfloat16_t>)
        return largest < 0x1p63f && smallest > 0x1p-50f;
    else
        return false;
}

struct Magnitudes {
    float largest = 0.0f, smallest = 1.0f;  // of the operands that are not zero
    void Take(float value) {
        const float magnitude = __builtin_fabsf(value);
        if (!(magnitude <= largest)) largest = magnitude;  // NaN and infinity count as large
        if (magnitude != 0.0f && magnitude < smallest) smallest = magnitude;
    }
};

// sums[j] += a * b[j]
template <bool exact, typename Sum>
inline void AddProducts(Sum* sums, Sum a, const Sum* b, size_t count) {
    if constexpr (std::is_integral_v<Sum> || exact) {
        MapLine(
            count, [a](Sum sum, Sum value) { return Add(sum, Multiply(a, value)); }, sums, sums, b);
    } else {
        MapLine(
            count, [a](Sum sum, Sum value) { return __builtin_fmaf(a, value, sum); }, sums, sums, b);
    }
}

// The operands widened to the accumulator's type, row by row.
template <typename Sum, typename T>
inline Sum* Widen(const T& tile, unsigned rows, unsigned cols, Magnitudes& magnitudes) {
    Sum* wide = static_cast<Sum*>(malloc(sizeof(Sum) * (size_t{rows} * cols + 1)));
    for (size_t r = 0; r < rows; ++r)
        for (size_t c = 0; c < cols; ++c) {
            wide[r * cols + c] = static_cast<Sum>(tile.data()[ElementOffset<T>(r, c)]);
            if constexpr (std::is_same_v<typename T::DType, bfloat16_t>) magnitudes.Take(wide[r * cols + c]);
        }
    return wide;
}

#if defined(__x86_64__)
#define PTO_EMBEDDED_FMA_CODE __attribute__((target("fma,avx2")))
inline bool HasFma() {
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
}
#else
#define PTO_EMBEDDED_FMA_CODE
inline bool HasFma() {
    return false;
}
#endif

// Without this the fused form is one library call per product, some fifty times slower.
PTO_EMBEDDED_FMA_CODE static inline void AddProductsFma(float* sums, float a, const float* b, size_t count) {
    size_t j = 0;
    for (; j + 16 <= count; j += 16) {
        PTO_EMBEDDED_INDEPENDENT_LOOP
        for (size_t i = 0; i < 16; ++i) sums[j + i] = __builtin_fmaf(a, b[j + i], sums[j + i]);
    }
    for (; j < count; ++j) sums[j] = __builtin_fmaf(a, b[j], sums[j]);
}

template <typename Acc, typename Left, typename Right>
inline void MultiplyTiles(const char* instruction, Acc& dst, const Acc* start, Left& left, Right& right) {
    using Sum = typename Acc::DType;
    using A = typename Left::DType;
    static_assert(std::is_same_v<A, typename Right::DType>, "matrix product: both operands must have one element type");
    static_assert(
        (std::is_same_v<A, int8_t> && std::is_same_v<Sum, int32_t>) ||
            (std::is_same_v<Sum, float> && (std::is_same_v<A, float> || kIsFloat16<A>)),
        "TMATMUL, TGEMV: int8 operands with an int32 result, or half, bfloat16, float operands with a float result");
    static_assert(Left::Loc == TileType::Left && Right::Loc == TileType::Right && Acc::Loc == TileType::Acc,
                  "TMATMUL, TGEMV: the operands must be Left and Right tiles, the result an Acc tile");
    static_assert(Left::Rows == Acc::Rows && Left::Cols == Right::Rows && Right::Cols == Acc::Cols,
                  "TMATMUL, TGEMV: the tiles must be m x k, k x n and m x n");
    CheckTiles(instruction, dst, left, right);
    const unsigned m = left.GetValidRow(), k = left.GetValidCol(), n = right.GetValidCol();
    CheckInside(instruction, "the right operand", right, 0, 0, k, n);
    CheckInside(instruction, "the result", dst, 0, 0, m, n);

    Magnitudes of_left, of_right;
    Sum* a = Widen<Sum>(left, m, k, of_left);
    Sum* b = Widen<Sum>(right, k, n, of_right);
    Sum* sums = static_cast<Sum*>(malloc(sizeof(Sum) * (size_t{n} + 1)));
    const bool exact =
        ProductsAreExact<A>(Max(of_left.largest, of_right.largest), Min(of_left.smallest, of_right.smallest));
    for (size_t i = 0; i < m; ++i) {
        for (size_t j = 0; j < n; ++j) sums[j] = Sum(0);
        for (size_t step = 0; step < k; ++step) {
            const Sum factor = a[i * k + step];
            const Sum* line = b + step * n;
            if (std::is_integral_v<Sum> || exact)
                AddProducts<true>(sums, factor, line, n);
            else if constexpr (std::is_same_v<Sum, float>) {
                if (HasFma())
                    AddProductsFma(sums, factor, line, n);
                else
                    AddProducts<false>(sums, factor, line, n);
            }
        }
        for (size_t j = 0; j < n; ++j) {
            const size_t at = ElementOffset<Acc>(i, j);
            dst.data()[at] = start != nullptr ? Add(start->data()[at], sums[j]) : sums[j];
        }
    }
    free(a);
    free(b);
    free(sums);
}

template <typename Acc, typename Left, typename Right, typename Bias>
inline void MultiplyWithBias(const char* instruction, Acc& dst, Left& left, Right& right, Bias& bias) {
    static_assert(std::is_same_v<typename Bias::DType, typename Acc::DType> && Bias::Rows == 1,
                  "TMATMUL_BIAS, TGEMV_BIAS: the bias must be one row of the result's element type");
    CheckTiles(instruction, bias);
    CheckInside(instruction, "the bias", bias, 0, 0, 1, dst.GetValidCol());
    MultiplyTiles(instruction, dst, static_cast<const Acc*>(nullptr), left, right);
    for (size_t r = 0; r < dst.GetValidRow(); ++r)
        for (size_t c = 0; c < dst.GetValidCol(); ++c) {
            auto& element = dst.data()[ElementOffset<Acc>(r, c)];
            element = Add(element, bias.data()[Bias::ColOffset(c)]);
        }
}

}  // namespace embedded

// The phase tells the device when a sum is complete; it is without effect.
#define PTO_EMBEDDED_MATMUL(NAME)                                                                      \
    template <AccPhase phase = AccPhase::Unspecified, embedded::TileLike Acc, embedded::TileLike Left, \
              embedded::TileLike Right, typename... Events>                                            \
    PTO_INST RecordEvent NAME(Acc& dst, Left& left, Right& right, Events&...) {                        \
        embedded::MultiplyTiles(#NAME, dst, static_cast<const Acc*>(nullptr), left, right);            \
        return {};                                                                                     \
    }                                                                                                  \
    template <AccPhase phase = AccPhase::Unspecified, embedded::TileLike Acc, embedded::TileLike Left, \
              embedded::TileLike Right>                                                                \
    PTO_INST RecordEvent NAME##_ACC(Acc& dst, Acc& start, Left& left, Right& right) {                  \
        embedded::CheckTiles(#NAME "_ACC", start);                                                     \
        embedded::MultiplyTiles(#NAME "_ACC", dst, &start, left, right);                               \
        return {};                                                                                     \
    }                                                                                                  \
    template <AccPhase phase = AccPhase::Unspecified, embedded::TileLike Acc, embedded::TileLike Left, \
              embedded::TileLike Right>                                                                \
    PTO_INST RecordEvent NAME##_ACC(Acc& dst, Left& left, Right& right) {                              \
        embedded::MultiplyTiles(#NAME "_ACC", dst, &dst, left, right);                                 \
        return {};                                                                                     \
    }                                                                                                  \
    template <AccPhase phase = AccPhase::Unspecified, embedded::TileLike Acc, embedded::TileLike Left, \
              embedded::TileLike Right, embedded::TileLike Bias>                                       \
    PTO_INST RecordEvent NAME##_BIAS(Acc& dst, Left& left, Right& right, Bias& bias) {                 \
        embedded::MultiplyWithBias(#NAME "_BIAS", dst, left, right, bias);                             \
        return {};                                                                                     \
    }
PTO_EMBEDDED_MATMUL(TMATMUL)
PTO_EMBEDDED_MATMUL(TGEMV)
#undef PTO_EMBEDDED_MATMUL

}  // namespace pto
