// Every way to reach outside a buffer, a tile or an allocation ends in a message that names the instruction.
#include "support.h"

namespace embedded_test {
namespace {

using pto::TASSIGN;

TEST(Bounds, OffsetsAndPointers) {
    FakeCore core;
    VecTile<float, 8, 32> tile(8, 32), alias(8, 32);
    TASSIGN(tile, 1024);
    EXPECT_EQ(reinterpret_cast<char*>(tile.data()), core.buffer(pto_ninja::LocalBuffer::kVec) + 1024);
    TASSIGN(alias, reinterpret_cast<uint64_t>(tile.data()));
    EXPECT_EQ(alias.data(), tile.data());
    EXPECT_EQ(FaultOf([&] { TASSIGN(tile, 7680); }),
              "TASSIGN: tile of 1024 bytes at offset 7680 ends past the 8192 bytes of the vector buffer");
    EXPECT_EQ(FaultOf([&] { TASSIGN(tile, 9000); }),
              "TASSIGN: tile of 1024 bytes at offset 9000 ends past the 8192 bytes of the vector buffer");
    EXPECT_EQ(FaultOf([&] { TASSIGN(tile, uint64_t{0x123456789000}); }),
              "TASSIGN: address 0x123456789000 lies in none of the buffers of this core");
}

TEST(Bounds, AViewMayReachPastTheEndOnlyWhereItIsNotValid) {
    FakeCore core;
    VecTile<float, 16, 64> whole(16, 64);
    VecTile<float, 8, 64> view(8, 32);
    TASSIGN(whole, 4096);
    TASSIGN(view, reinterpret_cast<uint64_t>(whole.data() + 8 * 64 + 32));
    EXPECT_EQ(FaultOf([&] { pto::TADDS(view, view, 1.0f); }), "no fault");
    view.SetValidShape(8, 33);
    EXPECT_EQ(FaultOf([&] { pto::TADDS(view, view, 1.0f); }),
              "TADDS: 8x33 elements of a 8x64 tile reach past the end of their buffer");
}

TEST(Bounds, ShapesThatDoNotFit) {
    FakeCore core;
    VecTile<float, 8, 32> a(8, 32), small(4, 32), unplaced(8, 32);
    VecTile<float, 4, 32> four(4, 32);
    Placer()(a, small, four);
    small.SetValidShape(9, 32);
    EXPECT_EQ(FaultOf([&] { pto::TADD(a, small, a); }), "TADD: valid shape 9x32 exceeds the tile's 8x32");
    EXPECT_EQ(FaultOf([&] { pto::TEXP(a, unplaced); }),
              "TEXP: a tile of 8x32 has no memory, it was never given any by TASSIGN");
    EXPECT_EQ(FaultOf([&] { pto::TMUL(a, a, four); }),
              "TMUL: rows 0..8, columns 0..32 of a source are needed, whose tile is 4x32");
    EXPECT_EQ(FaultOf([&] { pto::TEXTRACT(four, a, 6, 0); }),
              "TEXTRACT: rows 6..10, columns 0..32 of src are needed, whose tile is 8x32");
    EXPECT_EQ(FaultOf([&] { pto::TINSERT(a, four, 0, 1); }),
              "TINSERT: rows 0..4, columns 1..33 of dst are needed, whose tile is 8x32");
    EXPECT_EQ(FaultOf([&] { a.SetValue(256, 1.0f); }), "SetValue: offset 256 is past the 256 elements of the tile");
}

TEST(Bounds, GlobalAccessIsCheckedFromFirstToLastByte) {
    FakeCore core;
    VecTile<float, 4, 8> tile(3, 5);
    Placer()(tile);
    using Global = pto::GlobalTensor<float, pto::Shape<1, 1, 1, 3, 5>, pto::Stride<1, 1, 1, 100, 2>>;
    Global inside(core.global() + 10);
    pto::TLOAD(tile, inside);
    EXPECT_EQ(core.first_byte, 40);
    EXPECT_EQ(core.bytes, (2 * 100 + 4 * 2 + 1) * sizeof(float));
    Global outside(core.global() + 1024 - 208);
    EXPECT_EQ(FaultOf([&] { pto::TLOAD(tile, outside); }), "TLOAD reads outside");
    EXPECT_EQ(FaultOf([&] { pto::TSTORE(outside, tile); }), "TSTORE writes outside");
}

TEST(Bounds, IndicesOutOfRange) {
    FakeCore core;
    VecTile<float, 4, 8> src(4, 8), dst(1, 8);
    VecTile<int32_t, 4, 8> index(1, 8), tmp(1, 8);
    Placer()(src, dst, index, tmp);
    for (int i = 0; i < 8; ++i) index.data()[i] = i;
    index.data()[3] = 32;
    EXPECT_EQ(FaultOf([&] { pto::TGATHER(dst, src, index, tmp); }), "TGATHER: index 32 is outside 0..31");
    index.data()[3] = -1;
    EXPECT_EQ(FaultOf([&] { pto::TSCATTER(src, dst, index); }), "TSCATTER: index -1 is outside 0..31");
    pto::GlobalTensor<float, pto::Shape<1, 1, 1, 2, 8>, pto::Stride<16, 16, 16, 8, 1>> table(core.global());
    EXPECT_EQ(FaultOf([&] { pto::MGATHER(dst, table, index); }), "MGATHER: index -1 is outside 0..15");
    VecTile<int32_t, 1, 8> divisors(1, 8), numbers(1, 8);
    Placer()(divisors, numbers);
    pto::TEXPANDS(divisors, 0);
    EXPECT_EQ(FaultOf([&] { pto::TDIV(numbers, numbers, divisors); }), "TDIV: integer division by zero");
    EXPECT_EQ(FaultOf([&] { trap(); }), "trap: the kernel stopped itself");
}

}  // namespace
}  // namespace embedded_test
