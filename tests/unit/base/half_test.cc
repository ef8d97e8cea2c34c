#include "base/half.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace pto {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// One format as its standard describes it; the value of a pattern is computed here in double, by the textbook formula.
struct Format {
    std::string name;
    int exponent_bits;
    int mantissa_bits;
    bool has_infinity;  // otherwise the top exponent holds values and only the all-ones pattern is NaN
    double (*decode)(uint32_t);
    uint32_t (*encode)(float);

    uint32_t Sign() const { return 1u << (exponent_bits + mantissa_bits); }
    uint32_t Infinity() const { return ((1u << exponent_bits) - 1) << mantissa_bits; }
    uint32_t Largest() const { return has_infinity ? Infinity() - 1 : Sign() - 2; }

    bool IsNaN(uint32_t bits) const {
        const uint32_t magnitude = bits & (Sign() - 1);
        return has_infinity ? magnitude > Infinity() : magnitude == Sign() - 1;
    }

    double Value(uint32_t bits) const {
        const double sign = (bits & Sign()) != 0 ? -1.0 : 1.0;
        const int exponent = static_cast<int>((bits & (Sign() - 1)) >> mantissa_bits);
        const double fraction = (bits & ((1u << mantissa_bits) - 1)) / std::pow(2.0, mantissa_bits);
        const int bias = (1 << (exponent_bits - 1)) - 1;
        if (has_infinity && (bits & (Sign() - 1)) == Infinity()) return sign * std::pow(2.0, 5000);
        if (exponent == 0) return sign * std::pow(2.0, 1 - bias) * fraction;
        return sign * std::pow(2.0, exponent - bias) * (1.0 + fraction);
    }
};

std::vector<Format> Formats() {
    return {
        {"fp16", 5, 10, true, [](uint32_t b) { return double(Fp16ToFloat(uint16_t(b))); },
         [](float f) { return uint32_t(FloatToFp16(f)); }},
        {"bf16", 8, 7, true, [](uint32_t b) { return double(Bf16ToFloat(uint16_t(b))); },
         [](float f) { return uint32_t(FloatToBf16(f)); }},
        {"fp8e4m3fn", 4, 3, false, [](uint32_t b) { return double(Fp8E4M3ToFloat(uint8_t(b))); },
         [](float f) { return uint32_t(FloatToFp8E4M3(f)); }},
        {"fp8e5m2", 5, 2, true, [](uint32_t b) { return double(Fp8E5M2ToFloat(uint8_t(b))); },
         [](float f) { return uint32_t(FloatToFp8E5M2(f)); }},
    };
}

TEST(Half, EveryPatternHasItsValueAndComesBack) {
    for (const Format& format : Formats()) {
        int wrong = 0;
        for (uint32_t bits = 0; bits < 2 * format.Sign(); ++bits) {
            const double value = format.decode(bits);
            if (format.IsNaN(bits)) {
                if (!std::isnan(value) || !format.IsNaN(format.encode(static_cast<float>(value)))) ++wrong;
                continue;
            }
            const bool same = value == format.Value(bits) && std::signbit(value) == ((bits & format.Sign()) != 0);
            if (!same || format.encode(static_cast<float>(value)) != bits) ++wrong;
        }
        EXPECT_EQ(wrong, 0) << format.name;
    }
}

// Between two neighbours a < b: below the middle gives a, above gives b, the middle the one with the even pattern.
TEST(Half, RoundsToNearestEvenBetweenAllNeighbours) {
    for (const Format& format : Formats()) {
        int wrong = 0;
        for (uint32_t a = 0; a < format.Largest(); ++a) {
            const uint32_t b = a + 1;
            const double middle = (format.Value(a) + format.Value(b)) / 2;
            const auto tie = static_cast<float>(middle);
            ASSERT_EQ(static_cast<double>(tie), middle) << format.name << ": the tie must be exact in float";
            const uint32_t even = (a & 1) == 0 ? a : b;
            for (const uint32_t sign : {0u, format.Sign()}) {
                const float factor = sign == 0 ? 1.0F : -1.0F;
                if (format.encode(factor * tie) != (sign | even)) ++wrong;
                if (format.encode(factor * std::nextafter(tie, 0.0F)) != (sign | a)) ++wrong;
                if (format.encode(factor * std::nextafter(tie, kInfinity)) != (sign | b)) ++wrong;
            }
        }
        EXPECT_EQ(wrong, 0) << format.name;
    }
}

