// What the cross check is made of: it must see differences, and find the instructions in the text of headers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/cross/instructions.h"
#include "tests/cross/kernel_text.h"
#include "tests/cross/operands.h"
#include "tests/cross/verdict.h"

namespace pto::cross {
namespace {

std::string DifferenceOf(const std::vector<float>& embedded, const std::vector<float>& pto_isa, int ulps) {
    return Difference(FindElement("f32"), embedded.data(), pto_isa.data(), embedded.size(), ulps);
}

TEST(CrossVerdictTest, NamesTheFirstOfTheElementsThatDiffer) {
    EXPECT_EQ(DifferenceOf({1, 2, 3}, {1, 2, 3}, 0), "");
    EXPECT_EQ(DifferenceOf({1, 2, 3, 4}, {1, 0.5, 3, 8}, 0),
              "2 of 4 elements differ, first [1]: embedded 2 (0x40000000), PTO-ISA 0.5 (0x3f000000)");
    EXPECT_NE(DifferenceOf({0.0f}, {-0.0f}, 0), "");
}

TEST(CrossVerdictTest, NanIsNanAndUnitsInTheLastPlaceAreCounted) {
    EXPECT_EQ(DifferenceOf({NAN, -NAN}, {-NAN, NAN}, 0), "");
    EXPECT_NE(DifferenceOf({NAN}, {1}, 0), "");
    EXPECT_NE(DifferenceOf({1}, {std::nextafter(1.0f, 2.0f)}, 0), "");
    EXPECT_EQ(DifferenceOf({1}, {std::nextafter(1.0f, 2.0f)}, 1), "");
    EXPECT_EQ(DifferenceOf({0.0f}, {-0.0f}, 1), "");
    const int16_t a = 7, b = 8;
    EXPECT_EQ(Difference(FindElement("s16"), &a, &b, 1, 9),
              "1 of 1 elements differ, first [0]: embedded 7 (0x0007), PTO-ISA 8 (0x0008)");
}

TEST(CrossInstructionsTest, AreFoundInDeclarations) {
    const std::string text =
        "template <typename D, typename S> inline RecordEvent TADD(D& dst, S& src);\n"
        "inline void\nTSYNC() {}\n"
        "inline bool TTEST(G& a);\n"
        "RecordEvent MGATHER(D& dst);\n"
        "template <typename... Ts> void TPACK(auto&&...) {}\n"
        "int TNOTE(int); void Fail(const char*); TADDS(dst, 1);\n";
    EXPECT_THAT(OfferedInstructions(text), testing::ElementsAre("MGATHER", "TADD", "TSYNC", "TTEST"));
    EXPECT_THAT(RefusedInstructions(text), testing::ElementsAre("TPACK"));
    EXPECT_THAT(DeclaredInstructions("PTO_INST RecordEvent\nTADD(D& d); PTO_INST void TSYNC(); void TNOT();"),
                testing::ElementsAre("TADD", "TSYNC"));
}

TEST(CrossKernelTest, PutsOperandsIntoTilesAndTakesThemOut) {
    Case one;
    one.instruction = "TADDS";
    one.label = "s16";
    one.element = "s16";
    one.call = "TADDS(dst, src, T(s[0]));";
    one.operands = {Tile("dst", "s16", 4, 32), Fixed(Tile("src", "s16", 4, 32), 3, 20),
                    Global("gm", "s16", 8, "1, 1, 1, 1, 8", "8, 8, 8, 8, 1")};
    const std::string text = KernelText({one});
    const std::string body = text.substr(text.find("// TADDS s16"));
    EXPECT_EQ(body,
              "// TADDS s16\n"
              "extern \"C\" void cross_case_0(void* const* data, const unsigned* valid, const double* s) {\n"
              "    const unsigned rows = valid[0], cols = valid[1];\n"
              "    (void)rows, (void)cols, (void)s;\n"
              "    using T = int16_t;\n"
              "    using dst_t = Tile<TileType::Vec, int16_t, 4, 32, BLayout::RowMajor, /*valid*/-1, -1, "
              "SLayout::NoneBox, 512, PadValue::Null>;\n"
              "    dst_t dst(valid[2], valid[3]);\n"
              "    TASSIGN(dst, uint64_t{4096});\n"
              "    using src_t = Tile<TileType::Vec, int16_t, 4, 32, BLayout::RowMajor, 3, 20, SLayout::NoneBox, 512, "
              "PadValue::Null>;\n"
              "    src_t src;\n"
              "    TASSIGN(src, uint64_t{4352});\n"
              "    using gm_t = GlobalTensor<int16_t, pto::Shape<1, 1, 1, 1, 8>, pto::Stride<8, 8, 8, 8, 1>, "
              "Layout::ND>;\n"
              "    gm_t gm(static_cast<int16_t*>(data[2]));\n"
              "    Put(dst, data[0]);\n"
              "    Put(src, data[1]);\n"
              "    TADDS(dst, src, T(s[0]));\n"
              "    Take(dst, data[0]);\n"
              "    Take(src, data[1]);\n"
              "}\n");
}

TEST(CrossKernelTest, PutsOperandsIntoTheMemoryOfOthers) {
    Case one;
    one.instruction = "TADD";
    one.label = "s16";
    one.call = "TADD(dst, a, b);";
    one.operands = {Tile("dst", "s16", 4, 32), Tile("a", "s16", 4, 32), Tile("b", "s16", 4, 32)};
    const Case overlaid = Overlaid(one, "shifted", {{"a", "dst", 64}, {"dst", "b", -64}});
    EXPECT_EQ(overlaid.label, "s16, shifted");
    const std::string text = KernelText({overlaid});
    EXPECT_THAT(text, testing::HasSubstr("TASSIGN(dst, uint64_t{4096});"));
    EXPECT_THAT(text, testing::HasSubstr("TASSIGN(a, uint64_t{4160});"));
    EXPECT_THAT(text, testing::HasSubstr("TASSIGN(b, uint64_t{4160});"));
    EXPECT_THAT(text, testing::HasSubstr("    Put(dst, data[0]);\n    Put(a, data[1]);\n    Put(b, data[2]);\n"));
    // What lies behind has room for the tile that reaches past the end of the other.
    Case apart = Overlaid(one, "shifted", {{"a", "dst", 64}});
    EXPECT_THAT(KernelText({apart}), testing::HasSubstr("TASSIGN(b, uint64_t{4416});"));
    EXPECT_THROW(Overlaid(one, "shifted", {{"c", "dst"}}), std::out_of_range);
}

}  // namespace
}  // namespace pto::cross
