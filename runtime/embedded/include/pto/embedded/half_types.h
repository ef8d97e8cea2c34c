// `half` and `bfloat16_t`: two bytes of storage, every operation computed in fp32 and rounded once to nearest even.
// Written out because g++ 12 has no _Float16 in C++. Rounding a float operation's result is the same as rounding the
// exact result: 24 bits are more than twice 11 (and 8) plus two, so + - * / of a single operation never round twice.
#pragma once

#include <stdint.h>

#include <type_traits>

namespace pto::embedded {

template <typename T>
concept Arithmetic = std::is_arithmetic_v<T>;

constexpr uint32_t FloatBits(float value) {
    return __builtin_bit_cast(uint32_t, value);
}
constexpr float BitsToFloat(uint32_t bits) {
    return __builtin_bit_cast(float, bits);
}

// double -> float rounded to odd: the extra bit it keeps makes a second rounding, to 16 bits, exact (Boldo, Melquiond:
// "Emulation of FMA and correctly rounded sums"). A plain conversion would round twice.
constexpr float RoundToOdd(double value) {
    const float nearest = static_cast<float>(value);
    const double back = static_cast<double>(nearest);
    if (back == value || value != value) return nearest;
    const bool away_from_zero = (value < 0 ? -back : back) > (value < 0 ? -value : value);
    return BitsToFloat((FloatBits(nearest) - (away_from_zero ? 1u : 0u)) | 1u);
}

// IEEE 754 binary16: 5 bits of exponent, 10 of fraction.
struct Binary16Format {
    static constexpr uint16_t Narrow(float value) {
        const uint32_t bits = FloatBits(value);
        const uint32_t magnitude = bits & 0x7fffffffu;
        const uint32_t sign = (bits >> 16) & 0x8000u;
        // Below 2^-14 the fp32 adder does the rounding: 0.5 has the ulp of the smallest subnormal, 2^-24.
        const uint32_t subnormal = FloatBits(BitsToFloat(magnitude) + 0.5f) - 0x3f000000u;
        const uint32_t normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
        const uint32_t not_finite = magnitude > 0x7f800000u ? 0x7e00u | ((magnitude >> 13) & 0x3ffu) : 0x7c00u;
        const uint32_t finite = magnitude < 0x38800000u ? subnormal : normal;
        return static_cast<uint16_t>(sign | (magnitude >= 0x47800000u ? not_finite : finite));
    }
    static constexpr float Widen(uint16_t half_bits) {
        const uint32_t sign = static_cast<uint32_t>(half_bits & 0x8000u) << 16;
        const uint32_t shifted = static_cast<uint32_t>(half_bits & 0x7fffu) << 13;
        const uint32_t subnormal = FloatBits(BitsToFloat(shifted + 0x38800000u) - BitsToFloat(0x38800000u));
        const uint32_t normal = shifted + (shifted >= 0x0f800000u ? 0x70000000u : 0x38000000u);
        return BitsToFloat(sign | (shifted < 0x00800000u ? subnormal : normal));
    }
    static constexpr uint16_t kInfinity = 0x7c00, kMax = 0x7bff;
};

// bfloat16: the upper half of a float.
struct BrainFormat {
    static constexpr uint16_t Narrow(float value) {
        const uint32_t bits = FloatBits(value);
        const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
        const bool not_a_number = (bits & 0x7fffffffu) > 0x7f800000u;
        return static_cast<uint16_t>(not_a_number ? (bits >> 16) | 0x40u : rounded);
    }
    static constexpr float Widen(uint16_t bits) { return BitsToFloat(static_cast<uint32_t>(bits) << 16); }
    static constexpr uint16_t kInfinity = 0x7f80, kMax = 0x7f7f;
};

// Converts implicitly from and to every arithmetic type, as the compilers' own 16-bit types do in kernels. With an
// integer operand an operation stays in 16 bits; with a float or double it is done in that type.
template <typename Format_>
struct Float16 {
    using Format = Format_;
    uint16_t bits;

    Float16() = default;
    template <Arithmetic T>
    constexpr Float16(T value) : bits(Format::Narrow(NarrowInput(value))) {}
    template <typename Other>
    requires(!std::is_same_v<Other, Format>) explicit constexpr Float16(Float16<Other> other)
        : bits(Format::Narrow(other.ToFloat())) {}

