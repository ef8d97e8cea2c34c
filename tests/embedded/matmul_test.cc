// Matrix products against the plain triple loop.
#include "support.h"

namespace embedded_test {
namespace {

using pto::BLayout;
using pto::SLayout;
using pto::TileType;

template <typename In, BLayout left_layout>
void CheckProduct() {
    pto::Tile<TileType::Left, In, 32, 64, left_layout, -1, -1, SLayout::RowMajor> a(29, 61);
    pto::Tile<TileType::Right, In, 64, 48, BLayout::RowMajor, -1, -1, SLayout::ColMajor> b(61, 35);
    pto::Tile<TileType::Acc, float, 32, 48, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024> c(29, 35), d(29, 35);
    pto::Tile<TileType::Bias, float, 1, 48, BLayout::RowMajor, 1, 48> bias;
    Placer()(a, b, c, d, bias);
    Fill(a), Fill(b, 1), Fill(c, 2), Fill(bias, 3);
    const auto product = [&](size_t i, size_t j) {
        float sum = 0;
        for (size_t k = 0; k < 61; ++k)
            sum = std::fma(static_cast<float>(At(a, i, k)), static_cast<float>(At(b, k, j)), sum);
        return sum;
    };
    const auto check = [&](auto expected) {
        for (size_t i = 0; i < 29; ++i)
            for (size_t j = 0; j < 35; ++j) ASSERT_EQ(At(d, i, j), expected(i, j)) << i << ", " << j;
    };
    pto::TMATMUL(d, a, b);
    check(product);
    pto::TMATMUL_ACC(d, c, a, b);
    check([&](size_t i, size_t j) { return At(c, i, j) + product(i, j); });
    pto::TMATMUL_BIAS(d, a, b, bias);
    check([&](size_t i, size_t j) { return product(i, j) + At(bias, 0, j); });
}

TEST(Matmul, Half) {
    CheckProduct<half, BLayout::RowMajor>();
}
TEST(Matmul, HalfOtherLeftLayout) {
    CheckProduct<half, BLayout::ColMajor>();
}
TEST(Matmul, Bfloat) {
    CheckProduct<bfloat16_t, BLayout::RowMajor>();
}
TEST(Matmul, Float) {
    CheckProduct<float, BLayout::RowMajor>();
}

TEST(Matmul, FloatProductsAreFused) {
    pto::Tile<TileType::Left, float, 16, 8, BLayout::RowMajor, 16, 8, SLayout::RowMajor> a;
    pto::Tile<TileType::Right, float, 8, 16, BLayout::RowMajor, 8, 16, SLayout::ColMajor> b;
    pto::Tile<TileType::Acc, float, 16, 16, BLayout::ColMajor, 16, 16, SLayout::RowMajor, 1024> d;
    Placer()(a, b, d);
    for (int i = 0; i < a.Numel; ++i) a.data()[i] = 1.0f + static_cast<float>(i) * 0x1p-20f;
    for (int i = 0; i < b.Numel; ++i) b.data()[i] = 1.0f - static_cast<float>(i) * 0x1p-21f;
    pto::TMATMUL(d, a, b);
    for (size_t i = 0; i < 16; ++i)
        for (size_t j = 0; j < 16; ++j) {
            float sum = 0;
            for (size_t k = 0; k < 8; ++k) sum = std::fma(At(a, i, k), At(b, k, j), sum);
            ASSERT_EQ(At(d, i, j), sum);
        }
}

TEST(Matmul, Int8) {
    pto::Tile<TileType::Left, int8_t, 16, 64, BLayout::RowMajor, -1, -1, SLayout::RowMajor> a(13, 50);
    pto::Tile<TileType::Right, int8_t, 64, 32, BLayout::RowMajor, -1, -1, SLayout::ColMajor> b(50, 31);
    pto::Tile<TileType::Acc, int32_t, 16, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024> d(13, 31);
    Placer()(a, b, d);
    Fill(a), Fill(b, 1);
    pto::TMATMUL(d, a, b);
    for (size_t i = 0; i < 13; ++i)
        for (size_t j = 0; j < 31; ++j) {
            int32_t sum = 0;
            for (size_t k = 0; k < 50; ++k) sum += At(a, i, k) * At(b, k, j);
            ASSERT_EQ(At(d, i, j), sum);
        }
}

}  // namespace
}  // namespace embedded_test
