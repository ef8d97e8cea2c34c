// Inputs of parameters whose layout is NZ: callers use the logical shape, the manifest has the one in blocks.
#include <gmock/gmock.h>

#include "runtime/app/save_outputs.h"
#include "runtime/inputs/inputs.h"
#include "tensors/safetensors.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using test::MakeValues;
using testing::ElementsAre;

using NzSizes = std::vector<int64_t>;

class NzInputsTest : public testing::Test {
  protected:
    NzInputsTest() {
        manifest_.directory = space_.Root();
        entry_.params = {Nz("w", Direction::kIn, {1, 4, 2, 16, 16}), Nz("out", Direction::kOut, {3, 4, 2, 16, 16})};
    }
    static Param Nz(std::string name, Direction direction, NzSizes blocked) {
        Param param = {std::move(name), direction, std::move(blocked), FindDType("fp16")};
        param.layout = "NZ";
        return param;
    }
    void WriteFile(const NzSizes& w, const NzSizes& out = {3, 32, 64}, std::string_view dtype = "fp16") {
        options_.file = space_.Path("user.safetensors");
        WriteSafetensors(options_.file,
                         std::vector<Tensor>{MakeValues("w", dtype, w, {1, 2}), MakeValues("out", "fp16", out, {})},
                         {});
    }
    NzSizes ShapeOf(size_t position) {
        return LoadInputs(manifest_, entry_, options_).arguments[position].tensor.shape;
    }
    // With the directory's name taken out.
    std::string Failure() {
        std::string text = ErrorOf([&] { LoadInputs(manifest_, entry_, options_); });
        for (size_t at = 0; (at = text.find(space_.Root())) != std::string::npos;)
            text.replace(at, space_.Root().size(), "D");
        return text;
    }

    test::TempSpace space_;
    Manifest manifest_;
    Entry entry_;
    InputOptions options_;
};

TEST_F(NzInputsTest, TheCallersShapeStays) {
    WriteFile({32, 64});
    EXPECT_THAT(ShapeOf(0), ElementsAre(32, 64));
    EXPECT_THAT(ShapeOf(1), ElementsAre(3, 32, 64));
    WriteFile({1, 1, 32, 64}, {3, 1, 32, 64});
    EXPECT_THAT(ShapeOf(0), ElementsAre(1, 1, 32, 64));
    const Inputs inputs = LoadInputs(manifest_, entry_, options_);
    EXPECT_EQ(inputs.arguments[0].tensor.bytes, MakeValues("w", "fp16", {2048}, {1, 2}).bytes) << "nothing is moved";
}

TEST_F(NzInputsTest, OutputsAreSavedInIt) {
    MemoryFileSystem files;
    const Inputs inputs = LoadInputs(manifest_, entry_, options_);
    WriteOutputs(files, "/out.safetensors", inputs.arguments);
    space_.Write("out.safetensors", files.Read("/out.safetensors"));
    const SafetensorsFile saved = ReadSafetensors(space_.Path("out.safetensors"));
    ASSERT_EQ(saved.tensors.size(), 1U);
    EXPECT_THAT(saved.tensors[0].shape, ElementsAre(3, 32, 64));
}

