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
    const std::string text = head + "\n" + kBegin + "\n" + body + "\n" + kEnd + "\n" + tail;
    return TensorNameOf(SplitKernel(text, "f.cpp"));
}

TEST(TensorNameOf, IsWhatTheWrapperSays) {
    for (const DescriptorName& row : kDescriptorNames) {
        const std::string wrapper = "__gm__ " + std::string(row.text) + "* x";
        EXPECT_EQ(NameIn("", "", wrapper), row.name) << row.text;
        for (const DescriptorName& other : kDescriptorNames) {
            EXPECT_EQ(NameIn("", std::string(other.text), wrapper), row.name) << row.text << " and " << other.text;
            EXPECT_EQ(NameIn(std::string(other.text), "", wrapper), row.name) << row.text << " and " << other.text;
            EXPECT_EQ(NameIn("", "", "// " + std::string(other.text) + "\n" + wrapper), row.name) << other.text;
        }
    }
    EXPECT_EQ(NameIn("", "", "MyChipTensor GlobalTensor ChipTensor_ TaskTensors x"), TensorName::kTensor);
}

TEST(TensorNameOf, AsksTheHeaderWhenTheWrapperNamesNone) {
    EXPECT_EQ(NameIn("ChipTensor", "Tensor x", ""), TensorName::kChipTensor);
    EXPECT_EQ(NameIn("TaskTensor", "Tensor x", ""), TensorName::kTaskTensor);
    EXPECT_EQ(NameIn("Tensor", "ChipTensor x", ""), TensorName::kTensor);
    EXPECT_EQ(NameIn("#include \"tensor.h\"", "GlobalTensor x", ""), TensorName::kTensor);
}

// A kernel that takes scalars only names no descriptor; what PyPTO put into the body of one from its own time stays.
TEST(TensorNameOf, AsksForTheNamesThatPtoasDoesNotPrintAtLast) {
    EXPECT_EQ(NameIn("", "template <typename ChipTensor> F(ChipTensor&)", ""), TensorName::kChipTensor);
    EXPECT_EQ(NameIn("", "template <typename TaskTensor> F(TaskTensor&)", ""), TensorName::kTaskTensor);
    EXPECT_EQ(NameIn("", "template <typename Tensor> F(Tensor&)", ""), TensorName::kTensor);
    EXPECT_EQ(NameIn("", "", ""), TensorName::kTensor);
}

TEST(BodyFor, ReadsTheRawTextAsPyPtoDoes) {
    const std::string raw = "using namespace pto;\r\nAICORE void f(Tensor* t, GlobalTensor g)\r\n";
    for (const DescriptorName& row : kDescriptorNames) {
        const std::string text = kBegin + "\n" + kEnd + "\n" + std::string(row.text);
        EXPECT_EQ(BodyFor(SplitKernel(text, "f.cpp"), "f", raw, "f.cpp"),
                  "static __aicore__ void f(" + std::string(row.text) + "* t, GlobalTensor g)\n");
    }
}

// ptoas from 0.61 on prints helpers before the functions, has `Tensor` in one of them, says in comments what a value
// was called and writes constants in 64 bits.
constexpr char kNewerRaw[] =
    "#include \"pto/pto-inst.hpp\"\n"
    "using namespace pto;\n"
    "\n"
    "template <typename Tensor>\n"
    "static AICORE inline auto PTOAS__GLOBAL_TENSOR_DATA(Tensor &view) -> decltype(view.data()) {\n"
    "  return view.data();\n"
    "}\n"
    "static AICORE inline void PTOAS__DCCI_SINGLE_CACHE_LINE(__gm__ void *p) {\n"
    "  dcci((__gm__ void*)p, cache_line_t::SINGLE_CACHE_LINE);\n"
    "}\n"
    "AICORE void f(__gm__ float* v1 /* pto: %x */, int64_t v2) {\n"
    "  const int64_t v3 = 16;  // pto: %c16(index\n"
    "  auto v4 = PTOAS__GLOBAL_TENSOR_DATA(v1) + (v3 + v2);\n"
    "}\n";

TEST(BodyFor, TakesTheHelpersOfNewerPtoas) {
    EXPECT_THAT(FindFunctions(kNewerRaw), ElementsAre("f"));
    for (const DescriptorName& row : kDescriptorNames) {
        const std::string name(row.text);
        const std::string text =
            kBegin + "\n" + kEnd + "\nvoid kernel_entry(__gm__ int64_t* args) { __gm__ " + name + "* t; }\n";
        const std::string body = BodyFor(SplitKernel(text, "f.cpp"), "f", kNewerRaw, "f.cpp");
        EXPECT_EQ(body,
                  "\n"
                  "template <typename " +
                      name +
                      ">\n"
                      "static __aicore__ inline auto PTOAS__GLOBAL_TENSOR_DATA(" +
                      name +
                      " &view) -> decltype(view.data()) {\n"
                      "  return view.data();\n"
                      "}\n"
                      "static __aicore__ inline void PTOAS__DCCI_SINGLE_CACHE_LINE(__gm__ void *p) {\n"
                      "  dcci((__gm__ void*)p, cache_line_t::SINGLE_CACHE_LINE);\n"
                      "}\n"
                      "static __aicore__ void f(__gm__ float* v1 /* pto: %x */, int64_t v2) {\n"
                      "  const int64_t v3 = 16;  // pto: %c16(index\n"
                      "  auto v4 = PTOAS__GLOBAL_TENSOR_DATA(v1) + (v3 + v2);\n"
                      "}\n");
        const std::string compiled = SpliceBody(SplitKernel(text, "f.cpp"), body);
        EXPECT_TRUE(HasBody(SplitKernel(compiled, "f.cpp"), body)) << name;
    }
}

TEST(BodyFor, RefusesABodyThatWouldBreakTheNextSplice) {
    const std::string text = kBegin + "\n" + kEnd;
    try {
        BodyFor(SplitKernel(text, "f.cpp"), "f", "// see " + kEnd + "\n", "kernels/aiv/f.cpp");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "kernels/aiv/f.cpp: the body that ptoas made contains the line '// --- Kernel entry point ---' "
                     "itself; remove it from the .pto");
    }
}

}  // namespace
}  // namespace pto::gen
