#include "generator/splice/splice.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;

const std::string kBegin(kBodyBegin);
const std::string kEnd(kBodyEnd);

std::string ErrorOf(const std::string& text) {
    try {
        SplitKernel(text, "kernels/aiv/f.cpp");
    } catch (const Error& error) {
        EXPECT_FALSE(TrySplitKernel(text));
        return error.what();
    }
    return "no error";
}

TEST(FindFunctions, TakesEveryShapeThatPtoasHasPrinted) {
    EXPECT_THAT(FindFunctions("__global__ AICORE void a(int x) {}\n"
                              "AICORE void b() {}\n"
                              "extern \"C\" __global__  AICORE\tvoid c\n(int y) {}\n"
                              "static AICORE inline void helper(int z) {}\n"
                              "AICORE int number() {}\n"
                              "AICORE void b();\n"),
                ElementsAre("a", "b", "c"));
    EXPECT_THAT(FindFunctions(""), ElementsAre());
}

TEST(SplitKernel, CutsNextToTheSentinels) {
    const std::string text = "head\n" + kBegin + "\nbody\n" + kEnd + "\ntail";
    const KernelParts parts = SplitKernel(text, "f.cpp");
    EXPECT_EQ(parts.head, "head\n" + kBegin);
    EXPECT_EQ(parts.body, "\nbody\n");
    EXPECT_EQ(parts.tail, kEnd + "\ntail");
    EXPECT_FALSE(HasNoSentinel(text));
}

TEST(SplitKernel, RefusesAMissingSentinel) {
    EXPECT_EQ(ErrorOf("x\n" + kEnd),
              "kernels/aiv/f.cpp: the line '// --- ptoas-generated code ---' is missing, so there is no place for the "
              "body that ptoas made; restore it, or recompile with ir.compile()");
    EXPECT_EQ(
        ErrorOf(kBegin + "\nx"),
        "kernels/aiv/f.cpp: the line '// --- Kernel entry point ---' is missing, so there is no place for the body "
        "that ptoas made; restore it, or recompile with ir.compile()");
    EXPECT_TRUE(HasNoSentinel("x"));
}

TEST(SplitKernel, RefusesSentinelsInTheWrongOrder) {
    EXPECT_EQ(ErrorOf("a\n" + kEnd + "\nb\n" + kBegin + "\n"),
              "kernels/aiv/f.cpp:2: '// --- Kernel entry point ---' stands before '// --- ptoas-generated code ---' "
              "(line 4), expected after it; restore it, or recompile with ir.compile()");
}

TEST(SplitKernel, RefusesASecondSentinel) {
    EXPECT_EQ(
        ErrorOf(kBegin + "\nold\n" + kBegin + "\nnew\n" + kEnd),
        "kernels/aiv/f.cpp:3: '// --- ptoas-generated code ---' stands here and on line 1, expected once; restore "
        "it, or recompile with ir.compile()");
    EXPECT_EQ(
        ErrorOf(kBegin + "\n" + kEnd + "\n\n" + kEnd),
        "kernels/aiv/f.cpp:4: '// --- Kernel entry point ---' stands here and on line 2, expected once; restore it, "
        "or recompile with ir.compile()");
}

TEST(SpliceBody, KeepsHeaderAndWrapperByteForByte) {
    const std::string head = "// mine\r\n\t#define X \xff\n" + kBegin;
    const std::string tail = kEnd + "\r\nvoid kernel_entry() { f(); }  \n\n";
    const std::string text = head + "\r\nold\r\n" + tail;
    EXPECT_EQ(SpliceBody(SplitKernel(text, "f.cpp"), "new"), head + "\nnew\n" + tail);
}

TEST(HasBody, DoesNotLookAtLineEnds) {
    const std::string text = kBegin + "\r\na\r\nb\r\n\r\n" + kEnd;
    const KernelParts parts = SplitKernel(text, "f.cpp");
    EXPECT_TRUE(HasBody(parts, "a\nb\n"));
    EXPECT_FALSE(HasBody(parts, "a\nb"));
    EXPECT_FALSE(HasBody(parts, "a\nc\n"));
    const std::string glued = kBegin + "\n" + kEnd;
    EXPECT_FALSE(HasBody(SplitKernel(glued, "f.cpp"), ""));
}

TensorName NameIn(const std::string& head, const std::string& body, const std::string& tail) {
    const std::string text = head + kBegin + body + kEnd + tail;
    return TensorNameOf(SplitKernel(text, "f.cpp"));
}

TEST(TensorNameOf, IsWhatTheWrapperSays) {
    EXPECT_EQ(NameIn("", "", "__gm__ ChipTensor* x"), TensorName::kChipTensor);
    EXPECT_EQ(NameIn("", "", "__gm__ Tensor* x"), TensorName::kTensor);
    EXPECT_EQ(NameIn("", "ChipTensor", "__gm__ Tensor* x"), TensorName::kTensor);
    EXPECT_EQ(NameIn("", "Tensor", "__gm__ ChipTensor* x"), TensorName::kChipTensor);
    EXPECT_EQ(NameIn("", "", "MyChipTensor GlobalTensor ChipTensor_ x"), TensorName::kTensor);
}

TEST(TensorNameOf, AsksTheRestOfTheFileWhenTheWrapperNamesNone) {
    EXPECT_EQ(NameIn("", "ChipTensor* t", ""), TensorName::kChipTensor);
    EXPECT_EQ(NameIn("ChipTensor", "GlobalTensor x", ""), TensorName::kChipTensor);
    EXPECT_EQ(NameIn("", "", ""), TensorName::kTensor);
}

TEST(BodyFor, ReadsTheRawTextAsPyPtoDoes) {
    const std::string text = kBegin + "\n" + kEnd + " ChipTensor";
    const KernelParts parts = SplitKernel(text, "f.cpp");
    EXPECT_EQ(BodyFor(parts, "using namespace pto;\r\nAICORE void f(Tensor* t)\r\n", "f.cpp"),
              "static __aicore__ void f(ChipTensor* t)\n");
}

TEST(BodyFor, RefusesABodyThatWouldBreakTheNextSplice) {
    const std::string text = kBegin + "\n" + kEnd;
    try {
        BodyFor(SplitKernel(text, "f.cpp"), "// see " + kEnd + "\n", "kernels/aiv/f.cpp");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "kernels/aiv/f.cpp: the body that ptoas made contains the line '// --- Kernel entry point ---' "
                     "itself; remove it from the .pto");
    }
}

}  // namespace
}  // namespace pto::gen
