// Element-by-element instructions against the formula of each, in every layout and with partly valid tiles.
#include "support.h"

namespace embedded_test {
namespace {

template <typename TileT, typename Run, typename Formula>
void CheckBinary(unsigned rows, unsigned cols, Run run, Formula formula) {
    TileT d(rows, cols), a(rows, cols), b(rows, cols);
    Placer()(d, a, b);
    Fill(d, 1), Fill(a, 2), Fill(b, 3);
    const std::vector<typename TileT::DType> before(d.data(), d.data() + TileT::Numel);
    run(d, a, b);
    for (size_t r = 0; r < TileT::Rows; ++r)
        for (size_t c = 0; c < TileT::Cols; ++c) {
            const bool valid = r < rows && c < cols;
            const auto expected = valid ? formula(At(a, r, c), At(b, r, c)) : before[PlaceOf<TileT>(r, c)];
            ASSERT_EQ(static_cast<double>(At(d, r, c)), static_cast<double>(expected)) << r << ", " << c;
        }
}

template <typename TileT>
void CheckArithmetic(unsigned rows, unsigned cols) {
    using T = typename TileT::DType;
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto& b) { pto::TADD(d, a, b); }, [](T a, T b) { return T(a + b); });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto& b) { pto::TSUB(d, a, b); }, [](T a, T b) { return T(a - b); });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto& b) { pto::TMUL(d, a, b); }, [](T a, T b) { return T(a * b); });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto& b) { pto::TMAX(d, a, b); }, [](T a, T b) { return a < b ? b : a; });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto& b) { pto::TMIN(d, a, b); }, [](T a, T b) { return a < b ? a : b; });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto&) { pto::TNEG(d, a); }, [](T a, T) { return T(-a); });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto&) { pto::TABS(d, a); }, [](T a, T) { return a < T(0) ? T(-a) : a; });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto&) { pto::TRELU(d, a); }, [](T a, T) { return a < T(0) ? T(0) : a; });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto&) { pto::TADDS(d, a, T(3)); }, [](T a, T) { return T(a + T(3)); });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto&) { pto::TMULS(d, a, T(3)); }, [](T a, T) { return T(a * T(3)); });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto&) { pto::TMAXS(d, a, T(2)); },
        [](T a, T) { return a < T(2) ? T(2) : a; });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto& a, auto&) { pto::TMINS(d, a, T(2)); },
        [](T a, T) { return a < T(2) ? a : T(2); });
    CheckBinary<TileT>(
        rows, cols, [](auto& d, auto&, auto&) { pto::TEXPANDS(d, T(7)); }, [](T, T) { return T(7); });
}

TEST(Elementwise, FloatInEveryLayout) {
    CheckArithmetic<VecTile<float, 8, 40>>(8, 40);
    CheckArithmetic<VecTile<float, 8, 40>>(5, 33);
    CheckArithmetic<ColTile<float, 40, 8>>(37, 3);
    using Boxed = pto::Tile<pto::TileType::Vec, float, 32, 24, pto::BLayout::ColMajor, -1, -1, pto::SLayout::RowMajor>;
    CheckArithmetic<Boxed>(21, 19);
}

TEST(Elementwise, SixteenBitFloatsAndIntegers) {
    CheckArithmetic<VecTile<half, 4, 48>>(3, 47);
    CheckArithmetic<VecTile<bfloat16_t, 4, 48>>(4, 48);
    CheckArithmetic<VecTile<int32_t, 4, 48>>(3, 47);
    CheckArithmetic<VecTile<int16_t, 4, 48>>(3, 47);
    CheckArithmetic<VecTile<int8_t, 4, 64>>(3, 47);
}

TEST(Elementwise, SpecialValuesFollowTheComparisonsOfStdMaxAndMin) {
    VecTile<float, 1, 8> d(1, 4), a(1, 4), b(1, 4);
    Placer()(d, a, b);
    const float nan = std::nanf("");
    const float left[] = {nan, 1.0f, -0.0f, 0.0f}, right[] = {1.0f, nan, 0.0f, -0.0f};
    for (size_t i = 0; i < 4; ++i) a.data()[i] = left[i], b.data()[i] = right[i];
    pto::TMAX(d, a, b);
    EXPECT_TRUE(std::isnan(d.data()[0]));
    EXPECT_EQ(d.data()[1], 1.0f);
    EXPECT_TRUE(std::signbit(d.data()[2]));
    EXPECT_FALSE(std::signbit(d.data()[3]));
    pto::TRELU(d, a);
    EXPECT_TRUE(std::isnan(d.data()[0]));
    EXPECT_TRUE(std::signbit(d.data()[2]));
}

