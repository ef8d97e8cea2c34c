// Instructions that compute each element from the elements at the same place of one or two other tiles.
//
// What an operation does to NaN, to -0 and to overflow is what the C++ expression below does: std::max(a, b) is
// (a < b) ? b : a, and so on.
#pragma once

#include "loops.h"
#include "overlap.h"

namespace pto {

namespace embedded {

template <typename T>
constexpr T Max(T a, T b) {
    return a < b ? b : a;
}
template <typename T>
constexpr T Min(T a, T b) {
    return b < a ? b : a;
}

// Integer results wrap around, so integers are computed unsigned and at least 32 bits wide; floats in their own type.
template <typename T, bool integer = std::is_integral_v<T>>
struct WrappingType {
    using Type = T;
};
template <typename T>
struct WrappingType<T, true> {
    using Type = std::make_unsigned_t<decltype(T() + T())>;
};
template <typename T>
using Wrapping = typename WrappingType<T>::Type;

template <typename T>
constexpr T Add(T a, T b) {
    return static_cast<T>(Wrapping<T>(a) + Wrapping<T>(b));
}
template <typename T>
constexpr T Subtract(T a, T b) {
    return static_cast<T>(Wrapping<T>(a) - Wrapping<T>(b));
}
template <typename T>
constexpr T Multiply(T a, T b) {
    return static_cast<T>(Wrapping<T>(a) * Wrapping<T>(b));
}
template <typename T>
constexpr T Negate(T a) {
    if constexpr (std::is_integral_v<T>)
        return Subtract(T(0), a);
    else
        return -a;
}
// Only the low bits of the count matter, as in the processor's shift.
template <typename T>
constexpr T ShiftLeft(T a, T b) {
    return static_cast<T>(a << (b & T(sizeof(a << b) * 8 - 1)));
}
template <typename T>
constexpr T ShiftRight(T a, T b) {
    return static_cast<T>(a >> (b & T(sizeof(a >> b) * 8 - 1)));
}

// exp, log, sqrt and 1/sqrt go through double as the simulator's do, except half's exp, which it takes in float.
template <typename T>
inline T Exp(T value) {
    if constexpr (std::is_same_v<T, half>)
        return T(__builtin_expf(static_cast<float>(value)));
    else
        return static_cast<T>(__builtin_exp(static_cast<double>(value)));
}
template <typename T>
inline T Log(T value) {
    return static_cast<T>(__builtin_log(static_cast<double>(value)));
}
template <typename T>
inline T Sqrt(T value) {
    return static_cast<T>(__builtin_sqrt(static_cast<double>(value)));
}
template <typename T>
inline T ReciprocalSqrt(T value) {
    return static_cast<T>(1.0 / __builtin_sqrt(static_cast<double>(value)));
}

[[gnu::cold, gnu::noinline]] static inline void FailDivision(const char* instruction) {
    if (Checked()) Fail("%s: integer division by zero", instruction);
}

template <typename T>
inline T Divide(const char* instruction, T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        if (b == T(0)) {
            FailDivision(instruction);
            return T(0);
        }
        if (std::is_signed_v<T> && b == T(-1)) return Negate(a);  // the processor traps on the smallest value
    }
    return static_cast<T>(a / b);
}
// Remainder with the sign of the dividend.
template <typename T>
inline T FloatMod(const char* instruction, T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        if (b == T(0)) {
            FailDivision(instruction);
            return T(0);
        }
        if (std::is_signed_v<T> && b == T(-1)) return T(0);
        return static_cast<T>(a % b);
    } else {
        return static_cast<T>(__builtin_fmod(static_cast<double>(a), static_cast<double>(b)));
    }
}
// Remainder with the sign of the divisor, a number.
template <typename T>
inline T Remainder(const char* instruction, T a, T b) {
    const T result = FloatMod(instruction, a, b);
    return (a >= T(0)) != (b >= T(0)) && result != T(0) ? static_cast<T>(result + b) : result;
}

template <typename... Ts>
inline constexpr bool kSameElement = true;
template <typename First, typename... Rest>
inline constexpr bool kSameElement<First, Rest...> = (std::is_same_v<typename First::DType, typename Rest::DType> &&
                                                      ...);

// `order` counts where operands share memory.
template <Order order = Order::kAlongDst, typename Function, typename Dst, typename... Srcs>
inline void Elementwise(const char* instruction, Function function, Dst& dst, Srcs&... srcs) {
    CheckTiles(instruction, dst, srcs...);
    const unsigned rows = dst.GetValidRow(), cols = dst.GetValidCol();
    (CheckInside(instruction, "a source", srcs, 0, 0, rows, cols), ...);
    if ((Crosses(dst, srcs, rows, cols) || ...)) [[unlikely]] {
        InOrder<order, Dst>(rows, cols, [&](size_t r, size_t c) {
            dst.data()[ElementOffset<Dst>(r, c)] = function(srcs.data()[ElementOffset<Srcs>(r, c)]...);
        });
        return;
    }
    MapElements(rows, cols, function, dst, srcs...);
}

// PTO-ISA writes the remainder before it looks at the signs of both operands, and adds the divisor that it finds then:
// a result that lies over its divisor keeps the sign of the dividend.
template <typename Dst, typename Src0, typename Src1>
inline void RemainderOfTiles(Dst& dst, Src0& src0, Src1& src1) {
    using T = typename Dst::DType;
    CheckTiles("TREM", dst, src0, src1);
    const unsigned rows = dst.GetValidRow(), cols = dst.GetValidCol();
    CheckInside("TREM", "a source", src0, 0, 0, rows, cols);
    CheckInside("TREM", "a source", src1, 0, 0, rows, cols);
    InOrder<Order::kAlongDst, Dst>(
        rows, cols, [results = dst.data(), dividends = src0.data(), divisors = src1.data()](size_t r, size_t c) {
            T& result = results[ElementOffset<Dst>(r, c)];
            const T& a = dividends[ElementOffset<Src0>(r, c)];
            const T& b = divisors[ElementOffset<Src1>(r, c)];
            result = FloatMod("TREM", a, b);
            if ((a >= T(0)) != (b >= T(0)) && result != T(0)) result = static_cast<T>(result + b);
        });
}

}  // namespace embedded

