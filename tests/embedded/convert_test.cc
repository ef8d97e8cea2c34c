// TCVT: rounding modes, ranges and saturation; TCMP, TCMPS, TSEL and TSELS.
#include "support.h"

namespace embedded_test {
namespace {

using pto::RoundMode;
using pto::SaturationMode;

template <typename D, typename S>
std::vector<D> Converted(const std::vector<S>& values, RoundMode mode,
                         SaturationMode saturation = SaturationMode::OFF) {
    VecTile<S, 1, 64> src(1, static_cast<unsigned>(values.size()));
    VecTile<D, 1, 64> dst(1, static_cast<unsigned>(values.size()));
    Placer()(src, dst);
    for (size_t i = 0; i < values.size(); ++i) src.data()[i] = values[i];
    pto::TCVT(dst, src, mode, saturation);
    return std::vector<D>(dst.data(), dst.data() + values.size());
}

TEST(Convert, RoundingModes) {
    const std::vector<float> in = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 1.25f, -1.75f};
    using V = std::vector<int32_t>;
    EXPECT_EQ((Converted<int32_t>(in, RoundMode::CAST_RINT)), (V{0, 2, 2, 0, -2, 1, -2}));
    EXPECT_EQ((Converted<int32_t>(in, RoundMode::CAST_ROUND)), (V{1, 2, 3, -1, -2, 1, -2}));
    EXPECT_EQ((Converted<int32_t>(in, RoundMode::CAST_FLOOR)), (V{0, 1, 2, -1, -2, 1, -2}));
    EXPECT_EQ((Converted<int32_t>(in, RoundMode::CAST_CEIL)), (V{1, 2, 3, 0, -1, 2, -1}));
    EXPECT_EQ((Converted<int32_t>(in, RoundMode::CAST_TRUNC)), (V{0, 1, 2, 0, -1, 1, -1}));
    EXPECT_EQ((Converted<int32_t>(in, RoundMode::CAST_ODD)), (V{1, 1, 3, -1, -1, 1, -2}));
}

TEST(Convert, ValuesOutOfRangeSaturateOnlyWhenAsked) {
    const std::vector<float> in = {3e9f, -3e9f, 300.0f, -300.0f, std::nanf("")};
    EXPECT_EQ((Converted<int32_t>(in, RoundMode::CAST_RINT)),
              (std::vector<int32_t>{INT32_MIN, INT32_MIN, 300, -300, INT32_MIN}));
    EXPECT_EQ((Converted<int8_t>(in, RoundMode::CAST_RINT, SaturationMode::ON)),
              (std::vector<int8_t>{127, -128, 127, -128, 127}));
    EXPECT_EQ((Converted<int16_t>(std::vector<int32_t>{70000, -5}, RoundMode::CAST_RINT)),
              (std::vector<int16_t>{4464, -5}));
    EXPECT_EQ((Converted<int16_t>(std::vector<int32_t>{70000, -5}, RoundMode::CAST_RINT, SaturationMode::ON)),
              (std::vector<int16_t>{32767, -5}));
}

TEST(Convert, FloatsOfOtherWidthsRoundToNearestEven) {
    const std::vector<float> in = {1.0f + 0x1p-11f, 1.0f + 0x1.8p-10f, 65520.0f, 1e-8f};
    const std::vector<half> out = Converted<half>(in, RoundMode::CAST_FLOOR);
    EXPECT_EQ(static_cast<float>(out[0]), 1.0f);
    EXPECT_EQ(static_cast<float>(out[1]), 1.0f + 0x1p-9f);
    EXPECT_TRUE(std::isinf(static_cast<float>(out[2])));
    EXPECT_EQ(out[3].bits, 0);
    EXPECT_EQ(static_cast<float>(Converted<half>(in, RoundMode::CAST_RINT, SaturationMode::ON)[2]), 65504.0f);
}

TEST(Compare, MasksAreEightBitsToAByte) {
    VecTile<float, 2, 64> a(2, 45), b(2, 45);
    VecTile<uint8_t, 2, 32> mask(2, 6);
    Placer()(a, b, mask);
    Fill(a), Fill(b, 1), Fill(mask, 2);
    pto::TCMP(mask, a, b, pto::CmpMode::GT);
    for (size_t r = 0; r < 2; ++r)
        for (size_t c = 0; c < 48; ++c) {
            const bool bit = (At(mask, r, c / 8) >> (c % 8)) & 1;
            ASSERT_EQ(bit, c < 45 && At(a, r, c) > At(b, r, c)) << r << ", " << c;
        }
}

TEST(Compare, ScalarComparisonTakesNearbyValuesAsEqual) {
    VecTile<float, 1, 8> a(1, 8);
    VecTile<uint8_t, 1, 32> mask(1, 1);
    Placer()(a, mask);
    const float values[] = {1.0f, 5e-10f, -5e-10f, 0.0f, 2e-9f, std::nanf(""), 1.0f, 0.0f};
    for (size_t i = 0; i < 8; ++i) a.data()[i] = values[i];
    pto::TCMPS(mask, a, 0.0f, pto::CmpMode::EQ);
    EXPECT_EQ(mask.data()[0], 0b10001110);
    pto::TCMPS(mask, a, 0.0f, pto::CmpMode::NE);
    EXPECT_EQ(mask.data()[0], 0b01110001);
}

TEST(Compare, SelectionByBits) {
    VecTile<float, 2, 16> a(2, 16), b(2, 16), d(2, 16), tmp(2, 16);
    VecTile<uint8_t, 2, 32> mask(2, 2);
    Placer()(a, b, d, tmp, mask);
    Fill(a), Fill(b, 1), Fill(mask, 2);
    pto::TSEL(d, mask, a, b, tmp);
    for (size_t r = 0; r < 2; ++r)
        for (size_t c = 0; c < 16; ++c) {
            const bool bit = (At(mask, r, c / 8) >> (c % 8)) & 1;
            ASSERT_EQ(At(d, r, c), bit ? At(a, r, c) : At(b, r, c));
        }
    pto::TSELS(d, mask, a, tmp, 99.0f);
    for (size_t r = 0; r < 2; ++r)
        for (size_t c = 0; c < 16; ++c) {
            const bool bit = (At(mask, r, c / 8) >> (c % 8)) & 1;
            ASSERT_EQ(At(d, r, c), bit ? At(a, r, c) : 99.0f);
        }
}

}  // namespace
}  // namespace embedded_test
