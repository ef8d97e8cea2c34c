// Kernels with a runtime lane through a whole splice: what it leaves has to compile, in a simulator and for a device.
#include <gmock/gmock.h>

#include "base/file_system.h"
#include "base/process.h"
#include "generator/splice/splice.h"
#include "generator/splice/splice_unit.h"
#include "tests/support/split_kernel.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What the text of the kernel needs of PTO-ISA and the runtime; the call with a lane exists on the device alone.
constexpr char kIsa[] = R"cpp(
#include <cstdint>
#define __aicore__
#define __gm__
    namespace pto {
    enum class TileSplitAxis { TILE_NO_SPLIT, TILE_UP_DOWN };
    template <int>
    struct TPipe {
        explicit TPipe(float*) {}
    };
    struct Tile {
        explicit Tile(int) {}
    };
    template <class P, class T, TileSplitAxis>
    void TPOP(P&, T&) {}
    template <class P, class T, TileSplitAxis>
    void TPUSH(P&, T&) {}
#if !defined(__CPU_SIM)
    template <class P, class T, TileSplitAxis>
    void TPOP(P&, T&, int) {}
    template <class P, class T, TileSplitAxis>
    void TPUSH(P&, T&, int) {}
#endif
    template <class P, TileSplitAxis>
    void TFREE(P&) {}
    inline void TMULS(Tile&, Tile&, float) {}
    }  // namespace pto
)cpp";

class RuntimeLaneSpliceTest : public ::testing::Test {
  protected:
    RuntimeLaneSpliceTest() {
        space_.Write("include/pto/pto-inst.hpp", kIsa);
        space_.Write("include/tensor.h",
                     "struct Tensor { struct { unsigned long addr; } buffer; unsigned long start_offset; };\n");
        space_.Write("include/intrinsic.h", "inline int get_sub_block_id(long* args) { return int(args[0]); }\n");
        job_.files = &files_;
        job_.paths = PathsOf(space_.Root(), "prog", "", "both", ".pto-ninja/splice/both.stamp");
        job_.identity = [] { return std::string("ptoas"); };
        job_.flags = [](std::string_view) { return std::vector<std::string>(); };
        job_.assemble = [this](const std::vector<std::string>&) { return Raw(space_.Read("ptoas/both.pto")); };
        job_.print = [this](const std::string& line) { printed_.push_back(line); };
    }

    // Of both cores of the unit; the .pto of these tests is the factor.
    static std::string Raw(const std::string& factor) {
        return test::SplitRaw("take", factor) + "AICORE void give(__gm__ float* v1) { float v2 = " + factor + "; }\n";
    }

    // As PyPTO compiles the unit, with the arguments that the wrapper passes to `take`.
    void Compile(const std::string& arguments) {
        space_.Write("ptoas/both.pto", "1.0f");
        space_.Write("ptoas/both.cpp", Raw("1.0f"));
        const std::string head = test::SplitHead("take") + std::string(kBodyBegin) + "\n\n";
        const std::string kernel = head + test::SplitWrapper("take", arguments);
        const KernelParts parts = SplitKernel(kernel, "take.cpp");
        space_.Write("kernels/aiv/take.cpp", SpliceBody(parts, BodyFor(parts, "take", Raw("1.0f"), "take.cpp")));
        const std::string cube = "#include <pto/pto-inst.hpp>\n#include \"tensor.h\"\nusing namespace pto;\n" +
                                 std::string(kBodyBegin) + "\n\n" + std::string(kBodyEnd) +
                                 "\nvoid kernel_entry(long* args) { Tensor* t = (Tensor*)args; "
                                 "give((float*)t->buffer.addr); }\n";
        const KernelParts cube_parts = SplitKernel(cube, "give.cpp");
        space_.Write("kernels/aic/give.cpp",
                     SpliceBody(cube_parts, BodyFor(cube_parts, "give", Raw("1.0f"), "give.cpp")));
    }

    // What the compiler says, empty where it is content.
    std::string Compiler(const std::string& kernel, const std::string& mode) const {
        ProcessOptions options;
        options.arguments = {"c++", "-fsyntax-only",        "-std=c++17",       mode,
                             "-I",  space_.Path("include"), space_.Path(kernel)};
        const ProcessResult result = RunProcess(options);
        return result.Ok() ? "" : "failed: " + result.err;
    }

    RealFileSystem files_;
    test::TempSpace space_;
    UnitJob job_;
    std::vector<std::string> printed_;
};

TEST_F(RuntimeLaneSpliceTest, AnEditedPtoGivesWhatCompiles) {
    for (const char* arguments : {"p, r, q, __pypto_spmd_subblock_idx", "p, r, __pypto_spmd_subblock_idx"}) {
        SCOPED_TRACE(arguments);
        space_.Remove(".pto-ninja");
        Compile(arguments);
        EXPECT_EQ(SpliceUnit(job_).action, UnitAction::kNothing);
        const std::string compiled = space_.Read("kernels/aiv/take.cpp");

        space_.Write("ptoas/both.pto", "2.5f");
        EXPECT_THAT(SpliceUnit(job_).rewritten, ElementsAre("kernels/aiv/take.cpp", "kernels/aic/give.cpp"));
        const std::string edited = space_.Read("kernels/aiv/take.cpp");
        EXPECT_THAT(edited, HasSubstr("TMULS(v5, v5, 2.5f);"));
        for (const char* kernel : {"kernels/aiv/take.cpp", "kernels/aic/give.cpp"}) {
            for (const char* mode : {"-D__CPU_SIM", "-D__DEVICE"}) EXPECT_EQ(Compiler(kernel, mode), "");
        }
        EXPECT_EQ(SpliceUnit(job_).action, UnitAction::kNothing);

        space_.Write("ptoas/both.pto", "1.0f");
        SpliceUnit(job_);
        EXPECT_EQ(space_.Read("kernels/aiv/take.cpp"), compiled);
    }
}

// The check above can fail: without the lane the wrapper passes one argument too many.
TEST_F(RuntimeLaneSpliceTest, ABodyWithoutTheLaneDoesNotCompile) {
    Compile("p, r, q, __pypto_spmd_subblock_idx");
    const std::string text = space_.Read("kernels/aiv/take.cpp");
    const KernelParts parts = SplitKernel(text, "take.cpp");
    space_.Write("kernels/aiv/take.cpp", SpliceBody(parts, PreprocessRaw(Raw("1.0f"), TensorName::kTensor)));
    EXPECT_THAT(Compiler("kernels/aiv/take.cpp", "-D__DEVICE"), HasSubstr("take"));
}

// Another ptoas replaces bodies that nobody edited and keeps the others: a lane is no edit.
TEST_F(RuntimeLaneSpliceTest, ALaneIsNoEditForAnotherPtoas) {
    Compile("p, r, q, __pypto_spmd_subblock_idx");
    SpliceUnit(job_);
    job_.identity = [] { return std::string("another ptoas"); };
    job_.assemble = [](const std::vector<std::string>&) { return "// newer\n" + Raw("1.0f"); };
    const UnitResult result = SpliceUnit(job_);
    EXPECT_THAT(result.rewritten, ElementsAre("kernels/aiv/take.cpp", "kernels/aic/give.cpp"));
    EXPECT_THAT(result.kept, IsEmpty());
}

}  // namespace
}  // namespace pto::gen