TEST_F(NzInputsTest, AWrongShapeIsShownInBothWays) {
    const std::string wanted =
        ", expected fp16 [32, 64] (in NZ blocks [1, 4, 2, 16, 16]) for parameter 'w'; give it the ";
    const struct {
        NzSizes shape;
        const char* message;
    } kCases[] = {
        {{64, 32}, "[64, 32] (in NZ blocks [1, 2, 4, 16, 16])"},
        {{1, 4, 2, 16, 16}, "[1, 4, 2, 16, 16] (in NZ blocks [8, 1, 1, 16, 16])"},
        {{32, 60}, "[32, 60] (no whole NZ blocks of 16 x 16)"},
        {{40, 64}, "[40, 64] (no whole NZ blocks of 16 x 16)"},
        {{2048}, "[2048] (no whole NZ blocks of 16 x 16)"},
    };
    for (const auto& item : kCases) {
        WriteFile(item.shape);
        EXPECT_EQ(Failure(), std::string("D/user.safetensors: input 1 ('w') is fp16 ") + item.message + wanted +
                                 "shape [32, 64] in the file");
    }
    WriteFile({32, 64}, {3, 32, 64}, "fp32");
    EXPECT_EQ(Failure(), "D/user.safetensors: input 1 ('w') is fp32 [32, 64]" + wanted + "type fp16 in the file");
    WriteFile({32, 64}, {4, 32, 64});
    EXPECT_EQ(Failure(),
              "D/user.safetensors: input 2 ('out') is fp16 [4, 32, 64] (in NZ blocks [4, 4, 2, 16, 16]), expected fp16 "
              "[3, 32, 64] (in NZ blocks [3, 4, 2, 16, 16]) for parameter 'out'; give it the shape [3, 32, 64] in the "
              "file");
}

TEST_F(NzInputsTest, ADynamicNumberOfMatricesTakesThreeDimensions) {
    entry_.params = {Nz("w", Direction::kIn, {-1, 4, 2, 16, 16}), Nz("out", Direction::kOut, {3, 4, 2, 16, 16})};
    WriteFile({7, 32, 64});
    EXPECT_THAT(ShapeOf(0), ElementsAre(7, 32, 64));
    WriteFile({32, 64});
    EXPECT_EQ(Failure(),
              "D/user.safetensors: input 1 ('w') is fp16 [32, 64] (in NZ blocks [1, 4, 2, 16, 16]), expected fp16 [?, "
              "32, 64] (in NZ blocks [?, 4, 2, 16, 16]) for parameter 'w'; give it the shape [?, 32, 64] in the file");
}

TEST_F(NzInputsTest, GoldenInputsAreLogical) {
    entry_.golden = GoldenFiles{"golden.py", "in.safetensors", "out.safetensors"};
    const auto write = [&](const NzSizes& w) {
        WriteSafetensors(space_.Path("in.safetensors"),
                         std::vector<Tensor>{MakeValues("w", "fp16", w, {}), MakeValues("o", "fp16", {3, 32, 64}, {})},
                         {{"order", R"(["w", "o"])"}});
    };
    write({32, 64});
    EXPECT_THAT(ShapeOf(0), ElementsAre(32, 64));
    write({1, 4, 2, 16, 16});
    EXPECT_EQ(
        Failure(),
        "D/golden.py: input 1 ('w') is fp16 [1, 4, 2, 16, 16] (in NZ blocks [8, 1, 1, 16, 16]), expected fp16 "
        "[32, 64] (in NZ blocks [1, 4, 2, 16, 16]) for parameter 'w'; give it the shape [32, 64] in generate_inputs");
}

// PyPTO writes the sidecar's shapes into it, and an edit of another line leaves them there. As in PyPTO they are what
// its functions see, and what the program gets; only a host orchestration, which takes slices, needs the logical ones.
TEST_F(NzInputsTest, ARunPyMayHaveTheRecordedShape) {
    entry_.params->front().shape->front() = -1;
    entry_.run_py = RunPyFiles{"debug/run.py", "in.safetensors", "missing", false};
    WriteSafetensors(
        space_.Path("in.safetensors"),
        std::vector<Tensor>{MakeValues("w", "fp16", {1, 4, 2, 16, 16}, {}), MakeValues("o", "fp16", {3, 32, 64}, {})},
        {{"order", R"(["w", "o"])"}});
    EXPECT_THAT(ShapeOf(0), ElementsAre(1, 4, 2, 16, 16));
    EXPECT_THAT(ShapeOf(1), ElementsAre(3, 32, 64));
    entry_.plan = "plan.json";
    EXPECT_EQ(Failure(),
              "D/debug/run.py: input 1 ('w') is fp16 [1, 4, 2, 16, 16] (in NZ blocks [8, 1, 1, 16, 16]), expected fp16 "
              "[?, 32, 64] (in NZ blocks [?, 4, 2, 16, 16]) for parameter 'w'; give it the shape [?, 32, 64] in "
              "_inline_inputs");
}

