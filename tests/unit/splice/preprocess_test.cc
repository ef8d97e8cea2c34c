#include "generator/splice/preprocess.h"

#include <gmock/gmock.h>

#include <ostream>
#include <string>
#include <string_view>

#include "generator/splice/preprocess_mgather.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;

struct Case {
    std::string_view name;
    std::string_view raw;
    std::string_view body;
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.name;
}

// Inputs and the bytes that PyPTO gives for them, recorded by running it.
constexpr Case kCases[] = {
    {"EntryWithoutGlobal", "AICORE void f(__gm__ float* v1) {}\n", "static __aicore__ void f(__gm__ float* v1) {}\n"},
    {"EntryWithGlobal", "__global__ AICORE void f() {}\n", "static __aicore__ void f() {}\n"},
    {"EntryWithExternC", "extern \"C\" __global__ AICORE void f() {}\n", "static __aicore__ void f() {}\n"},
    {"EntryWithOddBlanks",
     "extern  \"C\"\n"
     "__global__\t AICORE  void f() {}\n"
     "extern\"C\"AICORE\n"
     "void g() {}\n",
     "static __aicore__ void f() {}\n"
     "static __aicore__ void g() {}\n"},
    {"ExternCOfSomethingElseStays",
     "extern \"C\" int x;\n"
     "extern \"C\" { AICORE void f(); }\n",
     "extern \"C\" int x;\n"
     "extern \"C\" { static __aicore__ void f(); }\n"},
    {"HelperKeepsItsQualifiers",
     "static AICORE inline void tail(int m) {}\n"
     "AICORE int g() { return AICORE_MAX; }\n",
     "static __aicore__ inline void tail(int m) {}\n"
     "__aicore__ int g() { return AICORE_MAX; }\n"},
    {"WordWithinAName",
     "XAICORE void f();\n"
     "MY_AICORE AICORE_2 AICORE\n",
     "Xstatic __aicore__ void f();\n"
     "MY_AICORE AICORE_2 __aicore__\n"},
    {"TensorAsAWholeWord", "Tensor* a; GlobalTensor<float> b; Tensor<int>::x; TensorMap c; _Tensor d; 2Tensor e;\n",
     "ChipTensor* a; GlobalTensor<float> b; ChipTensor<int>::x; TensorMap c; _Tensor d; 2Tensor e;\n"},
    {"TensorInACommentToo",
     "// a Tensor\n"
     "\"Tensor\"\n",
     "// a ChipTensor\n"
     "\"ChipTensor\"\n"},
    {"WordsNextToOtherAlphabets",
     "\303\251Tensor Tensor\303\251 Tensor\314\200 \344\272\224Tensor \303\251AICORE AICORE\302\262\n",
     "\303\251Tensor Tensor\303\251 ChipTensor\314\200 \344\272\224Tensor \303\251AICORE AICORE\302\262\n"},
    {"IncludesDropped",
     "#include \"pto/pto-inst.hpp\"\n"
     "  #include <cstdint>\n"
     "\t#include \"tensor.h\"  // descriptor\n"
     "#include <vector> // for cstdint\n"
     "#include <cmath>\n"
     "# include <cstdint>\n",
     "#include <cmath>\n"
     "# include <cstdint>\n"},
    {"UsingDropped",
     "using namespace pto;\n"
     "  using namespace pto;\t\n"
     "using namespace pto; // x\n"
     "using namespace pto::x;\n",
     "using namespace pto; // x\n"
     "using namespace pto::x;\n"},
    {"FftsDropped",
     "  set_ffts_base_addr(v1); more();\n"
     "x = set_ffts_base_addr(v1);\n",
     "x = set_ffts_base_addr(v1);\n"},
    {"LastLineWithoutEnd",
     "x\n"
     "using namespace pto;",
     "x\n"},
    {"EmptyText", "", ""},
    {"CarriageReturnsOfTheTextStay",
     "using namespace pto;\r\n"
     "AICORE void f();\r\n"
     "x\rusing namespace pto;\ry",
     "static __aicore__ void f();\r\n"
     "x\ry"},
    {"OtherLineEndsSplitToo",
     "a\013using namespace pto;\014b\034using namespace pto;\302\205c\342\200\250using namespace pto;\342\200\251d\n",
     "a\013b\034c\342\200\250d\n"},
    {"OtherBlanksCount",
     "\343\200\200using namespace pto;\302\240\n"
     "AICORE\343\200\200void f();\n"
     "__global__\037AICORE\302\205void g();\n",
     "static __aicore__ void f();\n"
     "static __aicore__ void g();\n"},
    {"MgatherOfThree",
     "AICORE void k() {\n"
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER<pto::Coalesce::Row>(d, t, i);\n"
     "}\n",
     "static __aicore__ void k() {\n"
     "  MGATHER<pto::Coalesce::Row>(dst, table, idx);\n"
     "}\n"},
    {"MgatherWithoutTemplate",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d,t ,\ti);\n",
     "  MGATHER(dst, table, idx);\n"},
    {"MgatherOfFour",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  __gm__ float* s = (__gm__ float*) scratch;\n"
     "  MGATHER<pto::Coalesce::Elem>(d, t, i, s);\n",
     "  MGATHER<pto::Coalesce::Elem>(dst, table, idx, scratch);\n"},
    {"MgatherScratchThatIsNoAlias",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i, scratch);\n",
     "  MGATHER(dst, table, idx, scratch);\n"},
    {"MgatherScratchUsedTwice",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  __gm__ float* s = (__gm__ float*) scratch;\n"
     "  use(s);\n"
     "  MGATHER(d, t, i, s);\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  __gm__ float* s = (__gm__ float*) scratch;\n"
     "  use(s);\n"
     "  MGATHER(d, t, i, s);\n"},
    {"MgatherAliasUsedElsewhere",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  consume(d);\n"
     "  MGATHER(d, t, i);\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  consume(d);\n"
     "  MGATHER(d, t, i);\n"},
    {"MgatherAliasUsedAfterwards",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i);\n"
     "  consume(i); // later\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i);\n"
     "  consume(i); // later\n"},
    {"MgatherAliasNamedInAComment",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  // d\n"
     "  MGATHER(d, t, i);\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  // d\n"
     "  MGATHER(d, t, i);\n"},
    {"MgatherAliasDefinedAfterwards",
     "  MGATHER(d, t, i);\n"
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n",
     "  MGATHER(d, t, i);\n"
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"},
    {"MgatherOperandThatIsNoAlias",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, table, i);\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, table, i);\n"},
    {"MgatherNamesReusedInSeveralFunctions",
     "AICORE void a() {\n"
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i);\n"
     "}\n"
     "AICORE void b() {\n"
     "  __ubuf__ float* d = dst2.data();\n"
     "  __gm__ float* t = (__gm__ float*) table2;\n"
     "  __cbuf__ int32_t* i = idx2.data();\n"
     "  MGATHER(d, t, i);\n"
     "}\n",
     "static __aicore__ void a() {\n"
     "  MGATHER(dst, table, idx);\n"
     "}\n"
     "static __aicore__ void b() {\n"
     "  MGATHER(dst2, table2, idx2);\n"
     "}\n"},
    {"MgatherRedefinedBetween",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  __ubuf__ float* d = other.data();\n"
     "  MGATHER(d, t, i);\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  MGATHER(other, table, idx);\n"},
    {"MgatherTwiceOnALine",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i); MGATHER(d, t, i);\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i); MGATHER(d, t, i);\n"},
    {"MgatherFirstOfALineDecides",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(x, y, z); MGATHER(d, t, i);\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(x, y, z); MGATHER(d, t, i);\n"},
    {"MgatherWithinAName",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  XMGATHER(d, t, i);\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  XMGATHER(d, t, i);\n"},
    {"MgatherAliasOfItsOwnName",
     "  __ubuf__ float* d = d.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i);\n",
     "  __ubuf__ float* d = d.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i);\n"},
    {"MgatherDefinitionWithMoreOnItsLine",
     "  __ubuf__ float* d = dst.data(); x();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i);\n",
     "  __ubuf__ float* d = dst.data(); x();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d, t, i);\n"},
    {"MgatherSpread",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d,\n"
     " t, i);\n",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = idx.data();\n"
     "  MGATHER(d,\n"
     " t, i);\n"},
    {"MgatherSameWrapperTwice",
     "  __ubuf__ float* d = dst.data();\n"
     "  __gm__ float* t = (__gm__ float*) table;\n"
     "  __cbuf__ int32_t* i = dst.data();\n"
     "  MGATHER(d, t, i);\n",
     "  MGATHER(dst, table, dst);\n"},
};

class PreprocessRecorded : public ::testing::TestWithParam<Case> {};

TEST_P(PreprocessRecorded, GivesTheBytesOfPyPto) {
    EXPECT_EQ(PreprocessRaw(GetParam().raw, TensorName::kChipTensor), GetParam().body);
}

INSTANTIATE_TEST_SUITE_P(PyPto, PreprocessRecorded, ::testing::ValuesIn(kCases),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Preprocess, KeepsTensorForAWrapperThatSaysTensor) {
    EXPECT_EQ(PreprocessRaw("AICORE void f(Tensor* t); GlobalTensor g;", TensorName::kTensor),
              "static __aicore__ void f(Tensor* t); GlobalTensor g;");
}

TEST(Preprocess, CarriesBytesThatAreNotUtf8) {
    EXPECT_EQ(PreprocessRaw("// \xff\xfe\nTensor \xff AICORE void f\n", TensorName::kChipTensor),
              "// \xff\xfe\nChipTensor \xff static __aicore__ void f\n");
}

TEST(Preprocess, OfABodyChangesNothing) {
    const std::string body = PreprocessRaw("__global__ AICORE void f(Tensor* t);\n", TensorName::kChipTensor);
    EXPECT_EQ(PreprocessRaw(body, TensorName::kChipTensor), body);
}

TEST(UniversalNewlines, MakesLineFeedsOfAllThree) {
    EXPECT_EQ(UniversalNewlines("a\r\nb\rc\nd\r\r\ne\r"), "a\nb\nc\nd\n\ne\n");
    EXPECT_EQ(UniversalNewlines(""), "");
}

TEST(PythonLines, KeepsTheEnds) {
    EXPECT_THAT(PythonLines("a\r\nb\n\nc\rd\v\x1c"), ElementsAre("a\r\n", "b\n", "\n", "c\r", "d\v", "\x1c"));
    EXPECT_THAT(PythonLines(""), ElementsAre());
    EXPECT_THAT(PythonLines("a\x1f"), ElementsAre("a\x1f"));
}

TEST(RestoreMgatherOperands, LeavesATextWithoutMgatherAlone) {
    const std::string text = "  __ubuf__ float* d = dst.data();\n";
    EXPECT_EQ(RestoreMgatherOperands(text), text);
}

}  // namespace
}  // namespace pto::gen
