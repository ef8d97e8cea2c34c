#include "generator/splice/splice_signature.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Types(const std::string& text) {
    const auto types = ParameterTypes(text, "f");
    return types ? *types : std::vector<std::string>{"none"};
}

TEST(ParameterTypes, DropsNamesAndBlanks) {
    EXPECT_THAT(Types("AICORE void f(__gm__  float* v1, __gm__ float *v2,float v3,\n  int32_t v4) {"),
                ElementsAre("__gm__ float*", "__gm__ float*", "float", "int32_t"));
    EXPECT_THAT(Types("AICORE void f() {"), ElementsAre());
    EXPECT_THAT(Types("AICORE void f(Pair<int, float> v1, unsigned) {"), ElementsAre("Pair<int,float>", "unsigned"));
    EXPECT_THAT(Types("AICORE void g(int x) {"), ElementsAre("none"));
}

TEST(ParameterTypes, PrefersADefinitionAndSkipsComments) {
    EXPECT_THAT(Types("// void f(char c) {\nvoid f(int x);\n/* void f(long l) { */ void f(float /* in */ y) {"),
                ElementsAre("float"));
    EXPECT_THAT(Types("void f(int x);"), ElementsAre("int"));
}

TEST(FindCall, ReadsTheWrapper) {
    const auto call = FindCall(
        "// f(comment)\n"
        "    __gm__ ChipTensor* x_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[0]);\n"
        "    __gm__ float* x = reinterpret_cast<__gm__ float*>(x_tensor->buffer.addr) + x_tensor->start_offset;\n"
        "    union { uint64_t u64; float val; } s_conv;\n"
        "    float s = s_conv.val;\n"
        "    const int32_t n = get_block_idx(args);\n"
        "    auto a = n;\n"
        "    f(x, s, n, a, reinterpret_cast<__gm__ half*>(x), (int64_t)n, x + 1);\n",
        "f");
    ASSERT_TRUE(call);
    EXPECT_THAT(call->arguments,
                ElementsAre("x", "s", "n", "a", "reinterpret_cast<__gm__ half*>(x)", "(int64_t)n", "x + 1"));
    EXPECT_THAT(call->types, ElementsAre("__gm__ float*", "float", "int32_t", "", "__gm__ half*", "int64_t", ""));
    EXPECT_FALSE(FindCall("ff(x); // f(x)\n void f(int);", "f"));
}

// A kernel with `parameters` in its body and a wrapper with `locals` that calls f(`arguments`).
std::string KernelWith(const std::string& parameters, const std::string& locals, const std::string& arguments) {
    return std::string(kBodyBegin) + "\nstatic __aicore__ void f(" + parameters + ") {}\n" + std::string(kBodyEnd) +
           "\nvoid kernel_entry(__gm__ int64_t* args)\n{\n    " + locals + "\n    f(" + arguments + ");\n}\n";
}

std::string Check(const std::string& kernel, const std::string& parameters, const std::string& old_raw = {}) {
    const SignatureCheck check{"kernels/aiv/f.cpp",
                               kernel,
                               SplitKernel(kernel, "kernels/aiv/f.cpp"),
                               "f",
                               "static __aicore__ void f(" + parameters + ") {}",
                               old_raw,
                               "ptoas/f.pto"};
    try {
        CheckSignature(check);
    } catch (const Error& error) {
        return error.what();
    }
    return "fits";
}

constexpr char kLocals[] = "__gm__ float* x = g(args[0]); float s = c.val;";

TEST(CheckSignature, AcceptsTheSameAndRenamedParameters) {
    const std::string kernel = KernelWith("__gm__ float* v1, float v2", kLocals, "x, s");
    EXPECT_EQ(Check(kernel, "__gm__ float* v1, float v2"), "fits");
    EXPECT_EQ(Check(kernel, "__gm__ float *a, float b"), "fits");
}

TEST(CheckSignature, ShowsBothWhenAParameterIsAdded) {
    EXPECT_EQ(
        Check(KernelWith("__gm__ float* v1, float v2", kLocals, "x, s"), "__gm__ float* v1, float v2, int32_t v3"),
        "kernels/aiv/f.cpp:7:5: the signature changed from f(__gm__ float*, float) to f(__gm__ float*, float, int32_t) "
        "in ptoas/f.pto, and this call does not fit it; recompile with ir.compile(), or make the wrapper fit\n"
        "        f(x, s);\n"
        "        ^");
}