    static constexpr Float16 FromBits(uint16_t bits) {
        Float16 result(0.0f);
        result.bits = bits;
        return result;
    }
    constexpr float ToFloat() const { return Format::Widen(bits); }
    constexpr operator float() const { return ToFloat(); }
    constexpr Float16 operator-() const { return FromBits(static_cast<uint16_t>(bits ^ 0x8000u)); }
    constexpr Float16 operator+() const { return *this; }

#define PTO_EMBEDDED_ARITHMETIC(OP)                              \
    friend constexpr Float16 operator OP(Float16 a, Float16 b) { \
        return Float16(a.ToFloat() OP b.ToFloat());              \
    }                                                            \
    template <Arithmetic T>                                      \
    friend constexpr auto operator OP(Float16 a, T b) {          \
        if constexpr (std::is_floating_point_v<T>)               \
            return static_cast<T>(a.ToFloat()) OP b;             \
        else                                                     \
            return a OP Float16(b);                              \
    }                                                            \
    template <Arithmetic T>                                      \
    friend constexpr auto operator OP(T a, Float16 b) {          \
        if constexpr (std::is_floating_point_v<T>)               \
            return a OP static_cast<T>(b.ToFloat());             \
        else                                                     \
            return Float16(a) OP b;                              \
    }                                                            \
    template <typename T>                                        \
    constexpr Float16& operator OP##=(T other) {                 \
        return *this = Float16(*this OP other);                  \
    }
    PTO_EMBEDDED_ARITHMETIC(+)
    PTO_EMBEDDED_ARITHMETIC(-)
    PTO_EMBEDDED_ARITHMETIC(*)
    PTO_EMBEDDED_ARITHMETIC(/)
#undef PTO_EMBEDDED_ARITHMETIC

#define PTO_EMBEDDED_COMPARISON(OP)                           \
    friend constexpr bool operator OP(Float16 a, Float16 b) { \
        return a.ToFloat() OP b.ToFloat();                    \
    }                                                         \
    template <Arithmetic T>                                   \
    friend constexpr bool operator OP(Float16 a, T b) {       \
        return a.ToFloat() OP Comparable(b);                  \
    }                                                         \
    template <Arithmetic T>                                   \
    friend constexpr bool operator OP(T a, Float16 b) {       \
        return Comparable(a) OP b.ToFloat();                  \
    }
    PTO_EMBEDDED_COMPARISON(==)
    PTO_EMBEDDED_COMPARISON(!=)
    PTO_EMBEDDED_COMPARISON(<)
    PTO_EMBEDDED_COMPARISON(<=)
    PTO_EMBEDDED_COMPARISON(>)
    PTO_EMBEDDED_COMPARISON(>=)
#undef PTO_EMBEDDED_COMPARISON

  private:
    // double and wide integers need the sticky bit; float and narrow integers are exact in fp32.
    template <typename T>
    static constexpr float NarrowInput(T value) {
        if constexpr (std::is_same_v<T, float> || sizeof(T) < sizeof(float))
            return static_cast<float>(value);
        else
            return RoundToOdd(static_cast<double>(value));
    }
    template <typename T>
    static constexpr auto Comparable(T value) {
        if constexpr (std::is_floating_point_v<T>)
            return value;
        else
            return Float16(value).ToFloat();
    }
};

}  // namespace pto::embedded

// Aliases, not struct names: a kernel function that is called `half` must be refused here as it is on the simulator.
typedef pto::embedded::Float16<pto::embedded::Binary16Format> half;
typedef pto::embedded::Float16<pto::embedded::BrainFormat> bfloat16_t;
typedef half float16_t;
typedef half aclFloat16;
typedef float float32_t;

namespace pto::embedded {

template <typename T>
inline constexpr bool kIsFloat16 = std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>;
template <typename T>
inline constexpr bool kIsFloat = kIsFloat16<T> || std::is_floating_point_v<T>;

// Largest and smallest values of an element type. `kHighest` and `kLowest` are what padding uses: infinities where the
// type has them.
template <typename T>
struct ElementLimits {
    static constexpr T kMax = std::is_signed_v<T> ? T(T(~T(0)) ^ T(T(1) << (sizeof(T) * 8 - 1))) : T(~T(0));
    static constexpr T kMin = T(~kMax);
    static constexpr T kHighest = kMax, kLowest = kMin;
};
template <>
struct ElementLimits<float> {
    static constexpr float kMax = __FLT_MAX__, kMin = -__FLT_MAX__;
    static constexpr float kHighest = __builtin_inff(), kLowest = -__builtin_inff();
};
template <>
struct ElementLimits<double> {
    static constexpr double kMax = __DBL_MAX__, kMin = -__DBL_MAX__;
    static constexpr double kHighest = __builtin_inf(), kLowest = -__builtin_inf();
};
template <typename Format>
struct ElementLimits<Float16<Format>> {
    using T = Float16<Format>;
    static constexpr T kMax = T::FromBits(Format::kMax), kMin = T::FromBits(Format::kMax | 0x8000u);
    static constexpr T kHighest = T::FromBits(Format::kInfinity), kLowest = T::FromBits(Format::kInfinity | 0x8000u);
};

}  // namespace pto::embedded