TEST(Elementwise, FunctionsAreCorrectlyRounded) {
    VecTile<float, 1, 32> d(1, 32), a(1, 32);
    Placer()(d, a);
    for (int i = 0; i < 32; ++i) a.data()[i] = static_cast<float>(i) * 0.37f + 0.01f;
    const auto check = [&](double (*function)(double)) {
        for (int i = 0; i < 32; ++i)
            EXPECT_EQ(d.data()[i], static_cast<float>(function(static_cast<double>(a.data()[i]))));
    };
    pto::TEXP(d, a);
    check([](double x) { return std::exp(x); });
    pto::TLOG(d, a);
    check([](double x) { return std::log(x); });
    pto::TSQRT(d, a);
    check([](double x) { return std::sqrt(x); });
    pto::TRSQRT(d, a);
    check([](double x) { return 1.0 / std::sqrt(x); });
    pto::TRECIP(d, a);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(d.data()[i], 1.0f / a.data()[i]);
    pto::TDIVS(d, 3.0f, a);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(d.data()[i], 3.0f / a.data()[i]);
}

TEST(Elementwise, RowAndColumnExpansion) {
    VecTile<float, 8, 32> d(7, 29), a(7, 29);
    ColTile<float, 8, 1> column(7, 1);
    VecTile<float, 8, 8> block(7, 8);
    VecTile<float, 1, 32> row(1, 29);
    Placer()(d, a, column, block, row);
    Fill(a), Fill(column, 1), Fill(block, 2), Fill(row, 3);
    pto::TROWEXPANDSUB(d, a, column);
    for (size_t r = 0; r < 7; ++r)
        for (size_t c = 0; c < 29; ++c) ASSERT_EQ(At(d, r, c), At(a, r, c) - At(column, r, 0));
    pto::TROWEXPANDSUB(d, column, a);
    for (size_t r = 0; r < 7; ++r)
        for (size_t c = 0; c < 29; ++c) ASSERT_EQ(At(d, r, c), At(column, r, 0) - At(a, r, c));
    pto::TROWEXPANDMUL(d, a, block);
    for (size_t r = 0; r < 7; ++r)
        for (size_t c = 0; c < 29; ++c) ASSERT_EQ(At(d, r, c), At(a, r, c) * At(block, r, c % 8));
    pto::TCOLEXPANDMUL(d, a, row);
    for (size_t r = 0; r < 7; ++r)
        for (size_t c = 0; c < 29; ++c) ASSERT_EQ(At(d, r, c), At(a, r, c) * At(row, 0, c));
    pto::TROWEXPAND(d, column);
    for (size_t r = 0; r < 7; ++r)
        for (size_t c = 0; c < 29; ++c) ASSERT_EQ(At(d, r, c), At(column, r, 0));
    pto::TCOLEXPAND(d, row);
    for (size_t r = 0; r < 7; ++r)
        for (size_t c = 0; c < 29; ++c) ASSERT_EQ(At(d, r, c), At(row, 0, c));
}

TEST(Elementwise, PartialOperandsAreTakenAsTheyAre) {
    VecTile<float, 4, 8> d(4, 8), a(3, 8), b(4, 5);
    Placer()(d, a, b);
    Fill(a), Fill(b, 1);
    pto::TPARTMAX(d, a, b);
    for (size_t r = 0; r < 4; ++r)
        for (size_t c = 0; c < 8; ++c) {
            const bool in_a = r < 3, in_b = c < 5;
            const float expected = in_a && in_b ? std::max(At(a, r, c), At(b, r, c))
                                   : in_a       ? At(a, r, c)
                                   : in_b       ? At(b, r, c)
                                                : 0.0f;
            ASSERT_EQ(At(d, r, c), expected);
        }
}

}  // namespace
}  // namespace embedded_test
