#include "generator/splice/runtime_lane.h"

#include <gmock/gmock.h>

#include <map>

#include "base/error.h"
#include "generator/splice/splice_signature.h"
#include "tests/support/split_kernel.h"

namespace pto::gen {
namespace {

using test::SplitHead;
using test::SplitWrapper;

constexpr char kFile[] = "kernels/aiv/take.cpp";

std::string Compiled(const std::string& arguments, const std::string& body = "") {
    return SplitHead("take") + std::string(kBodyBegin) + "\n" + body + "\n" + SplitWrapper("take", arguments);
}

std::string BodyOf(const std::string& arguments, const std::string& raw, const std::string& present = "") {
    const std::string kernel = Compiled(arguments, present);
    try {
        return BodyFor(SplitKernel(kernel, kFile), "take", raw, kFile);
    } catch (const Error& error) {
        return error.what();
    }
}

std::string Undefined(const std::string& body) {
    return body + "\n#undef PYPTO_SPLIT_RUNTIME_LANE_ARG\n";
}

TEST(RuntimeLaneLine, IsThatOfTheDefinition) {
    EXPECT_EQ(RuntimeLaneLine(SplitHead("take")), 10);
    EXPECT_EQ(RuntimeLaneLine("a\n  #  define PYPTO_SPLIT_RUNTIME_LANE_ARG(x)\n"), 2);
    EXPECT_EQ(RuntimeLaneLine("// #define PYPTO_SPLIT_RUNTIME_LANE_ARG(x)\n"), 0);
    EXPECT_EQ(RuntimeLaneLine("#define PYPTO_SPLIT_RUNTIME_LANE_ARGS(x)\n"), 0);
    EXPECT_EQ(RuntimeLaneLine("#undef PYPTO_SPLIT_RUNTIME_LANE_ARG\n"), 0);
    EXPECT_EQ(RuntimeLaneLine(""), 0);
}

TEST(RuntimeLane, IsAddedWhereTheWrapperPassesOneArgumentMore) {
    EXPECT_EQ(BodyOf("p, q, __pypto_spmd_subblock_idx",
                     "AICORE void take(__gm__ float* v1, __gm__ float* v2) {\n"
                     "  TPOP<P, T, TileSplitAxis::TILE_UP_DOWN>(v3, v4);\n"
                     "}\n"),
              Undefined("static __aicore__ void take(__gm__ float* v1, __gm__ float* v2, int32_t "
                        "__pypto_runtime_subblock_idx) {\n"
                        "  TPOP<P, T, TileSplitAxis::TILE_UP_DOWN>(v3, v4 "
                        "PYPTO_SPLIT_RUNTIME_LANE_ARG(__pypto_runtime_subblock_idx));\n"
                        "}\n"));
    EXPECT_EQ(BodyOf("__pypto_spmd_subblock_idx", "AICORE void take( ) { }\n"),
              Undefined("static __aicore__ void take( int32_t __pypto_runtime_subblock_idx) { }\n"));
}

// ptoas has made the parameter: the program asks for its lane itself.
TEST(RuntimeLane, IsTheLastParameterWhereTheWrapperPassesAsMany) {
    EXPECT_EQ(BodyOf("p, __pypto_spmd_subblock_idx",
                     "AICORE void take(__gm__ float* v1, int32_t v2) {\n"
                     "  TPUSH<P, T, TileSplitAxis::TILE_LEFT_RIGHT>(v3, v4);\n"
                     "}\n"),
              Undefined("static __aicore__ void take(__gm__ float* v1, int32_t v2) {\n"
                        "  TPUSH<P, T, TileSplitAxis::TILE_LEFT_RIGHT>(v3, v4 PYPTO_SPLIT_RUNTIME_LANE_ARG(v2));\n"
                        "}\n"));
}

// The number of the block is of that type as well, and a scalar of the program's may be.
TEST(RuntimeLane, IsNoOtherParameterThatIsOfItsType) {
    EXPECT_EQ(BodyOf("p, block, blocks, __pypto_spmd_subblock_idx",
                     "AICORE void take(__gm__ float* v1, int32_t v2, int32_t v3) {\n"
                     "  TPUSH<P, T, TileSplitAxis::TILE_UP_DOWN>(v4, v5);\n"
                     "}\n"),
              Undefined("static __aicore__ void take(__gm__ float* v1, int32_t v2, int32_t v3, int32_t "
                        "__pypto_runtime_subblock_idx) {\n"
                        "  TPUSH<P, T, TileSplitAxis::TILE_UP_DOWN>(v4, v5 "
                        "PYPTO_SPLIT_RUNTIME_LANE_ARG(__pypto_runtime_subblock_idx));\n"
                        "}\n"));
}

TEST(RuntimeLane, AsksTheBodyThatIsThereWhenTheWrapperDoesNotTell) {
    const std::string raw = "AICORE void take(int32_t v1) {}\n";
    EXPECT_EQ(BodyOf("a, b, c, d", raw), Undefined("static __aicore__ void take(int32_t v1) {}\n"));
    EXPECT_EQ(BodyOf("a, b, c, d", raw, "f(int32_t __pypto_runtime_subblock_idx)"),
              Undefined("static __aicore__ void take(int32_t v1, int32_t __pypto_runtime_subblock_idx) {}\n"));
}

TEST(RuntimeLane, ReachesEverySplitCallOfTheFunctionAndNothingElse) {
    const std::string lane = " PYPTO_SPLIT_RUNTIME_LANE_ARG(v9)";
    const auto text = [&](const std::string& define, const std::string& inserted) {
        return define + " helper(int32_t v9) { TPUSH<P, T, TileSplitAxis::TILE_UP_DOWN>(v1, v2); }\n" + define +
               " take(int32_t v9) {\n"
               "  // TPUSH<P, T, TileSplitAxis::TILE_UP_DOWN>(v1, v2); pto: %x )}>\n"
               "  TPUSH<P<0, A<B>>, T, TileSplitAxis::TILE_UP_DOWN_ODD>(v1, v2" +
               inserted +
               ");\n"
               "  if (v9 > 0) {\n"
               "    TPOP <P, T, TileSplitAxis::TILE_LEFT_RIGHT_ODD> (f(v1, v2), (v3, v4)" +
               inserted +
               ", v5[0, 1], v6);\n"
               "  }\n"
               "  pto::TPOP<P, Tile<int, 1>,\n    TileSplitAxis::TILE_LEFT_RIGHT>(\n    v1,\n    make<int, 2>(v2)" +
               inserted +
               ");\n"
               "  TPUSH<P, T, TileSplitAxis::TILE_NO_SPLIT>(v1, v2);\n"
               "  TPOP<P, T>(v1, v2);\n"
               "  MY_TPUSH<P, T, TileSplitAxis::TILE_UP_DOWN>(v1, v2);\n"
               "  TFREE<P, TileSplitAxis::TILE_UP_DOWN>(v1);\n"
               "}\n" +
               define + " other() { TPOP<P, T, TileSplitAxis::TILE_UP_DOWN>(v1, v2); }\n";
    };
    EXPECT_EQ(BodyOf("lane", text("AICORE void", "")), Undefined(text("static __aicore__ void", lane)));
}

TEST(RuntimeLane, IsHandedOnByTheHeaderAlone) {
    const std::string plain = "// head\n" + std::string(kBodyBegin) + "\n\n" + SplitWrapper("take", "lane");
    EXPECT_EQ(BodyFor(SplitKernel(plain, kFile), "take", test::SplitRaw("take", "1.0f"), kFile).find("PYPTO_SPLIT"),
              std::string::npos);
}

TEST(RuntimeLane, OfACompiledKernelIsNoEdit) {
    for (const std::string arguments : {"p, r, q", "p, r, q, __pypto_spmd_subblock_idx"}) {
        const std::string body = BodyOf(arguments, test::SplitRaw("take", "1.0f"));
        const std::string kernel = Compiled(arguments, body);
        const KernelParts parts = SplitKernel(kernel, kFile);
        EXPECT_TRUE(HasBody(parts, body));
        EXPECT_EQ(SpliceBody(parts, body), kernel);
        EXPECT_EQ(BodyFor(parts, "take", test::SplitRaw("take", "1.0f"), kFile), body);
        EXPECT_NE(BodyFor(parts, "take", test::SplitRaw("take", "2.0f"), kFile), body);
    }
}

TEST(RuntimeLane, FitsTheWrappersCall) {
    const std::string arguments = "p, r, q, __pypto_spmd_subblock_idx";
    const std::string kernel = Compiled(arguments, BodyOf(arguments, test::SplitRaw("take", "1.0f")));
    const KernelParts parts = SplitKernel(kernel, kFile);
    const auto check = [&](const std::string& raw) -> std::string {
        try {
            CheckSignature({kFile, kernel, parts, "take", BodyFor(parts, "take", raw, kFile), "", "ptoas/take.pto"});
        } catch (const Error& error) {
            return error.what();
        }
        return "fits";
    };
    EXPECT_EQ(check(test::SplitRaw("take", "2.0f")), "fits");
    const std::string call = "        take(p, r, q, __pypto_spmd_subblock_idx);";
    EXPECT_EQ(check("AICORE void take(__gm__ float* v1) {}\n"),
              "kernels/aiv/take.cpp:35:5: the signature changed from take(__gm__ float*, __gm__ float*, int32_t, "
              "int32_t) to take(__gm__ float*, int32_t) in ptoas/take.pto, and this call does not fit it; recompile "
              "with ir.compile(), or make the wrapper fit\n" +
                  call + "\n        ^");
}

TEST(RuntimeLane, NamesWhatIsWrongWithTheText) {
    const std::string begin =
        "kernels/aiv/take.cpp:10: PYPTO_SPLIT_RUNTIME_LANE_ARG is defined here, but in what ptoas made ";
    const std::string end = "; correct the .pto, or recompile with ir.compile()";
    const std::string head = "\nAICORE void take(int32_t v1) {\n  ";
    const std::map<std::string, std::string> cases = {
        {"void other() {}", "'static __aicore__ void take(' stands 0 times, expected once"},
        {"AICORE void take();\nAICORE void take() {}", "'static __aicore__ void take(' stands 2 times, expected once"},
        {"\nAICORE void take(int v1 {", "the parameters of 'take' on line 2 have no end"},
        {"AICORE void take(int v1);", "the function 'take' on line 1 has no end"},
        {"AICORE void take(int v1) { {}", "the function 'take' on line 1 has no end"},
        {head + "TPUSH<P, TileSplitAxis::TILE_UP_DOWN(v1, v2); }",
         "the template arguments of TPUSH on line 3 have no end"},
        {head + "TPOP<P, TileSplitAxis::TILE_UP_DOWN> = v1; }", "TPOP on line 3 is not called, expected its arguments"},
        {head + "TPOP<P, TileSplitAxis::TILE_UP_DOWN>(v1, v2; }", "the arguments of TPOP on line 3 have no end"},
        {head + "TPUSH<P, TileSplitAxis::TILE_UP_DOWN>((v1, v2)); }",
         "TPUSH on line 3 has less than two arguments, expected the pipe and the tile"},
    };
    for (const auto& [raw, what] : cases) EXPECT_EQ(BodyOf("lane", raw), begin + what + end);
}

}  // namespace
}  // namespace pto::gen
