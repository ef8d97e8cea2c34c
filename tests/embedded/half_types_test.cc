// half and bfloat16_t against definitions of their formats that use no bit tricks.
#include "support.h"

namespace embedded_test {
namespace {

// The value of a 16-bit float with `exponent_bits` of exponent, straight from IEEE 754.
double ValueOf(uint16_t bits, int exponent_bits) {
    const int fraction_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    const int fraction = bits & ((1 << fraction_bits) - 1);
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    if (exponent == (1 << exponent_bits) - 1)
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
    return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
}

// Every pattern, the midpoint to the next one, and one double to each side of it.
template <typename T>
void CheckEveryPattern(int exponent_bits) {
    for (uint32_t bits = 0; bits < 0x7fffu; ++bits) {
        const uint16_t low = static_cast<uint16_t>(bits), high = static_cast<uint16_t>(bits + 1);
        const double value = ValueOf(low, exponent_bits);
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(static_cast<float>(T::FromBits(low))));
            continue;
        }
        ASSERT_EQ(static_cast<double>(static_cast<float>(T::FromBits(low))), value) << bits;
        ASSERT_EQ(T(value).bits, low) << bits;
        ASSERT_EQ(T(-value).bits, low | 0x8000) << bits;
        if (std::isinf(value)) continue;
        double next = ValueOf(high, exponent_bits);
        if (std::isinf(next)) next = value + (value - ValueOf(static_cast<uint16_t>(bits - 1), exponent_bits));
        const double middle = (value + next) / 2;
        ASSERT_EQ(T(middle).bits, bits % 2 == 0 ? low : high) << bits;
        ASSERT_EQ(T(std::nextafter(middle, 0.0)).bits, low) << bits;
        ASSERT_EQ(T(std::nextafter(middle, 1e300)).bits, high) << bits;
        const float narrow = static_cast<float>(middle);
        if (static_cast<double>(narrow) == middle) {
            ASSERT_EQ(T(narrow).bits, bits % 2 == 0 ? low : high) << bits;
            ASSERT_EQ(T(std::nextafter(narrow, 0.0f)).bits, low) << bits;
            ASSERT_EQ(T(std::nextafter(narrow, std::numeric_limits<float>::infinity())).bits, high) << bits;
        }
    }
}

TEST(HalfTypes, HalfRoundsEveryPatternAndMidpoint) {
    CheckEveryPattern<half>(5);
}
TEST(HalfTypes, BfloatRoundsEveryPatternAndMidpoint) {
    CheckEveryPattern<bfloat16_t>(8);
}

TEST(HalfTypes, NanStaysNan) {
    EXPECT_NE(half(std::nanf("")).bits & 0x3ff, 0);
    EXPECT_NE(bfloat16_t(std::nanf("")).bits & 0x7f, 0);
    EXPECT_TRUE(half(std::nanf("")) != half(std::nanf("")));
    EXPECT_FALSE(half(std::nanf("")) < half(1.0f));
}

TEST(HalfTypes, OperationsRoundOnce) {
    for (uint32_t i = 0; i < 4000; ++i) {
        const half a = half::FromBits(static_cast<uint16_t>((i * 7919u) % 0x7800u));
        const half b = half::FromBits(static_cast<uint16_t>((i * 104729u) % 0x7800u));
        const double x = static_cast<float>(a), y = static_cast<float>(b);
        ASSERT_EQ((a + b).bits, half(x + y).bits);
        ASSERT_EQ((a - b).bits, half(x - y).bits);
        ASSERT_EQ((a * b).bits, half(x * y).bits);
        if (y == 0) continue;
        ASSERT_EQ((a / b).bits, half(x / y).bits) << x << " / " << y;
    }
}

TEST(HalfTypes, MixedOperandsGiveTheTypeOfTheCompilersOwn) {
    static_assert(std::is_same_v<decltype(half(1) + 1), half>);
    static_assert(std::is_same_v<decltype(2 * half(1)), half>);
    static_assert(std::is_same_v<decltype(half(1) + 1.0f), float>);
    static_assert(std::is_same_v<decltype(1.0 - half(1)), double>);
    static_assert(std::is_trivially_copyable_v<half> && sizeof(half) == 2 && std::is_trivial_v<bfloat16_t>);
    half sum = 1.5f;
    sum += 2;
    sum *= half(2);
    EXPECT_EQ(static_cast<int>(sum), 7);
    EXPECT_TRUE(sum > 6 && 8 > sum && sum == 7.0f && -sum == half(-7));
    EXPECT_EQ(static_cast<float>(static_cast<bfloat16_t>(half(0.333251953125f))), 0.333984375f);
}

}  // namespace
}  // namespace embedded_test
