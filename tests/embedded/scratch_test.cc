// The scratch tiles that ptoas 0.58 and later pass: an instruction gives the same with and without them.
#include "support.h"

namespace embedded_test {
namespace {

using pto::RoundMode;
using pto::SaturationMode;

// What `call` leaves in a tile of type T that held other values before.
template <typename T, typename Call>
std::vector<typename T::DType> After(T& dst, Call call) {
    Fill(dst, 77);
    call();
    return {dst.data(), dst.data() + T::Numel};
}

TEST(Scratch, IsWithoutEffectOnElementwiseAndExpansion) {
    VecTile<float, 8, 32> d(7, 29), a(7, 29), b(7, 29), tmp(8, 32);
    ColTile<float, 8, 1> column(7, 1);
    VecTile<float, 1, 32> sum(1, 29);
    Placer()(d, a, b, tmp, column, sum);
    Fill(a), Fill(b, 1), Fill(column, 2), Fill(tmp, 3);
    const auto prelu = After(d, [&] { pto::TPRELU(d, a, b); });
    EXPECT_EQ(After(d, [&] { pto::TPRELU(d, a, b, tmp); }), prelu);
    EXPECT_EQ(prelu[0], a.data()[0] > 0 ? a.data()[0] : a.data()[0] * b.data()[0]);
    const auto expanded = After(d, [&] { pto::TROWEXPANDADD(d, a, column); });
    EXPECT_EQ(After(d, [&] { pto::TROWEXPANDADD(d, a, column, tmp); }), expanded);
    EXPECT_EQ(expanded[32 + 5], At(a, 1, 5) + At(column, 1, 0));
    const auto columns = After(sum, [&] { pto::TCOLSUM(sum, a); });
    for (const bool binary : {false, true}) {
        EXPECT_EQ(After(sum, [&] { pto::TCOLSUM(sum, a, tmp, binary); }), columns);
    }
    float third = 0;
    for (size_t r = 0; r < 7; ++r) third += At(a, r, 2);
    EXPECT_EQ(columns[2], third);
}

TEST(Scratch, IsWithoutEffectOnSelection) {
    VecTile<float, 2, 16> a(2, 16), b(2, 16), d(2, 16), tmp(2, 16), other(2, 16);
    VecTile<uint8_t, 2, 32> mask(2, 2);
    Placer()(a, b, d, tmp, other, mask);
    Fill(a), Fill(b, 1), Fill(mask, 2), Fill(tmp, 3), Fill(other, 4);
    const auto chosen = After(d, [&] { pto::TSEL(d, mask, a, b); });
    EXPECT_EQ(After(d, [&] { pto::TSEL(d, mask, a, b, tmp); }), chosen);
    EXPECT_EQ(chosen[0], mask.data()[0] & 1 ? a.data()[0] : b.data()[0]);
    const auto or_number = After(d, [&] { pto::TSELS(d, mask, a, tmp, 99.0f); });
    EXPECT_EQ(After(d, [&] { pto::TSELS(d, mask, a, other, 99.0f); }), or_number);
    EXPECT_EQ(or_number[0], mask.data()[0] & 1 ? a.data()[0] : 99.0f);
}

TEST(Scratch, IsWithoutEffectOnSequencesAndSorting) {
    using Row = VecTile<int32_t, 1, 64>;
    Row d(1, 50), tmp(1, 64);
    VecTile<float, 1, 64> src(1, 64), scratch(1, 64);
    VecTile<uint32_t, 1, 64> index(1, 64);
    VecTile<float, 1, 128> sorted(1, 128);
    Placer()(d, tmp, src, scratch, index, sorted);
    Fill(src), Fill(tmp, 1), Fill(scratch, 2);
    for (uint32_t i = 0; i < 64; ++i) index.data()[i] = i;
    const auto up = After(d, [&] { pto::TCI<Row, int32_t, 0>(d, 5); });
    EXPECT_EQ((After(d, [&] { pto::TCI<Row, Row, int32_t, 0>(d, 5, tmp); })), up);
    EXPECT_EQ(up[49], 54);
    const auto down = After(d, [&] { pto::TCI<Row, int32_t, 1>(d, 5); });
    EXPECT_EQ((After(d, [&] { pto::TCI<Row, Row, int32_t, 1>(d, 5, tmp); })), down);
    EXPECT_EQ(down[49], -44);
    const auto blocks = After(sorted, [&] { pto::TSORT32(sorted, src, index); });
    EXPECT_EQ(After(sorted, [&] { pto::TSORT32(sorted, src, index, scratch); }), blocks);
    EXPECT_GE(blocks[0], blocks[2]);
}

// Modes are variables in what ptoas prints.
TEST(Scratch, IsWithoutEffectOnConversion) {
    VecTile<float, 4, 32> src(3, 30), tmp(4, 32);
    VecTile<int16_t, 4, 32> d(3, 30);
    Placer()(src, tmp, d);
    Fill(src), Fill(tmp, 1);
    src.data()[0] = 70000.0f;
    RoundMode mode = RoundMode::CAST_FLOOR;
    SaturationMode saturation = SaturationMode::ON;
    const auto plain = After(d, [&] { pto::TCVT(d, src, mode); });
    const auto saturated = After(d, [&] { pto::TCVT(d, src, mode, saturation); });
    EXPECT_EQ(After(d, [&] { pto::TCVT(d, src, tmp, mode); }), plain);
    EXPECT_EQ(After(d, [&] { pto::TCVT(d, src, tmp, mode, saturation); }), saturated);
    EXPECT_EQ(After(d, [&] { pto::TCVT<false>(d, src, tmp, RoundMode::CAST_FLOOR, SaturationMode::ON); }), saturated);
    EXPECT_EQ(saturated[0], 32767);
    EXPECT_NE(plain[0], 32767);
    EXPECT_EQ(plain[1], static_cast<int16_t>(std::floor(src.data()[1])));
}

TEST(Loads, APolicyOfTheCacheIsWithoutEffect) {
    FakeCore core;
    for (size_t i = 0; i < 32; ++i) core.global()[i] = InputValue<float>(i);
    pto::GlobalTensor<float, pto::Shape<1, 1, 1, 2, 16>, pto::Stride<32, 32, 32, 16, 1>> global(core.global());
    VecTile<float, 2, 16> tile(2, 15);
    Placer()(tile);
    const auto plain = After(tile, [&] { pto::TLOAD(tile, global); });
    EXPECT_EQ(After(tile, [&] { pto::TLOAD<pto::TLoadL2Hint::NotAllocKeep>(tile, global); }), plain);
    EXPECT_EQ(After(tile, [&] { pto::TLOAD<pto::TLoadL2Hint::NormalFirstVictim>(tile, global); }), plain);
    EXPECT_EQ((After(tile, [&] { pto::TLOAD<decltype(tile), decltype(global)>(tile, global); })), plain);
    EXPECT_EQ(plain[17], InputValue<float>(17));
}

}  // namespace
}  // namespace embedded_test