// The tie beyond the largest value goes up if the largest pattern is odd: it always is, but for E4M3FN's 0x7e.
TEST(Half, Overflow) {
    struct Case {
        float value;
        uint32_t fp16, bf16, e4m3, e5m2;
    };
    const Case cases[] = {
        {65504.0F, 0x7bff, 0x4780, 0x7f, 0x7c},      {65519.996F, 0x7bff, 0x4780, 0x7f, 0x7c},
        {65520.0F, 0x7c00, 0x4780, 0x7f, 0x7c},      {448.0F, 0x5f00, 0x43e0, 0x7e, 0x5f},
        {464.0F, 0x5f40, 0x43e8, 0x7e, 0x5f},        {464.00003F, 0x5f40, 0x43e8, 0x7f, 0x5f},
        {57344.0F, 0x7b00, 0x4760, 0x7f, 0x7b},      {61439.996F, 0x7b80, 0x4770, 0x7f, 0x7b},
        {61440.0F, 0x7b80, 0x4770, 0x7f, 0x7c},      {3.3895314e38F, 0x7c00, 0x7f7f, 0x7f, 0x7c},
        {3.3961775e38F, 0x7c00, 0x7f80, 0x7f, 0x7c}, {std::numeric_limits<float>::max(), 0x7c00, 0x7f80, 0x7f, 0x7c},
        {kInfinity, 0x7c00, 0x7f80, 0x7f, 0x7c},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(FloatToFp16(c.value), c.fp16) << c.value;
        EXPECT_EQ(FloatToBf16(c.value), c.bf16) << c.value;
        EXPECT_EQ(FloatToFp8E4M3(c.value), c.e4m3) << c.value;
        EXPECT_EQ(FloatToFp8E5M2(c.value), c.e5m2) << c.value;
        EXPECT_EQ(FloatToFp16(-c.value), 0x8000u | c.fp16) << c.value;
        EXPECT_EQ(FloatToBf16(-c.value), 0x8000u | c.bf16) << c.value;
        EXPECT_EQ(FloatToFp8E4M3(-c.value), 0x80u | c.e4m3) << c.value;
        EXPECT_EQ(FloatToFp8E5M2(-c.value), 0x80u | c.e5m2) << c.value;
    }
}

TEST(Half, TinyValuesKeepTheirSign) {
    const float tiny[] = {std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::min(), 0.0F};
    for (const float value : tiny) {
        EXPECT_EQ(FloatToFp16(value), 0x0000);
        EXPECT_EQ(FloatToFp16(-value), 0x8000);
        EXPECT_EQ(FloatToFp8E4M3(-value), 0x80);
        EXPECT_EQ(FloatToFp8E5M2(-value), 0x80);
    }
    EXPECT_EQ(FloatToFp16(std::ldexp(1.0F, -24)), 0x0001) << "the smallest subnormal";
    EXPECT_EQ(FloatToFp16(std::ldexp(1.0F, -25)), 0x0000) << "half of it is a tie with zero";
    EXPECT_EQ(FloatToFp16(std::nextafter(std::ldexp(1.0F, -25), 1.0F)), 0x0001);
}

// A signalling NaN whose payload lies in the cut-off bits must not turn into an infinity.
TEST(Half, EveryKindOfNaNStaysNaN) {
    for (const uint32_t bits : {0x7f800001u, 0x7fbfffffu, 0x7fc00000u, 0x7fffffffu, 0xff800001u, 0xffffffffu}) {
        const auto value = std::bit_cast<float>(bits);
        for (const Format& format : Formats()) {
            EXPECT_TRUE(format.IsNaN(format.encode(value))) << format.name << " " << std::hex << bits;
            EXPECT_EQ((format.encode(value) & format.Sign()) != 0, (bits >> 31) != 0) << format.name;
        }
    }
}

TEST(HalfE8M0, EveryPatternIsAPowerOfTwoAndComesBack) {
    for (int bits = 0; bits < 255; ++bits) {
        const float value = Fp8E8M0ToFloat(static_cast<uint8_t>(bits));
        EXPECT_EQ(static_cast<double>(value), std::pow(2.0, bits - 127)) << bits;
        EXPECT_EQ(FloatToFp8E8M0(value), bits);
    }
    EXPECT_TRUE(std::isnan(Fp8E8M0ToFloat(0xff)));
}

TEST(HalfE8M0, RoundsToNearestEvenBetweenAllNeighbours) {
    for (int a = 0; a < 254; ++a) {
        const float tie = 1.5F * Fp8E8M0ToFloat(static_cast<uint8_t>(a));
        EXPECT_EQ(FloatToFp8E8M0(tie), a % 2 == 0 ? a : a + 1);
        EXPECT_EQ(FloatToFp8E8M0(std::nextafter(tie, 0.0F)), a);
        EXPECT_EQ(FloatToFp8E8M0(std::nextafter(tie, kInfinity)), a + 1);
    }
}

TEST(HalfE8M0, HasNoZeroNoSignNoInfinity) {
    EXPECT_EQ(FloatToFp8E8M0(0.0F), 0x00);
    EXPECT_EQ(FloatToFp8E8M0(-0.0F), 0x00);
    EXPECT_EQ(FloatToFp8E8M0(std::numeric_limits<float>::denorm_min()), 0x00);
    EXPECT_EQ(FloatToFp8E8M0(-1.0F), 0xff);
    EXPECT_EQ(FloatToFp8E8M0(kInfinity), 0xff);
    EXPECT_EQ(FloatToFp8E8M0(-kInfinity), 0xff);
    EXPECT_EQ(FloatToFp8E8M0(kNaN), 0xff);
    EXPECT_EQ(FloatToFp8E8M0(1.5F * 0x1p127F), 0xfe) << "a tie with 2^128, which does not exist";
    EXPECT_EQ(FloatToFp8E8M0(std::numeric_limits<float>::max()), 0xff);
}

}  // namespace
}  // namespace pto
