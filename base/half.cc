#include "base/half.h"

#include <bit>
#include <cmath>
#include <limits>

namespace pto {
namespace {

// A binary format with a sign bit, `exponent_bits` and `mantissa_bits`; IEEE rules unless `finite_only` (E4M3FN: the
// top exponent holds values, only the all-ones pattern is NaN).
struct Format {
    int exponent_bits;
    int mantissa_bits;
    bool finite_only;

    int Bias() const { return (1 << (exponent_bits - 1)) - 1; }
    uint32_t MantissaMask() const { return (1u << mantissa_bits) - 1; }
    uint32_t ExponentMask() const { return (1u << exponent_bits) - 1; }
    uint32_t SignBit() const { return 1u << (exponent_bits + mantissa_bits); }
    uint32_t Infinity() const { return ExponentMask() << mantissa_bits; }
    uint32_t NaN() const {
        return finite_only ? Infinity() | MantissaMask() : Infinity() | (1u << (mantissa_bits - 1));
    }
    // Largest finite magnitude pattern.
    uint32_t Largest() const { return finite_only ? NaN() - 1 : Infinity() - 1; }
};

constexpr Format kFp16{5, 10, false};
constexpr Format kE4M3{4, 3, true};
constexpr Format kE5M2{5, 2, false};

float Decode(const Format& format, uint32_t bits) {
    const bool negative = (bits & format.SignBit()) != 0;
    const uint32_t exponent = (bits >> format.mantissa_bits) & format.ExponentMask();
    const uint32_t mantissa = bits & format.MantissaMask();
    float magnitude;
    if (exponent == format.ExponentMask() && !format.finite_only) {
        magnitude = mantissa == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    } else if (format.finite_only && (bits & (format.SignBit() - 1)) == format.NaN()) {
        magnitude = std::numeric_limits<float>::quiet_NaN();
    } else if (exponent == 0) {
        magnitude = std::ldexp(static_cast<float>(mantissa), 1 - format.Bias() - format.mantissa_bits);
    } else {
        magnitude = std::ldexp(static_cast<float>(mantissa | (1u << format.mantissa_bits)),
                               static_cast<int>(exponent) - format.Bias() - format.mantissa_bits);
    }
    return negative ? -magnitude : magnitude;
}

uint32_t Encode(const Format& format, float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = (bits >> 31) != 0 ? format.SignBit() : 0;
    if (std::isnan(value)) return sign | format.NaN();
    if (std::isinf(value)) return sign | (format.finite_only ? format.NaN() : format.Infinity());
    if (value == 0.0F) return sign;
    int exponent = 0;
    std::frexp(value, &exponent);  // |value| = m * 2^exponent, m in [0.5, 1)
    const int unit = std::max(exponent - 1, 1 - format.Bias()) - format.mantissa_bits;
    // Exact in double: the quotient has at most 24 significant bits; nearbyint rounds to nearest even.
    const auto units = static_cast<uint32_t>(std::nearbyint(std::ldexp(std::fabs(static_cast<double>(value)), -unit)));
    // A mantissa with its leading one adds one to the biased exponent, so plain addition also carries on rounding up.
    const int biased = unit + format.mantissa_bits + format.Bias() - 1;
    const uint64_t pattern = (static_cast<uint64_t>(biased) << format.mantissa_bits) + units;
    if (pattern > format.Largest()) return sign | (format.finite_only ? format.NaN() : format.Infinity());
    return sign | static_cast<uint32_t>(pattern);
}

}  // namespace

float Fp16ToFloat(uint16_t bits) {
    return Decode(kFp16, bits);
}
uint16_t FloatToFp16(float value) {
    return static_cast<uint16_t>(Encode(kFp16, value));
}

float Bf16ToFloat(uint16_t bits) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

uint16_t FloatToBf16(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    if (std::isnan(value)) return static_cast<uint16_t>((bits >> 16) | 0x40);  // keep it quiet, never an infinity
    return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float Fp8E4M3ToFloat(uint8_t bits) {
    return Decode(kE4M3, bits);
}
uint8_t FloatToFp8E4M3(float value) {
    return static_cast<uint8_t>(Encode(kE4M3, value));
}
float Fp8E5M2ToFloat(uint8_t bits) {
    return Decode(kE5M2, bits);
}
uint8_t FloatToFp8E5M2(float value) {
    return static_cast<uint8_t>(Encode(kE5M2, value));
}

float Fp8E8M0ToFloat(uint8_t bits) {
    return bits == 0xff ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0F, bits - 127);
}

uint8_t FloatToFp8E8M0(float value) {
    if (!(value > 0.0F)) return value == 0.0F ? 0 : 0xff;
    if (std::isinf(value)) return 0xff;
    int exponent = 0;
    const float mantissa = std::frexp(value, &exponent);  // value = mantissa * 2^exponent, mantissa in [0.5, 1)
    // Nearest power of two; the tie at 0.75 goes to the even exponent code.
    int code = exponent - 1 + 127;
    if (mantissa > 0.75F || (mantissa == 0.75F && (code & 1) != 0)) ++code;
    if (code > 254) return 0xff;
    return static_cast<uint8_t>(code < 0 ? 0 : code);
}

}  // namespace pto
