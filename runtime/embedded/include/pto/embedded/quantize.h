// Conversion of accumulator elements on their way out: the forms of TSTORE, TEXTRACT and TINSERT with a quantisation
// scale.
//
// A scale is 64 bits. Scalar form: the low 32 bits are an fp32 factor. Vector form: bits 13..31 are a float with 1
// sign, 8 exponent and 10 fraction bits. Bits 32..35 hold a right shift minus one, 37..45 an offset, bit 46 says that
// the 8-bit result is signed (PTO-ISA, include/pto/cpu/common.hpp).
#pragma once

#include "types.h"

namespace pto::embedded {

template <typename T>
constexpr T Relu(T value) {
    return value > T(0) ? value : T(0);
}

inline float QuantFactor(uint64_t scale, bool vector_form) {
    if (!vector_form) return BitsToFloat(static_cast<uint32_t>(scale));
    const uint32_t bits = static_cast<uint32_t>(scale >> 13) & 0x7ffffu;
    const uint32_t exponent = (bits >> 10) & 0xffu, fraction = bits & 0x3ffu;
    if (exponent == 0 && fraction == 0) return 0.0f;
    const float value =
        (1.0f + static_cast<float>(fraction) / 1024.0f) * __builtin_powf(2.0f, static_cast<float>(exponent) - 127.0f);
    return bits >> 18 ? -value : value;
}

// Which pairs of types a scale converts; others keep plain conversion.
template <typename D, typename S>
inline constexpr bool kScalarQuant = (std::is_same_v<S, float> && (sizeof(D) == 1 || kIsFloat16<D>)) ||
                                     (std::is_same_v<S, int32_t> &&
                                      (sizeof(D) == 1 || std::is_same_v<D, half> || std::is_same_v<D, int16_t>));
template <typename D, typename S>
inline constexpr bool kVectorQuant = kScalarQuant<D, S> && !(std::is_same_v<S, float> && kIsFloat16<D>);

inline float Clamp(float value, float low, float high) {
    return value < low ? low : high < value ? high : value;
}

template <typename D, typename S>
inline D Quantize(S value, uint64_t scale, bool vector_form, bool relu) {
    float result = static_cast<float>(value) * QuantFactor(scale, vector_form && !std::is_same_v<D, int16_t>);
    if constexpr (sizeof(D) == 1) {
        const bool is_signed = (scale >> 46) & 1u;
        const float rounded = __builtin_nearbyintf(result + static_cast<float>((scale >> 37) & 0x1ffu));
        result = Clamp(rounded, is_signed ? -128.0f : 0.0f, is_signed ? 127.0f : 255.0f);
    } else if constexpr (std::is_same_v<D, int16_t>) {
        // The shifted value is cut to 16 bits, not saturated.
        result = static_cast<int16_t>(static_cast<int32_t>(value) >> (((scale >> 32) & 0xfu) + 1));
    } else if constexpr (std::is_same_v<D, half>) {
        if (std::is_same_v<S, int32_t> || __builtin_isfinite(result)) result = Clamp(result, -F16_MAX, F16_MAX);
    }
    if (relu) result = Relu(result);
    if constexpr (sizeof(D) == 1)
        return static_cast<D>(static_cast<int32_t>(result));
    else
        return static_cast<D>(result);
}

}  // namespace pto::embedded