TEST_F(NzInputsTest, MadeUpOnesHaveTheFewestDimensions) {
    EXPECT_THAT(ShapeOf(0), ElementsAre(32, 64));
    EXPECT_THAT(ShapeOf(1), ElementsAre(3, 32, 64));
    entry_.params->front().shape->front() = -1;
    EXPECT_THAT(ShapeOf(0), ElementsAre(1, 32, 64)) << "the program reads the first size";
    options_.dynamic_size = 5;
    EXPECT_THAT(ShapeOf(0), ElementsAre(5, 32, 64));
    options_.shapes["w"] = {2, 32, 64};
    EXPECT_THAT(ShapeOf(0), ElementsAre(2, 32, 64));
    options_.shapes["w"] = {32, 64};
    EXPECT_EQ(Failure(),
              "--shape w: [32, 64] (in NZ blocks [1, 4, 2, 16, 16]) does not fit parameter fp16 [?, 32, 64] (in NZ "
              "blocks [?, 4, 2, 16, 16])");
    options_.shapes["w"] = {2, 30, 64};
    EXPECT_EQ(Failure(),
              "--shape w: [2, 30, 64] (no whole NZ blocks of 16 x 16) does not fit parameter fp16 [?, 32, 64] (in NZ "
              "blocks [?, 4, 2, 16, 16])");
}

TEST_F(NzInputsTest, ARecordedShapeThatIsNotInBlocksIsNobodysButTheSidecars) {
    const std::string expected =
        ", expected [B, C / 16, R / 16, 16, 16], the blocks of fp16 matrices of R x C, since params[0].layout is 'NZ'; "
        "recompile the program with ir.compile()";
    entry_.params->front().shape = {32, 64};
    EXPECT_EQ(Failure(), "D/compiled_meta.json: params[0].shape is [32, 64]" + expected);
    WriteFile({32, 64});
    EXPECT_EQ(Failure(), "D/compiled_meta.json: params[0].shape is [32, 64]" + expected);
    options_.file.clear();
    entry_.params->front().shape = {1, 4, 2, 16, 8};
    EXPECT_EQ(Failure(), "D/compiled_meta.json: params[0].shape is [1, 4, 2, 16, 8]" + expected);
}

TEST_F(NzInputsTest, BlocksWithoutTheirLayoutAreGuessed) {
    const std::string is =
        "D/user.safetensors: input 1 ('w') is fp16 [32, 64], expected fp16 [1, 4, 2, 16, 16] for parameter 'w'; ";
    const std::string give = "give it the shape [1, 4, 2, 16, 16] in the file";
    WriteFile({32, 64});
    entry_.params->front().layout = "nz";
    EXPECT_EQ(Failure(), is +
                             "the sidecar has 'nz' as its layout: make that 'NZ' if these are NZ blocks of the input, "
                             "else " +
                             give);
    entry_.params->front().layout = "";
    EXPECT_EQ(Failure(), is +
                             "the sidecar has none as its layout: make that 'NZ' if these are NZ blocks of the input, "
                             "else " +
                             give);
    WriteFile({64, 64});
    EXPECT_EQ(Failure(),
              "D/user.safetensors: input 1 ('w') is fp16 [64, 64], expected fp16 [1, 4, 2, 16, 16] for "
              "parameter 'w'; " +
                  give);
}

TEST_F(NzInputsTest, OtherLayoutsAndScalarsAreAsRecorded) {
    entry_.params->front().layout = "DN";
    EXPECT_THAT(ShapeOf(0), ElementsAre(1, 4, 2, 16, 16));
    entry_.params->front() = {"w", Direction::kIn, std::nullopt, FindDType("int32")};
    entry_.params->front().layout = "NZ";
    options_.scalars["w"] = "3";
    EXPECT_EQ(LoadInputs(manifest_, entry_, options_).arguments[0].scalar, 3U);
}

}  // namespace
}  // namespace pto::run
