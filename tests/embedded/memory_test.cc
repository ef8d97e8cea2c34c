// TLOAD, TSTORE, MGATHER and MSCATTER: every layout of global memory, strides, padding, conversion, atomic addition.
#include "support.h"

namespace embedded_test {
namespace {

using pto::Layout;

template <typename T>
std::vector<T> Inputs(size_t count, size_t seed = 0) {
    std::vector<T> values(count);
    for (size_t i = 0; i < count; ++i) values[i] = InputValue<T>(i + seed);
    return values;
}

TEST(Memory, RowsRunThroughTheOuterDimensions) {
    std::vector<float> in = Inputs<float>(4096);
    using Global = pto::GlobalTensor<float, pto::Shape<1, 2, 1, -1, -1>, pto::Stride<1, 1000, 1, -1, 2>>;
    Global global(in.data(), pto::Shape<1, 2, 1, -1, -1>(3, 20), pto::Stride<1, 1000, 1, -1, 2>(50));
    VecTile<float, 8, 32> tile(6, 20);
    Placer()(tile);
    pto::TLOAD(tile, global);
    for (size_t r = 0; r < 8; ++r)
        for (size_t c = 0; c < 32; ++c)
            ASSERT_EQ(At(tile, r, c), r < 6 && c < 20 ? in[r / 3 * 1000 + r % 3 * 50 + c * 2] : 0.0f);
}

TEST(Memory, ColumnMajorAndBoxedLayouts) {
    std::vector<float> in = Inputs<float>(2048);
    ColTile<float, 32, 4> column(32, 4);
    MatTile<float, 32, 16> boxed(32, 16), from_rows(29, 11);
    Placer()(column, boxed, from_rows);
    pto::GlobalTensor<float, pto::Shape<1, 1, 1, 32, 4>, pto::Stride<128, 128, 128, 1, 40>, Layout::DN> dn(in.data());
    pto::TLOAD(column, dn);
    pto::GlobalTensor<float, pto::Shape<1, 2, 2, 16, 8>, pto::Stride<512, 256, 128, 8, 1>, Layout::NZ> nz(in.data());
    pto::TLOAD(boxed, nz);
    pto::GlobalTensor<float, pto::Shape<1, 1, 1, 29, 11>, pto::Stride<1, 1, 1, 20, 1>> nd(in.data());
    pto::TLOAD(from_rows, nd);
    for (size_t r = 0; r < 32; ++r) {
        for (size_t c = 0; c < 4; ++c) ASSERT_EQ(At(column, r, c), in[r + c * 40]);
        for (size_t c = 0; c < 16; ++c) {
            ASSERT_EQ(At(boxed, r, c), in[c / 8 * 256 + r / 16 * 128 + r % 16 * 8 + c % 8]);
            ASSERT_EQ(At(from_rows, r, c), r < 29 && c < 11 ? in[r * 20 + c] : 0.0f);
        }
    }
}

// What is loaded of a parameter in NZ blocks: whole blocks of a larger matrix, here of 48 x 96 from row 16, column 32.
TEST(Memory, AWindowOfBlocks) {
    std::vector<int8_t> in = Inputs<int8_t>(48 * 96);
    MatTile<int8_t, 32, 64> window(32, 64);
    Placer()(window);
    pto::GlobalTensor<int8_t, pto::Shape<1, 2, 2, 16, 32>, pto::Stride<4608, 1536, 512, 32, 1>, Layout::NZ> global(
        in.data() + 1536 + 512);
    pto::TLOAD(window, global);
    using Dynamic =
        pto::GlobalTensor<int8_t, pto::Shape<-1, -1, -1, -1, -1>, pto::Stride<-1, -1, -1, -1, -1>, Layout::NZ>;
    Dynamic view(in.data() + 1536 + 512, {1, 2, 2, 16, 32}, {4608, 1536, 512, 32, 1});
    MatTile<int8_t, 32, 64> same(32, 64);
    Placer()(same);
    pto::TLOAD(same, view);
    for (size_t r = 0; r < 32; ++r) {
        for (size_t c = 0; c < 64; ++c) {
            const size_t row = r + 16, column = c + 32;
            const int8_t expected = in[column / 32 * 1536 + row / 16 * 512 + row % 16 * 32 + column % 32];
            ASSERT_EQ(At(window, r, c), expected);
            ASSERT_EQ(At(same, r, c), expected);
        }
    }
}

TEST(Memory, PaddingSurroundsTheValidElements) {
    std::vector<half> in = Inputs<half>(64);
    pto::Tile<pto::TileType::Vec, half, 4, 16, pto::BLayout::RowMajor, -1, -1, pto::SLayout::NoneBox, 512,
              pto::PadValue::Min>
        tile(2, 5);
    Placer()(tile);
    pto::GlobalTensor<half, pto::Shape<1, 1, 1, 2, 5>, pto::Stride<16, 16, 16, 16, 1>> global(in.data());
    pto::TLOAD(tile, global);
    for (size_t r = 0; r < 4; ++r)
        for (size_t c = 0; c < 16; ++c) ASSERT_EQ(At(tile, r, c).bits, r < 2 && c < 5 ? in[r * 16 + c].bits : 0xfc00);
}

TEST(Memory, AccumulatorsAreConvertedOnTheWayOut) {
    pto::Tile<pto::TileType::Acc, float, 16, 16, pto::BLayout::ColMajor, -1, -1, pto::SLayout::RowMajor, 1024> acc(11,
                                                                                                                   13);
    Placer()(acc);
    for (int i = 0; i < acc.Numel; ++i) acc.data()[i] = static_cast<float>(i - 100) * 1.001f;
    std::vector<half> out(16 * 16, half(7));
    using Global = pto::GlobalTensor<half, pto::Shape<1, 1, 1, 11, 13>, pto::Stride<1, 1, 1, 16, 1>>;
    Global global(out.data());
    pto::TSTORE(global, acc);
    for (size_t r = 0; r < 16; ++r)
        for (size_t c = 0; c < 16; ++c)
            ASSERT_EQ(out[r * 16 + c].bits, r < 11 && c < 13 ? half(At(acc, r, c)).bits : half(7).bits);
    pto::TSTORE<decltype(acc), Global, pto::AtomicType::AtomicAdd>(global, acc);
    for (size_t r = 0; r < 11; ++r)
        for (size_t c = 0; c < 13; ++c)
            ASSERT_EQ(out[r * 16 + c].bits, (half(At(acc, r, c)) + half(At(acc, r, c))).bits);
    pto::TSTORE<decltype(acc), Global, pto::AtomicType::AtomicNone, pto::ReluPreMode::NormalRelu>(global, acc);
    for (size_t r = 0; r < 11; ++r)
        for (size_t c = 0; c < 13; ++c) ASSERT_EQ(out[r * 16 + c].bits, half(std::max(At(acc, r, c), 0.0f)).bits);
}

TEST(Memory, GatherAndScatterByElementAndByRow) {
    std::vector<float> table = Inputs<float>(16 * 8);
    pto::GlobalTensor<float, pto::Shape<1, 1, 1, 16, 8>, pto::Stride<128, 128, 128, 8, 1>> global(table.data());
    VecTile<float, 4, 8> dst(3, 8);
    VecTile<int32_t, 4, 8> index(3, 8);
    VecTile<int32_t, 1, 8> rows(1, 3);
    Placer()(dst, index, rows);
    for (int i = 0; i < index.Numel; ++i) index.data()[i] = i * 29 % 128;
    for (int i = 0; i < 8; ++i) rows.data()[i] = i * 5 % 16;
    pto::MGATHER(dst, global, index);
    for (size_t r = 0; r < 3; ++r)
        for (size_t c = 0; c < 8; ++c) ASSERT_EQ(At(dst, r, c), table[static_cast<size_t>(At(index, r, c))]);
    pto::MGATHER<pto::Coalesce::Row>(dst, global, rows);
    for (size_t r = 0; r < 3; ++r)
        for (size_t c = 0; c < 8; ++c) ASSERT_EQ(At(dst, r, c), table[static_cast<size_t>(rows.data()[r]) * 8 + c]);
    index.data()[0] = 500;
    pto::MGATHER<pto::Coalesce::Elem, pto::GatherOOB::Wrap>(dst, global, index);
    EXPECT_EQ(At(dst, 0, 0), table[500 % 128]);
    pto::MGATHER<pto::GatherOOB::Zero>(dst, global, index);
    EXPECT_EQ(At(dst, 0, 0), 0.0f);
    Fill(dst, 4);
    pto::MSCATTER<pto::Coalesce::Row>(global, dst, rows);
    for (size_t r = 0; r < 3; ++r)
        for (size_t c = 0; c < 8; ++c) ASSERT_EQ(table[static_cast<size_t>(rows.data()[r]) * 8 + c], At(dst, r, c));
}

}  // namespace
}  // namespace embedded_test
