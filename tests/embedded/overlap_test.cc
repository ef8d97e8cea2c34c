// Operands that share memory: an element is read when its turn comes, in PTO-ISA's order of elements.
#include "support.h"

namespace embedded_test {
namespace {

using pto::CmpMode;
using pto::RoundMode;

// `tile` lies `bytes` after the start of `base`.
template <typename T, typename Base>
void Over(T& tile, const Base& base, size_t bytes = 0) {
    pto::TASSIGN(tile, reinterpret_cast<uint64_t>(base.data()) + bytes);
}

// 1, 2, 3, ... in the order of memory.
template <typename T>
void Count(T& tile) {
    for (int i = 0; i < T::Numel; ++i) tile.data()[i] = static_cast<typename T::DType>(i + 1);
}

using Values = std::vector<float>;

template <typename T>
Values Floats(const T& tile, size_t first, size_t count) {
    Values values;
    for (size_t i = first; i < first + count; ++i) values.push_back(static_cast<float>(tile.data()[i]));
    return values;
}

TEST(OverlapTest, ElementsSideBySideAreApart) {
    using pto::embedded::Crosses;
    VecTile<float, 4, 32> whole(4, 32), left(4, 16), right(4, 16);
    ColTile<float, 32, 4> columns(32, 4);
    Placer()(whole);
    Over(left, whole), Over(right, whole, 64), Over(columns, whole);
    EXPECT_FALSE(Crosses(left, right, 4, 16));
    EXPECT_FALSE(Crosses(right, left, 4, 16));
    EXPECT_TRUE(Crosses(left, right, 4, 17));
    EXPECT_TRUE(Crosses(right, left, 4, 17));
    EXPECT_FALSE(Crosses(left, right, 1, 16));
    EXPECT_FALSE(Crosses(left, whole, 4, 16));
    EXPECT_TRUE(Crosses(whole, columns, 4, 4));
    Over(right, whole, 128);
    EXPECT_TRUE(Crosses(left, right, 4, 16));
    EXPECT_FALSE(Crosses(left, right, 1, 16));
    EXPECT_FALSE(Crosses(left, right, 0, 16));
}

TEST(OverlapTest, ARowApart) {
    VecTile<float, 4, 8> a(3, 8), b(3, 8), d(3, 8);
    Placer()(a, b);
    Over(d, a, 32);
    Count(a);
    for (int i = 0; i < b.Numel; ++i) b.data()[i] = 10;
    pto::TADD(d, a, b);
    EXPECT_EQ(Floats(a, 0, 1), Values{1});
    EXPECT_EQ(At(d, 0, 7), 18);
    EXPECT_EQ(At(d, 1, 7), 28);
    EXPECT_EQ(At(d, 2, 7), 38);
}

TEST(OverlapTest, ThreeElementsApart) {
    VecTile<float, 1, 64> a(1, 40), d(1, 40);
    Placer()(a);
    Over(d, a, 12);
    Count(a);
    pto::TADDS(d, a, 100.0f);
    EXPECT_EQ(Floats(a, 0, 8), (Values{1, 2, 3, 101, 102, 103, 201, 202}));
    EXPECT_EQ(a.data()[42], 1401);
}

// Column-major: TADD goes along the columns of its destination, TSUB along its rows.
TEST(OverlapTest, EachInstructionHasItsOrder) {
    ColTile<float, 8, 3> a(8, 2), d(8, 2), zero(8, 2);
    Placer()(a, zero);
    for (int i = 0; i < zero.Numel; ++i) zero.data()[i] = 0;
    Over(d, a, 4);
    Count(a);
    pto::TADD(d, a, zero);
    EXPECT_EQ(Floats(a, 6, 5), (Values{1, 1, 1, 1, 1}));
    Count(a);
    pto::TSUB(d, a, zero);
    EXPECT_EQ(Floats(a, 6, 5), (Values{1, 1, 1, 9, 9}));
    VecTile<float, 3, 8> rows(3, 8), moved(3, 8);
    Over(rows, a), Over(moved, a, 4);
    const auto run = [&](auto instruction) {
        for (int i = 0; i < 24; ++i) a.data()[i] = static_cast<float>(-i - 1);
        moved.SetValidShape(2, 8), rows.SetValidShape(2, 8);
        instruction();
        return Floats(a, 7, 4);
    };
    EXPECT_EQ(run([&] { pto::TNEG(moved, rows); }), (Values{1, -1, 1, -1}));
    EXPECT_EQ(run([&] { pto::TABS(moved, rows); }), (Values{1, 1, 9, 9}));
}

TEST(OverlapTest, ARemainderOverItsDivisorKeepsTheSignOfTheDividend) {
    VecTile<float, 1, 8> a(1, 8), b(1, 8), apart(1, 8), tmp(1, 8);
    Placer()(a, b, apart, tmp);
    const float dividends[] = {7, -7, 7, -7, 6, -6, 1, -1};
    const float divisors[] = {4, 4, -4, -4, 3, 3, -5, 5};
    for (size_t i = 0; i < 8; ++i) a.data()[i] = dividends[i], b.data()[i] = divisors[i];
    pto::TREM(apart, a, b, tmp);
    EXPECT_EQ(Floats(apart, 0, 8), (Values{3, 1, -1, -3, 0, 0, -4, 4}));
    pto::TREM(b, a, b, tmp);
    EXPECT_EQ(Floats(b, 0, 8), (Values{3, -3, 3, -3, 0, 0, 1, -1}));
    for (size_t i = 0; i < 8; ++i) b.data()[i] = divisors[i];
    pto::TREM(a, a, b, tmp);
    EXPECT_EQ(Floats(a, 0, 8), Floats(apart, 0, 8));
    VecTile<int32_t, 1, 8> m(1, 4), n(1, 4);
    Placer()(m, n);
    for (size_t i = 0; i < 4; ++i) m.data()[i] = i % 2 == 0 ? 7 : -7, n.data()[i] = i < 2 ? 4 : -4;
    pto::TREM(n, m, n, m);
    EXPECT_EQ(Floats(n, 0, 4), (Values{3, -3, 3, -3}));
}

TEST(OverlapTest, AMaskOverItsSource) {
    VecTile<float, 4, 32> src(4, 32), other(4, 32);
    VecTile<uint8_t, 4, 32> mask(4, 4);
    Placer()(src, other);
    Over(mask, src);
    Count(src);
    pto::TCMPS(mask, src, 2.0f, CmpMode::GT);
    for (size_t r = 0; r < 4; ++r)
        for (size_t c = 0; c < 4; ++c) EXPECT_EQ(At(mask, r, c), r == 0 && c == 0 ? 0xfc : 0xff) << r << ", " << c;
    // TCMP clears the mask before it compares.
    Count(src), Count(other);
    pto::TCMP(mask, src, other, CmpMode::EQ);
    EXPECT_EQ(At(mask, 0, 0), 0);
    EXPECT_EQ(At(mask, 1, 0), 0xff);
}

TEST(OverlapTest, AMaskUnderTheSelection) {
    VecTile<int16_t, 1, 32> d(1, 32), a(1, 32), b(1, 32);
    VecTile<uint16_t, 1, 16> mask(1, 4);
    Placer()(d, a, b);
    Over(mask, d);
    for (int i = 0; i < 32; ++i) a.data()[i] = 0x00f0, b.data()[i] = 0;
    mask.data()[0] = 1, mask.data()[1] = mask.data()[2] = mask.data()[3] = 0;
    pto::TSEL(d, mask, a, b);
    // Bit 0 picks a, whose bits 4..7 pick a again; its bits are eight to an element.
    for (size_t i = 0; i < 32; ++i) EXPECT_EQ(d.data()[i], i == 0 || (i >= 4 && i < 8) ? 0x00f0 : 0) << i;
}

TEST(OverlapTest, ANarrowOperandUnderTheResult) {
    VecTile<float, 2, 8> d(2, 8), a(2, 8);
    VecTile<float, 1, 8> row(1, 8);
    ColTile<float, 8, 1> column(2, 1);
    Placer()(d, a);
    Over(row, d), Over(column, d);
    Count(a);
    for (int i = 0; i < 16; ++i) d.data()[i] = static_cast<float>(100 * i);
    pto::TCOLEXPANDADD(d, a, row);
    EXPECT_EQ(Floats(d, 0, 3), (Values{1, 102, 203}));
    EXPECT_EQ(Floats(d, 8, 3), (Values{9, 110, 211}));
    for (int i = 0; i < 16; ++i) d.data()[i] = static_cast<float>(100 * i);
    pto::TROWEXPANDADD(d, a, column);
    // Row 0 adds what it has just written, row 1 what row 0 left at element 1.
    EXPECT_EQ(Floats(d, 0, 4), (Values{1, 3, 4, 5}));
    EXPECT_EQ(Floats(d, 8, 3), (Values{12, 13, 14}));
}

TEST(OverlapTest, AConversionInPlace) {
    VecTile<int16_t, 1, 32> narrow(1, 8);
    VecTile<int32_t, 1, 16> wide(1, 8);
    Placer()(wide);
    Over(narrow, wide);
    for (int i = 0; i < 8; ++i) wide.data()[i] = i - 4;
    pto::TCVT(narrow, wide, RoundMode::CAST_RINT);
    EXPECT_EQ(Floats(narrow, 0, 8), (Values{-4, -3, -2, -1, 0, 1, 2, 3}));
    // Widening overtakes its source: element 1 is the upper half of what element 0 became.
    for (int i = 0; i < 8; ++i) narrow.data()[i] = static_cast<int16_t>(i - 4);
    pto::TCVT(wide, narrow, RoundMode::CAST_RINT);
    EXPECT_EQ(Floats(wide, 0, 4), (Values{-4, -1, -1, -1}));
}

TEST(OverlapTest, CopiesGoColumnByColumn) {
    VecTile<float, 4, 8> src(3, 8), dst(3, 8), part(2, 8);
    Placer()(src);
    Over(dst, src, 4), Over(part, src);
    Count(src);
    pto::TMOV(dst, src);
    // Each column is written from the one before, which is a copy of column 0 by then.
    EXPECT_EQ(Floats(src, 0, 9), (Values{1, 1, 1, 1, 1, 1, 1, 1, 1}));
    EXPECT_EQ(Floats(src, 9, 2), (Values{9, 9}));
    Count(src);
    pto::TEXTRACT(part, src, 1, 0);
    EXPECT_EQ(Floats(src, 0, 2), (Values{9, 10}));
    EXPECT_EQ(Floats(src, 8, 2), (Values{17, 18}));
    Count(src);
    src.SetValidShape(4, 8);
    pto::TINSERT(src, part, 1, 0);
    EXPECT_EQ(Floats(src, 8, 2), (Values{1, 2}));
    EXPECT_EQ(Floats(src, 16, 2), (Values{1, 2}));
    Count(src);
    dst.SetValidShape(2, 8);
    pto::TSCATTER<pto::MaskPattern::P1111>(dst, part);
    EXPECT_EQ(Floats(src, 7, 4), (Values{1, 1, 9, 9}));
}

TEST(OverlapTest, BlocksAreGatheredByteByByte) {
    VecTile<uint8_t, 1, 64> src(1, 64);
    VecTile<uint8_t, 1, 32> dst(1, 32);
    VecTile<uint32_t, 1, 8> offset(1, 1);
    Placer()(src, offset);
    Over(dst, src, 4);
    for (int i = 0; i < 64; ++i) src.data()[i] = static_cast<uint8_t>(i);
    offset.data()[0] = 0;
    pto::TGATHERB(dst, src, offset);
    for (size_t i = 0; i < 36; ++i) EXPECT_EQ(src.data()[i], i % 4) << i;
    EXPECT_EQ(src.data()[36], 36);
}

// The sum of the lengths of a row is taken before the row is written.
TEST(OverlapTest, LengthsUnderAConcatenation) {
    VecTile<int32_t, 2, 8> d(2, 2), a(2, 1), b(2, 1), la(2, 1), lb(2, 1), sums(2, 1);
    Placer()(d, a, b, lb, sums);
    Over(la, d);
    Count(a), Count(b);
    for (int i = 0; i < 16; ++i) la.data()[i] = lb.data()[i] = 4, sums.data()[i] = 0;
    pto::TCONCAT(d, a, b, sums, la, lb);
    EXPECT_EQ(At(sums, 0, 0), 8);
    EXPECT_EQ(At(sums, 1, 0), 8);
    EXPECT_EQ(At(d, 0, 0), 1);
    EXPECT_EQ(At(d, 1, 1), 9);
}

TEST(OverlapTest, ARowSumInsideItsSource) {
    VecTile<int16_t, 2, 16> src(2, 16), tmp(2, 16);
    ColTile<int32_t, 8, 1> dst(2, 1);
    Placer()(src, tmp);
    Over(dst, src, 32);
    for (int i = 0; i < 32; ++i) src.data()[i] = 1;
    pto::TROWSUM(dst, src, tmp);
    EXPECT_EQ(At(dst, 0, 0), 16);
    EXPECT_EQ(At(dst, 1, 0), 30);  // 16 + 0 for the two elements under the first sum, and 14 ones
}

}  // namespace
}  // namespace embedded_test
