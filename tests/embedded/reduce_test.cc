// Reductions, with the order of additions that the device's simulator uses.
#include "support.h"

namespace embedded_test {
namespace {

TEST(Reduce, RowsAreSummedInAscendingOrder) {
    VecTile<float, 4, 64> src(3, 61), tmp(3, 61);
    ColTile<float, 8, 1> dst(3, 1);
    Placer()(src, tmp, dst);
    for (int i = 0; i < src.Numel; ++i) src.data()[i] = static_cast<float>(i % 7) * 1e7f + 0.3f;
    // The destination may have more rows than the source.
    pto::TROWSUM(dst, src, tmp);
    for (size_t r = 0; r < 3; ++r) {
        float sum = 0;
        for (size_t c = 0; c < 61; ++c) sum += At(src, r, c);
        EXPECT_EQ(At(dst, r, 0), sum);
    }
}

TEST(Reduce, HalfRowSumsAreKeptInFloatButColumnSumsAreNot) {
    VecTile<half, 16, 64> src(16, 64), tmp(16, 64);
    ColTile<half, 16, 1> rows(16, 1);
    VecTile<half, 1, 64> cols(1, 64);
    Placer()(src, tmp, rows, cols);
    for (int i = 0; i < src.Numel; ++i) src.data()[i] = half(i % 2 == 0 ? 2048.0f : 1.0f);
    pto::TROWSUM(rows, src, tmp);
    EXPECT_EQ(static_cast<float>(At(rows, 0, 0)), static_cast<float>(half(32 * 2049)));
    for (int i = 0; i < src.Numel; ++i) src.data()[i] = half(i < 64 ? 2048.0f : 1.0f);
    pto::TCOLSUM(cols, src);
    EXPECT_EQ(static_cast<float>(At(cols, 0, 0)), 2048.0f);  // 2048 + 1 rounds back to 2048, fifteen times
}

TEST(Reduce, LargestAndSmallestAndTheirPlaces) {
    VecTile<float, 8, 32> src(5, 31), tmp(5, 31);
    ColTile<float, 8, 1> values(5, 1);
    ColTile<int32_t, 8, 1> places(5, 1);
    VecTile<float, 1, 32> columns(1, 31);
    Placer()(src, tmp, values, places, columns);
    Fill(src);
    pto::TROWMAX(values, src, tmp);
    pto::TROWARGMAX(places, src, tmp);
    for (size_t r = 0; r < 5; ++r) {
        size_t best = 0;
        for (size_t c = 1; c < 31; ++c)
            if (At(src, r, c) > At(src, r, best)) best = c;
        EXPECT_EQ(At(values, r, 0), At(src, r, best));
        EXPECT_EQ(At(places, r, 0), static_cast<int32_t>(best));
    }
    pto::TCOLMIN(columns, src);
    for (size_t c = 0; c < 31; ++c) {
        float best = At(src, 0, c);
        for (size_t r = 1; r < 5; ++r) best = std::min(best, At(src, r, c));
        EXPECT_EQ(At(columns, 0, c), best);
    }
}

}  // namespace
}  // namespace embedded_test