// NAME(dst, a[, b]) for every type that TYPES accepts. Anything after the operands (scratch tiles, events) is without
// effect; so is the precision, which may be the first template argument.
#define PTO_EMBEDDED_UNARY(NAME, ORDER, TYPES, EXPRESSION)                                                            \
    template <auto precision = 0, embedded::TileLike Dst, embedded::TileLike Src, typename... Rest>                   \
    PTO_INST RecordEvent NAME(Dst& dst, Src& src, Rest&&...) {                                                        \
        using T = typename Dst::DType;                                                                                \
        static_assert(embedded::kSameElement<Dst, Src>, #NAME ": source and destination must have one element type"); \
        static_assert(TYPES, #NAME ": this element type is not supported");                                           \
        embedded::Elementwise<embedded::Order::ORDER>(                                                                \
            #NAME, [](T a) -> T { return static_cast<T>(EXPRESSION); }, dst, src);                                    \
        return {};                                                                                                    \
    }
#define PTO_EMBEDDED_BINARY(NAME, ORDER, TYPES, EXPRESSION)                                                     \
    template <auto precision = 0, embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1,     \
              typename... Rest>                                                                                 \
    PTO_INST RecordEvent NAME(Dst& dst, Src0& src0, Src1& src1, Rest&&...) {                                    \
        using T = typename Dst::DType;                                                                          \
        static_assert(embedded::kSameElement<Dst, Src0, Src1>, #NAME ": all tiles must have one element type"); \
        static_assert(TYPES, #NAME ": this element type is not supported");                                     \
        embedded::Elementwise<embedded::Order::ORDER>(                                                          \
            #NAME, [](T a, T b) -> T { return static_cast<T>(EXPRESSION); }, dst, src0, src1);                  \
        return {};                                                                                              \
    }

PTO_EMBEDDED_BINARY(TADD, kAlongDst, true, embedded::Add(a, b))
PTO_EMBEDDED_BINARY(TSUB, kRows, true, embedded::Subtract(a, b))
PTO_EMBEDDED_BINARY(TMUL, kRows, true, embedded::Multiply(a, b))
PTO_EMBEDDED_BINARY(TDIV, kRows, true, embedded::Divide("TDIV", a, b))
PTO_EMBEDDED_BINARY(TMAX, kRows, true, embedded::Max(a, b))
PTO_EMBEDDED_BINARY(TMIN, kAlongDst, true, embedded::Min(a, b))
PTO_EMBEDDED_BINARY(TFMOD, kAlongDst, true, embedded::FloatMod("TFMOD", a, b))
PTO_EMBEDDED_BINARY(TPRELU, kAlongDst, true, a > T(0) ? a : embedded::Multiply(a, b))
PTO_EMBEDDED_BINARY(TAND, kAlongDst, std::is_integral_v<T>, a& b)
PTO_EMBEDDED_BINARY(TOR, kAlongDst, std::is_integral_v<T>, a | b)
PTO_EMBEDDED_BINARY(TXOR, kAlongDst, std::is_integral_v<T>, a ^ b)
PTO_EMBEDDED_BINARY(TSHL, kAlongDst, std::is_integral_v<T>, embedded::ShiftLeft(a, b))
PTO_EMBEDDED_BINARY(TSHR, kAlongDst, std::is_integral_v<T>, embedded::ShiftRight(a, b))

PTO_EMBEDDED_UNARY(TNEG, kAlongDst, true, embedded::Negate(a))
PTO_EMBEDDED_UNARY(TNOT, kAlongDst, std::is_integral_v<T>, ~a)
PTO_EMBEDDED_UNARY(TABS, kColumns, (embedded::kIsFloat<T> || std::is_signed_v<T>), a < T(0) ? embedded::Negate(a) : a)
PTO_EMBEDDED_UNARY(TRELU, kAlongDst, true, embedded::Max(a, T(0)))
PTO_EMBEDDED_UNARY(TEXP, kAlongDst, embedded::kIsFloat<T>, embedded::Exp(a))
PTO_EMBEDDED_UNARY(TLOG, kAlongDst, embedded::kIsFloat<T>, embedded::Log(a))
PTO_EMBEDDED_UNARY(TSQRT, kColumns, embedded::kIsFloat<T>, embedded::Sqrt(a))
PTO_EMBEDDED_UNARY(TRSQRT, kRows, embedded::kIsFloat<T>, embedded::ReciprocalSqrt(a))
PTO_EMBEDDED_UNARY(TRECIP, kAlongDst, true, embedded::Divide("TRECIP", T(1), a))

#undef PTO_EMBEDDED_UNARY
#undef PTO_EMBEDDED_BINARY

template <auto precision = 0, embedded::TileLike Dst, embedded::TileLike Src0, embedded::TileLike Src1,
          typename... Rest>
PTO_INST RecordEvent TREM(Dst& dst, Src0& src0, Src1& src1, Rest&&...) {
    static_assert(embedded::kSameElement<Dst, Src0, Src1>, "TREM: all tiles must have one element type");
    embedded::RemainderOfTiles(dst, src0, src1);
    return {};
}

}  // namespace pto
