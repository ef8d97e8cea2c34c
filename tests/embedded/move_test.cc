// Copies between tiles and instructions that rearrange one: TMOV, TEXTRACT, TINSERT, TFILLPAD, TTRANS, TCONCAT, views,
// gathers.
#include "support.h"

namespace embedded_test {
namespace {

TEST(Move, BetweenLayouts) {
    using Right = pto::Tile<pto::TileType::Right, half, 32, 32, pto::BLayout::RowMajor, -1, -1, pto::SLayout::ColMajor>;
    using Left = pto::Tile<pto::TileType::Left, half, 32, 32, pto::BLayout::RowMajor, -1, -1, pto::SLayout::RowMajor>;
    MatTile<half, 32, 32> src(32, 32);
    Right right(32, 32);
    Left left(32, 32), part(16, 16);
    Placer()(src, right, left, part);
    Fill(src), Fill(part, 1);
    pto::TMOV(right, src);
    pto::TMOV(left, src);
    pto::TEXTRACT(part, src, 3, 16);
    for (size_t r = 0; r < 32; ++r)
        for (size_t c = 0; c < 32; ++c) {
            ASSERT_EQ(At(right, r, c).bits, At(src, r, c).bits);
            ASSERT_EQ(At(left, r, c).bits, At(src, r, c).bits);
        }
    for (size_t r = 0; r < 16; ++r)
        for (size_t c = 0; c < 16; ++c) ASSERT_EQ(At(part, r, c).bits, At(src, r + 3, c + 16).bits);
    MatTile<half, 32, 32> target(32, 32);
    pto::TASSIGN(target, 8192);
    Fill(target, 2);
    const half untouched = At(target, 0, 0);
    pto::TINSERT(target, part, 5, 7);
    for (size_t r = 0; r < 16; ++r)
        for (size_t c = 0; c < 16; ++c) ASSERT_EQ(At(target, r + 5, c + 7).bits, At(part, r, c).bits);
    EXPECT_EQ(At(target, 0, 0).bits, untouched.bits);
}

// As the processor converts, for every compiler and level of optimisation.
TEST(Move, FloatsBecomeTheLowBitsOfIntegers) {
    VecTile<float, 4, 32> src(4, 32);
    VecTile<uint8_t, 4, 32> bytes(4, 32);
    VecTile<int16_t, 4, 32> words(4, 32);
    Placer()(src, bytes, words);
    for (int i = 0; i < 128; ++i) src.data()[i] = static_cast<float>(64 - i) * 7.75f;
    src.data()[5] = 3e9f;
    pto::TMOV(bytes, src);
    pto::TMOV(words, src);
    for (int i = 0; i < 128; ++i) {
        const int32_t whole = i == 5 ? 0 : static_cast<int32_t>(src.data()[i]);
        ASSERT_EQ(bytes.data()[i], static_cast<uint8_t>(whole)) << i;
        ASSERT_EQ(words.data()[i], static_cast<int16_t>(whole)) << i;
    }
}

TEST(Move, FillPadReachesTheWholeTile) {
    VecTile<float, 4, 16> src(3, 11);
    pto::Tile<pto::TileType::Vec, float, 8, 32, pto::BLayout::RowMajor, -1, -1, pto::SLayout::NoneBox, 512,
              pto::PadValue::Min>
        wide(8, 32);
    pto::Tile<pto::TileType::Vec, float, 4, 16, pto::BLayout::RowMajor, -1, -1, pto::SLayout::NoneBox, 512,
              pto::PadValueCustom(-2.5f)>
        custom(4, 16);
    Placer()(src, wide, custom);
    Fill(src);
    pto::TFILLPAD_EXPAND(wide, src);
    pto::TFILLPAD(custom, src);
    for (size_t r = 0; r < 8; ++r)
        for (size_t c = 0; c < 32; ++c) {
            const bool inside = r < 3 && c < 11;
            ASSERT_EQ(At(wide, r, c), inside ? At(src, r, c) : -std::numeric_limits<float>::infinity());
            if (r >= 4 || c >= 16) continue;
            ASSERT_EQ(At(custom, r, c), inside ? At(src, r, c) : -2.5f);
        }
}

TEST(Move, TransposeConcatenateAndViews) {
    VecTile<float, 16, 32> src(13, 30), other(13, 10), tmp(13, 30);
    VecTile<float, 32, 16> turned(30, 13);
    VecTile<float, 16, 48> joined(13, 40);
    VecTile<float, 8, 64> reshaped(8, 64);
    VecTile<float, 4, 32> view(4, 16);
    Placer()(src, other, tmp, turned, joined);
    Fill(src), Fill(other, 1);
    pto::TTRANS(turned, src, tmp);
    pto::TCONCAT(joined, src, other);
    pto::TRESHAPE(reshaped, src);
    pto::TSUBVIEW(view, src, 5, 16);
    for (size_t r = 0; r < 13; ++r) {
        for (size_t c = 0; c < 30; ++c) ASSERT_EQ(At(turned, c, r), At(src, r, c));
        for (size_t c = 0; c < 40; ++c) ASSERT_EQ(At(joined, r, c), c < 30 ? At(src, r, c) : At(other, r, c - 30));
    }
    EXPECT_EQ(At(reshaped, 1, 3), src.data()[67]);
    EXPECT_EQ(At(view, 2, 9), At(src, 7, 25));
}

TEST(Move, SequencesAndTriangles) {
    VecTile<int32_t, 1, 16> numbers(1, 9);
    VecTile<float, 4, 8> triangle(4, 8);
    Placer()(numbers, triangle);
    pto::TCI<decltype(numbers), int32_t, 1>(numbers, 100);
    EXPECT_EQ(numbers.data()[8], 92);
    pto::TTRI<decltype(triangle), 0>(triangle, 1);
    for (size_t r = 0; r < 4; ++r)
        for (size_t c = 0; c < 8; ++c) ASSERT_EQ(At(triangle, r, c), c <= r + 1 ? 1.0f : 0.0f);
}

TEST(Move, GathersInsideACore) {
    VecTile<float, 4, 32> src(4, 32);
    VecTile<float, 2, 16> dst(2, 15);
    VecTile<int32_t, 2, 16> index(2, 15), tmp(2, 15);
    VecTile<int32_t, 4, 16> odd(4, 16);
    Placer()(src, dst, index, tmp, odd);
    Fill(src);
    for (int i = 0; i < index.Numel; ++i) index.data()[i] = i * 41 % 128;
    pto::TGATHER(dst, src, index, tmp);
    for (size_t r = 0; r < 2; ++r)
        for (size_t c = 0; c < 15; ++c) ASSERT_EQ(At(dst, r, c), src.data()[At(index, r, c)]);
    pto::TGATHER<decltype(odd), decltype(src), pto::MaskPattern::P1010>(odd, src);
    for (size_t i = 0; i < 64; ++i) {
        int32_t bits;
        std::memcpy(&bits, src.data() + 2 * i + 1, sizeof(bits));
        ASSERT_EQ(odd.data()[i], bits);
    }
}

TEST(Move, ScattersByPatternAndFillsTheRestWithZeros) {
    VecTile<float, 4, 16> wide(4, 16);
    VecTile<float, 4, 8> narrow(4, 8);
    VecTile<float, 1, 16> row(1, 16);
    Placer()(wide, narrow, row);
    Fill(wide), Fill(narrow), Fill(row);
    pto::TSCATTER<pto::MaskPattern::P1010>(wide, narrow);
    for (size_t r = 0; r < 4; ++r)
        for (size_t c = 0; c < 16; ++c) ASSERT_EQ(At(wide, r, c), c % 2 == 1 ? At(narrow, r, c / 2) : 0.0f);
    pto::TSCATTER<pto::MaskPattern::P0100, pto::ScatterAxis::SCATTER_COL>(wide, row);
    for (size_t r = 0; r < 4; ++r)
        for (size_t c = 0; c < 16; ++c) ASSERT_EQ(At(wide, r, c), r == 2 ? At(row, 0, c) : 0.0f);
    pto::TSCATTER(wide, narrow);
    for (size_t r = 0; r < 4; ++r)
        for (size_t c = 0; c < 16; ++c)
            ASSERT_EQ(At(wide, r, c), c < 8 ? At(narrow, r, c) : r == 2 ? At(row, 0, c) : 0.0f);
}

TEST(Move, ConcatenatesByLengthsAndAddsThemUp) {
    VecTile<float, 4, 16> a(4, 16), b(4, 16);
    VecTile<float, 4, 32> joined(4, 32);
    VecTile<int16_t, 4, 16> of_a(4, 1), of_b(4, 1), sums(4, 1);
    Placer()(a, b, joined, of_a, of_b, sums);
    Fill(a), Fill(b, 1), Fill(joined, 2);
    for (int r = 0; r < 4; ++r) {
        of_a.data()[r * 16] = static_cast<int16_t>(2 * (r + 1));
        of_b.data()[r * 16] = 6;
    }
    pto::TCONCAT(joined, a, b, sums, of_a, of_b);
    for (size_t r = 0; r < 4; ++r) {
        for (size_t c = 0; c < r + 4; ++c) ASSERT_EQ(At(joined, r, c), c < r + 1 ? At(a, r, c) : At(b, r, c - r - 1));
        EXPECT_EQ(At(sums, r, 0), static_cast<int16_t>(2 * r + 8));
    }
    // The sums may take the place of the lengths that they are made of.
    pto::TCONCAT(joined, a, b, of_a, of_a, of_b);
    for (size_t r = 0; r < 4; ++r) {
        ASSERT_EQ(At(joined, r, r + 3), At(b, r, 2));
        EXPECT_EQ(At(of_a, r, 0), At(sums, r, 0));
    }
}

}  // namespace
}  // namespace embedded_test