TEST(CheckSignature, ShowsBothWhenATypeChanges) {
    EXPECT_EQ(Check(KernelWith("__gm__ float* v1, float v2", kLocals, "x, s"), "__gm__ half* v1, float v2"),
              "kernels/aiv/f.cpp:7:5: the signature changed from f(__gm__ float*, float) to f(__gm__ half*, float) in "
              "ptoas/f.pto, and this call does not fit it; recompile with ir.compile(), or make the wrapper fit\n"
              "        f(x, s);\n"
              "        ^");
}

TEST(CheckSignature, AcceptsAWrapperThatWasEditedWithIt) {
    const std::string locals = "__gm__ half* x = g(args[0]); float s = c.val; int32_t n = 1;";
    EXPECT_EQ(
        Check(KernelWith("__gm__ float* v1, float v2", locals, "x, s, n"), "__gm__ half* v1, float v2, int32_t v3"),
        "fits");
    EXPECT_EQ(Check(KernelWith("__gm__ float* v1", "", "reinterpret_cast<__gm__ half*>(args[0])"), "__gm__ half* v1"),
              "fits");
}

TEST(CheckSignature, AsksTheOldRawTextWhenTheBodyDoesNotSay) {
    std::string kernel = KernelWith("", "", "args[0]");
    kernel.replace(kernel.find("void f()"), 8, "void h()");
    EXPECT_EQ(Check(kernel, "__gm__ half* v1"), "fits");
    EXPECT_EQ(Check(kernel, "__gm__ half* v1", "AICORE void f(__gm__ half* v1) {}"), "fits");
    EXPECT_EQ(
        Check(kernel, "__gm__ half* v1", "AICORE void f(__gm__ float* v1) {}"),
        "kernels/aiv/f.cpp:7:5: the signature changed from f(__gm__ float*) to f(__gm__ half*) in ptoas/f.pto, and "
        "this call does not fit it; recompile with ir.compile(), or make the wrapper fit\n"
        "        f(args[0]);\n"
        "        ^");
    EXPECT_EQ(
        Check(kernel, "int v1, int v2"),
        "kernels/aiv/f.cpp:7:5: the signature changed from f(args[0]) in the wrapper to f(int, int) in ptoas/f.pto, "
        "and this call does not fit it; recompile with ir.compile(), or make the wrapper fit\n"
        "        f(args[0]);\n"
        "        ^");
}

TEST(CheckSignature, SaysItOnOneLineWhateverIsInTheSources) {
    std::string kernel = KernelWith("", "", "a,\n      b +\n\t  c");
    kernel.replace(kernel.find("void f()"), 8, "void h()");
    EXPECT_EQ(
        Check(kernel, "in\x1bt v1"),
        "kernels/aiv/f.cpp:7:5: the signature changed from f(a, b + c) in the wrapper to f(in?t) in ptoas/f.pto, and "
        "this call does not fit it; recompile with ir.compile(), or make the wrapper fit\n"
        "        f(a,\n"
        "        ^");
    EXPECT_EQ(Check(KernelWith("int v1", std::string(300, ' ') + "\x1b", "x"), "int v1, int v2"),
              "kernels/aiv/f.cpp:7:5: the signature changed from f(int) to f(int, int) in ptoas/f.pto, and this call "
              "does not fit it; recompile with ir.compile(), or make the wrapper fit\n"
              "        f(x);\n"
              "        ^");
    const std::string far = std::string(250, ' ') + "f(1); //";
    EXPECT_EQ(Check(KernelWith("int v1", far, "x"), "int v1, int v2"),
              "kernels/aiv/f.cpp:6:255: the signature changed from f(int) to f(int, int) in ptoas/f.pto, and this call "
              "does not fit it; recompile with ir.compile(), or make the wrapper fit");
}

TEST(CheckSignature, LeavesWhatWasSoBeforeToTheCompiler) {
    EXPECT_EQ(Check(KernelWith("", "", "args"), ""), "fits");
    EXPECT_EQ(Check(KernelWith("int32_t v1", "int64_t n = 1;", "n"), "int32_t v1"), "fits");
    EXPECT_EQ(Check(KernelWith("int32_t v1", "", "").replace(0, 0, "") + "", "int32_t v1"), "fits");
}

}  // namespace
}  // namespace pto::gen
