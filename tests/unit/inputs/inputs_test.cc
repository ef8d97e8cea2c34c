#include "runtime/inputs/inputs.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <set>

#include "base/error.h"
#include "runtime/core/random_values.h"
#include "runtime/core/scalar.h"
#include "tensors/safetensors.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using test::MakeValues;
using test::TempSpace;
using test::ValuesOf;
using testing::ElementsAre;
using testing::IsEmpty;

Param TensorParam(std::string name, Direction direction, std::vector<int64_t> shape, std::string_view dtype = "fp32") {
    return {std::move(name), direction, std::move(shape), FindDType(dtype)};
}
Param ScalarParam(std::string name, std::string_view dtype) {
    return {std::move(name), Direction::kIn, std::nullopt, FindDType(dtype)};
}

class InputsTest : public testing::Test {
  protected:
    InputsTest() {
        manifest_.directory = space_.Root();
        manifest_.programs.push_back({});
        manifest_.programs[0].name = "p";
        entry_.program = "p";
        entry_.params = {TensorParam("x", Direction::kIn, {2, -1}), TensorParam("out_c", Direction::kOut, {2, 2}),
                         ScalarParam("n", "int32")};
    }

    void WriteGolden(const std::vector<Tensor>& tensors, const std::string& order, const std::string& scalars = "[]") {
        entry_.golden = GoldenFiles{"golden.py", "in.safetensors", "out.safetensors"};
        WriteSafetensors(space_.Path("in.safetensors"), tensors, {{"order", order}, {"scalars", scalars}});
    }
    void WriteRunPy(const std::vector<Tensor>& tensors, const std::string& order, const std::string& open = "[]") {
        entry_.run_py = RunPyFiles{"debug/run.py", "in.safetensors", "missing", false};
        WriteSafetensors(space_.Path("in.safetensors"), tensors, {{"order", order}, {"scalars", "[]"}, {"open", open}});
    }
    void WriteUserFile(const std::vector<Tensor>& tensors, const TensorMetadata& metadata = {}) {
        options_.file = space_.Path("user.safetensors");
        WriteSafetensors(options_.file, tensors, metadata);
    }
    std::vector<Tensor> GoodGolden() {
        return {MakeValues("a", "fp32", {2, 3}, {1, 2, 3, 4, 5, 6}), MakeValues("c", "fp32", {2, 2}, {}),
                MakeValues("k", "int32", {}, {7})};
    }
    Inputs Load() { return LoadInputs(manifest_, entry_, options_); }
    // With the directory's name taken out.
    std::string Failure() {
        std::string text = ErrorOf([&] { Load(); });
        for (size_t at = 0; (at = text.find(space_.Root())) != std::string::npos;)
            text.replace(at, space_.Root().size(), "D");
        return text;
    }

    TempSpace space_;
    Manifest manifest_;
    Entry entry_;
    InputOptions options_;
};

TEST_F(InputsTest, GoldenInputsFitByPositionWhateverTheirNames) {
    WriteGolden(GoodGolden(), R"(["a", "c", "k"])", R"(["k"])");
    const Inputs inputs = Load();
    EXPECT_EQ(inputs.origin, InputOrigin::kGolden);
    EXPECT_EQ(inputs.source, "golden.py");
    EXPECT_THAT(inputs.golden_names, ElementsAre("a", "c", "k"));
    ASSERT_EQ(inputs.arguments.size(), 3U);
    EXPECT_EQ(inputs.arguments[0].name, "x");
    EXPECT_THAT(ValuesOf(inputs.arguments[0].tensor), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_EQ(inputs.arguments[1].direction, Direction::kOut);
    EXPECT_TRUE(inputs.arguments[2].is_scalar);
    EXPECT_EQ(inputs.arguments[2].scalar, 7U);
}

TEST_F(InputsTest, OrderOfTheFileDoesNotMatter) {
    // The format sorts by alignment and name; only the metadata knows the order.
    entry_.params = {TensorParam("x", Direction::kIn, {1}), TensorParam("y", Direction::kIn, {1})};
    WriteGolden({MakeValues("b", "fp32", {1}, {1}), MakeValues("a", "fp32", {1}, {2})}, R"(["b", "a"])");
    const Inputs inputs = Load();
    EXPECT_THAT(ValuesOf(inputs.arguments[0].tensor), ElementsAre(1));
    EXPECT_THAT(ValuesOf(inputs.arguments[1].tensor), ElementsAre(2));
}

TEST_F(InputsTest, RefusesAWrongNumberOfGoldenInputs) {
    WriteGolden({MakeValues("a", "fp32", {2, 3}, {}), MakeValues("c", "fp32", {2, 2}, {})}, R"(["a", "c"])");
    EXPECT_EQ(Failure(),
              "D/golden.py: generate_inputs gives 2 inputs ('a' and 'c'), the program takes 3 ('x', 'out_c' and 'n'); "
              "give one value for each parameter in generate_inputs, in their order");
}

TEST_F(InputsTest, RefusesWrongRankShapeTypeAndKind) {
    const struct {
        Tensor tensor;
        bool is_scalar;
        const char* message;
        const char* remedy;
    } kCases[] = {
        {MakeValues("a", "fp32", {6}, {}), false, "is fp32 [6], expected fp32 [2, ?]", "give it the shape [2, ?]"},
        {MakeValues("a", "fp32", {3, 4}, {}), false, "is fp32 [3, 4], expected fp32 [2, ?]",
         "give it the shape [2, ?]"},
        {MakeValues("a", "fp16", {2, 4}, {}), false, "is fp16 [2, 4], expected fp32 [2, ?]", "give it the type fp32"},
        {MakeValues("a", "int32", {3, 4}, {}), false, "is int32 [3, 4], expected fp32 [2, ?]", "give it the type fp32"},
        {MakeValues("a", "fp32", {}, {1}), true, "is a scalar fp32, expected fp32 [2, ?]", "give a tensor"},
    };
    for (const auto& item : kCases) {
        WriteGolden({item.tensor, GoodGolden()[1], GoodGolden()[2]}, R"(["a", "c", "k"])",
                    item.is_scalar ? R"(["a", "k"])" : R"(["k"])");
        EXPECT_EQ(Failure(), std::string("D/golden.py: input 1 ('a') ") + item.message + " for parameter 'x'; " +
                                 item.remedy + " in generate_inputs");
    }
    WriteGolden({GoodGolden()[0], GoodGolden()[1], MakeValues("k", "int32", {1}, {3})}, R"(["a", "c", "k"])");
    EXPECT_EQ(Failure(),
              "D/golden.py: input 3 ('k') is int32 [1], expected a scalar int32 for parameter 'n'; give a scalar in "
              "generate_inputs");
    WriteGolden({GoodGolden()[0], GoodGolden()[1], MakeValues("k", "int64", {}, {4294967296.0})}, R"(["a", "c", "k"])",
                R"(["k"])");
    EXPECT_EQ(
        Failure(),
        "D/golden.py: input 3 ('k') is a scalar int64, expected a scalar int32 for parameter 'n'; give an integer "
        "from -2147483648 to 2147483647 in generate_inputs");
}

TEST_F(InputsTest, RefusesGoldenMetadataThatContradictsTheFile) {
    const std::string remedy = "; run 'ninja -C D replay', which makes it";
    WriteGolden(GoodGolden(), R"(["a", "c", "z"])");
    EXPECT_EQ(Failure(), "D/in.safetensors: metadata 'order' names 'z', which is not in the file" + remedy);
    WriteGolden(GoodGolden(), R"(["a", "c"])");
    EXPECT_EQ(Failure(), "D/in.safetensors: metadata 'order' leaves out 'k'" + remedy);
    WriteGolden(GoodGolden(), R"({"a": 1})");
    EXPECT_EQ(Failure(), "D/in.safetensors: metadata 'order' is {\"a\": 1}, expected a list of names" + remedy);
}

TEST_F(InputsTest, AnIndexIsAnInt64) {
    entry_.params = {TensorParam("i", Direction::kIn, {2}, "index"), ScalarParam("n", "index")};
    WriteGolden({MakeValues("i", "int64", {2}, {3, 4}), MakeValues("n", "int64", {}, {-5})}, R"(["i", "n"])",
                R"(["n"])");
    const Inputs inputs = Load();
    EXPECT_EQ(inputs.arguments[0].dtype->name, "index");
    EXPECT_EQ(static_cast<int64_t>(inputs.arguments[1].scalar), -5);
}

TEST_F(InputsTest, WithoutSidecarTheGoldenDecidesAndTheSignatureGivesDirections) {
    entry_.params.reset();
    WriteGolden(GoodGolden(), R"(["a", "k", "c"])", R"(["k"])");
    manifest_.programs[0].orchestration.signature = {"IN", "OUT"};
    const Inputs inputs = Load();
    ASSERT_EQ(inputs.arguments.size(), 3U);
    EXPECT_EQ(inputs.arguments[0].name, "a");
    EXPECT_EQ(inputs.arguments[0].direction, Direction::kIn);
    EXPECT_TRUE(inputs.arguments[1].is_scalar);
    EXPECT_EQ(inputs.arguments[2].direction, Direction::kOut);
    manifest_.programs[0].orchestration.signature = {"IN", "SCALAR", "INOUT"};
    EXPECT_EQ(Load().arguments[2].direction, Direction::kInOut);
    manifest_.programs[0].orchestration.signature.clear();
    EXPECT_EQ(Load().arguments[0].direction, Direction::kInOut);
}

TEST_F(InputsTest, MakesUpWhatNothingGives) {
    options_.scalars["n"] = "9";
    options_.seed = 3;
    const Inputs inputs = Load();
    EXPECT_EQ(inputs.origin, InputOrigin::kMadeUp);
    EXPECT_EQ(inputs.source, "made up (seed 3)");
    EXPECT_THAT(inputs.arguments[0].tensor.shape, ElementsAre(2, 1));
    EXPECT_THAT(ValuesOf(inputs.arguments[1].tensor), ElementsAre(0, 0, 0, 0));
    EXPECT_EQ(inputs.arguments[2].scalar, 9U);
    EXPECT_THAT(inputs.notes,
                ElementsAre("dynamic dimensions of 'x' taken as 1; --dynamic N or --shape NAME=AxB sets them"));
}

TEST_F(InputsTest, DynamicDimensionsCanBeGiven) {
    options_.scalars["n"] = "9";
    options_.dynamic_size = 5;
    EXPECT_THAT(Load().arguments[0].tensor.shape, ElementsAre(2, 5));
    options_.shapes["x"] = {2, 8};
    EXPECT_THAT(Load().arguments[0].tensor.shape, ElementsAre(2, 8));
    EXPECT_THAT(Load().notes, IsEmpty());
    options_.shapes["x"] = {3, 8};
    EXPECT_EQ(Failure(), "--shape x: [3, 8] does not fit parameter fp32 [2, ?]");
    options_.shapes["x"] = {2};
    EXPECT_EQ(Failure(), "--shape x: [2] does not fit parameter fp32 [2, ?]");
}

TEST_F(InputsTest, AScalarWithoutAValueIsNamed) {
    EXPECT_EQ(Failure(),
              "D/compiled_meta.json: scalar parameter 'n' (int32) has no value; give one with --scalar n=VALUE");
    options_.scalars["n"] = "3.5";
    EXPECT_EQ(Failure(), "--scalar n: '3.5' is not int32, expected an integer from -2147483648 to 2147483647");
    entry_.params = {ScalarParam("t", "task_id")};
    EXPECT_EQ(
        Failure(),
        "D/compiled_meta.json: scalar parameter 't' is task_id, which cannot be passed by value; make it a tensor "
        "in the program, or recompile it with ir.compile()");
}

TEST_F(InputsTest, TypesWithoutHostFormCannotBeMadeUp) {
    entry_.params = {TensorParam("w", Direction::kIn, {4}, "hf8")};
    EXPECT_EQ(Failure(),
              "D/compiled_meta.json: input 'w' is hf8, whose values cannot be made up; give them with --inputs "
              "FILE.safetensors");
    entry_.params = {TensorParam("w", Direction::kOut, {4}, "hf8")};
    EXPECT_EQ(
        Failure(),
        "D/compiled_meta.json: output 'w' is hf8, which has no form on the host and cannot be allocated; give it with "
        "--inputs FILE.safetensors");
    entry_.params = {TensorParam("w", Direction::kOut, {4}, "fp4")};
    EXPECT_EQ(Load().arguments[0].tensor.bytes.size(), 4U);
}

TEST_F(InputsTest, CarriersAreMadeUpAndBoundAsBytes) {
    entry_.params = {TensorParam("w", Direction::kIn, {-1, 64}, "fp4e2m1x2"),
                     TensorParam("y", Direction::kOut, {4}, "fp4e2m1x2")};
    options_.dynamic_size = 3;
    const TensorBytes made = Load().arguments[0].tensor.bytes;
    ASSERT_EQ(made.size(), 192U);
    EXPECT_GT(std::set<uint8_t>(made.data(), made.data() + made.size()).size(), 64U) << "values of all kinds";
    const TensorBytes again = Load().arguments[0].tensor.bytes;
    EXPECT_TRUE(std::equal(made.data(), made.data() + made.size(), again.data()));
    options_.dynamic_size = 0;

    // A file has one name for both types of carriers.
    for (const char* dtype : {"fp4", "fp4e2m1x2"}) {
        Tensor carriers = MakeTensor("w", *FindDType(dtype), {1, 64});
        for (size_t i = 0; i < carriers.bytes.size(); ++i) carriers.bytes.data()[i] = static_cast<uint8_t>(3 * i);
        WriteUserFile({carriers});
        const Tensor bound = Load().arguments[0].tensor;
        EXPECT_EQ(bound.dtype->name, "fp4e2m1x2");
        EXPECT_TRUE(std::equal(carriers.bytes.data(), carriers.bytes.data() + 64, bound.bytes.data()));
    }
    WriteUserFile({MakeTensor("w", *FindDType("uint8"), {1, 64})});
    EXPECT_EQ(Failure(),
              "D/user.safetensors: input 1 ('w') is uint8 [1, 64], expected fp4e2m1x2 [?, 64] for parameter "
              "'w'; give it the type fp4e2m1x2 in the file");
}

TEST_F(InputsTest, CarriersNeedALastDimension) {
    entry_.params = {TensorParam("w", Direction::kIn, {}, "fp4")};
    EXPECT_EQ(Failure(),
              "D/compiled_meta.json: params[0].shape is [], expected a last dimension of 1 or more: 'fp4' is "
              "carriers of two values along it; recompile the program with ir.compile()");
    entry_.params = {ScalarParam("n", "int32"), TensorParam("w", Direction::kOut, {4, 0}, "fp4e2m1x2")};
    options_.scalars["n"] = "1";
    EXPECT_EQ(Failure(),
              "D/compiled_meta.json: params[1].shape is [4, 0], expected a last dimension of 1 or more: "
              "'fp4e2m1x2' is carriers of two values along it; recompile the program with ir.compile()");
    entry_.params = {TensorParam("w", Direction::kIn, {4, -1}, "fp4")};
    options_.shapes["w"] = {4, 0};
    EXPECT_EQ(Failure(), "--shape w: [4, 0] does not fit parameter fp4 [4, ?]");
}

TEST_F(InputsTest, TypesThatAreNotKnownAreRefusedHoweverTheInputsAreMade) {
    Param unknown = TensorParam("w", Direction::kIn, {4}, "fp23");
    unknown.dtype_name = "fp23";
    entry_.params = {TensorParam("x", Direction::kIn, {4}), unknown};
    const std::string text =
        "compiled_meta.json: params[1].dtype is 'fp23', the type of parameter 'w', expected a data "
        "type that is known, like 'fp32'; did you mean 'fp32'? otherwise use a pto-ninja that is "
        "newer than the PyPTO";
    EXPECT_EQ(Failure(), "D/" + text);
    WriteGolden(GoodGolden(), R"(["a", "c", "k"])");
    EXPECT_EQ(Failure(), "D/" + text);
    WriteUserFile({MakeValues("x", "fp32", {4}, {1, 2, 3, 4})});
    EXPECT_EQ(Failure(), "D/" + text);
    manifest_.programs[0].directory = "next_levels/p";
    EXPECT_EQ(Failure(), "D/next_levels/p/" + text);
    entry_.plan = "plan.json";
    entry_.params->at(1).dtype_name = "decimal";
    EXPECT_EQ(Failure(),
              "D/distributed_meta.json: params[1].dtype is 'decimal', the type of parameter 'w', expected a "
              "data type that is known, like 'fp32'; use a pto-ninja that is newer than the PyPTO");
}

TEST_F(InputsTest, NothingToGoByIsAnError) {
    entry_.params.reset();
    EXPECT_EQ(Failure(),
              "D: neither golden.py nor compiled_meta.json says what the program takes; "
              "give its inputs with --inputs FILE.safetensors");
}

TEST_F(InputsTest, AFileComesFirstAndIsMatchedByName) {
    WriteGolden(GoodGolden(), R"(["a", "c", "k"])", R"(["k"])");
    WriteUserFile({MakeValues("n", "int32", {}, {4}), MakeValues("x", "fp32", {2, 1}, {8, 9})});
    const Inputs inputs = Load();
    EXPECT_EQ(inputs.origin, InputOrigin::kFile);
    EXPECT_THAT(ValuesOf(inputs.arguments[0].tensor), ElementsAre(8, 9));
    EXPECT_THAT(ValuesOf(inputs.arguments[1].tensor), ElementsAre(0, 0, 0, 0));
    EXPECT_EQ(inputs.arguments[2].scalar, 4U);
    options_.scalars["n"] = "6";
    EXPECT_EQ(Load().arguments[2].scalar, 6U);
}

TEST_F(InputsTest, AFileWithAnOrderIsMatchedByPosition) {
    WriteUserFile(GoodGolden(), {{"order", R"(["a", "c", "k"])"}});
    EXPECT_EQ(Load().arguments[2].scalar, 7U);
    WriteUserFile({GoodGolden()[0]}, {{"order", R"(["a"])"}});
    EXPECT_EQ(Failure(),
              "D/user.safetensors: the file has 1 input ('a'), the program takes 3 ('x', 'out_c' and 'n'); "
              "give one value for each parameter in the file, in their order");
}

TEST_F(InputsTest, RefusesAFileThatDoesNotFit) {
    WriteUserFile({MakeValues("q", "fp32", {2, 1}, {})});
    EXPECT_EQ(Failure(),
              "D/user.safetensors: tensor 'q' is no parameter, expected 'x', 'out_c' and 'n'; "
              "rename it, or list the tensors in parameter order in metadata 'order'");
    WriteUserFile({MakeValues("n", "int32", {}, {1})});
    EXPECT_EQ(Failure(),
              "D/user.safetensors: has no tensor 'x', expected fp32 [2, ?]; name the tensors of the file like the "
              "parameters");
    WriteUserFile({MakeValues("x", "fp32", {3, 1}, {})});
    EXPECT_EQ(Failure(),
              "D/user.safetensors: input 1 ('x') is fp32 [3, 1], expected fp32 [2, ?] for parameter 'x'; give it "
              "the shape [2, ?] in the file");
    entry_.params = {TensorParam("y", Direction::kOut, {-1, 4})};
    WriteUserFile({});
    EXPECT_EQ(Failure(),
              "D/user.safetensors: has no tensor 'y', and an output fp32 [?, 4] cannot be allocated without its sizes; "
              "add the tensor, or give --shape y=..");
    entry_.params.reset();
    EXPECT_EQ(Failure(),
              "D/user.safetensors: the parameters have no names here (there is no compiled_meta.json); "
              "list the tensors in parameter order in metadata 'order'");
}

TEST_F(InputsTest, ValuesInAnotherOrderAreKnownByTheirNames) {
    entry_.params = {TensorParam("x", Direction::kIn, {2}), TensorParam("y", Direction::kIn, {3})};
    WriteGolden({MakeValues("y", "fp32", {3}, {}), MakeValues("x", "fp32", {2}, {})}, R"(["y", "x"])");
    EXPECT_EQ(Failure(),
              "D/golden.py: input 1 ('y') is fp32 [3], expected fp32 [2] for parameter 'x'; put the values in "
              "generate_inputs into the order of the parameters: 'x' and 'y'");
    WriteGolden({MakeValues("y", "fp32", {4}, {}), MakeValues("x", "fp32", {3}, {})}, R"(["y", "x"])");
    EXPECT_EQ(Failure(),
              "D/golden.py: input 1 ('y') is fp32 [4], expected fp32 [2] for parameter 'x'; give it the shape [2] in "
              "generate_inputs")
        << "it fits nowhere";
}

TEST_F(InputsTest, SizesThatNoMemoryHolds) {
    options_.scalars["n"] = "1";
    options_.shapes["x"] = {2, 4611686018427387904};
    EXPECT_EQ(
        Failure(),
        "--shape x: parameter 'x' would be fp32 [2, 4611686018427387904], expected a tensor that fits into memory; "
        "give a smaller size");
    options_.shapes.clear();
    options_.dynamic_size = 4611686018427387904;
    EXPECT_EQ(Failure(),
              "--dynamic 4611686018427387904: parameter 'x' would be fp32 [2, 4611686018427387904], expected a tensor "
              "that fits into memory; give a smaller size");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // where nobody hears of it
    options_.dynamic_size = int64_t{1} << 57;
    EXPECT_EQ(
        Failure(),
        "parameter 'x' is fp32 [2, 144115188075855872], and there is no memory for its 1152921504606846976 bytes; "
        "run where there is more, or with smaller dynamic sizes");
#endif
}

TEST_F(InputsTest, OfAnEditedRunPy) {
    WriteRunPy(GoodGolden(), R"(["a", "c", "k"])");
    const Inputs inputs = Load();
    EXPECT_EQ(inputs.origin, InputOrigin::kRunPy);
    EXPECT_EQ(inputs.source, "debug/run.py");
    EXPECT_THAT(inputs.notes, IsEmpty());
    EXPECT_EQ(inputs.arguments[0].name, "x");
    EXPECT_THAT(ValuesOf(inputs.arguments[0].tensor), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_EQ(inputs.arguments[2].scalar, 7U);
    options_.scalars["n"] = "9";
    EXPECT_EQ(Load().arguments[2].scalar, 9U) << "the command line has the last word";
    options_.use_run_py = false;
    EXPECT_EQ(Load().origin, InputOrigin::kMadeUp);
    options_.use_run_py = true;
    WriteRunPy({MakeValues("a", "fp32", {2, 3}, {})}, R"(["a"])");
    EXPECT_EQ(Failure(),
              "D/debug/run.py: _inline_inputs gives 1 input ('a'), the program takes 3 ('x', 'out_c' and 'n'); give "
              "one value for each parameter in _inline_inputs, in their order");
    space_.Remove("in.safetensors");
    EXPECT_EQ(Failure().rfind("D/in.safetensors: ", 0), 0U);
}

TEST_F(InputsTest, ValuesThatARunPyLeavesOpen) {
    WriteRunPy({MakeValues("a", "fp32", {2, 3}, {}), MakeValues("c", "fp32", {2, 2}, {})}, R"(["a", "c", "k"])",
               R"(["k"])");
    EXPECT_EQ(Failure(),
              "D/debug/run.py: _inline_inputs leaves 'n' as None, expected a scalar int32; give it a value there, such "
              "as ctypes.c_int64(3), or pass --scalar n=VALUE");
    options_.scalars["n"] = "-2";
    EXPECT_EQ(Load().arguments[2].scalar, static_cast<uint64_t>(-2));
    options_.scalars["n"] = "two";
    EXPECT_EQ(Failure(), "--scalar n: 'two' is not int32, expected an integer from -2147483648 to 2147483647");
    options_.scalars.clear();
    WriteRunPy({MakeValues("c", "fp32", {2, 2}, {}), MakeValues("k", "int32", {}, {1})}, R"(["a", "c", "k"])",
               R"(["a"])");
    EXPECT_EQ(Failure(),
              "D/debug/run.py: _inline_inputs leaves 'x' as None, expected fp32 [2, ?]; give it a value there");
    entry_.params.reset();
    EXPECT_EQ(Failure(), "D/debug/run.py: _inline_inputs leaves 'a' as None; give it a value there");
}

TEST_F(InputsTest, WithoutAPythonForRunPyTheyAreMadeUp) {
    WriteRunPy({}, "[]");
    space_.Remove("in.safetensors");
    space_.Write("missing", "python3 has no module 'torch'");
    options_.scalars["n"] = "1";
    options_.dynamic_size = 4;
    const Inputs inputs = Load();
    EXPECT_EQ(inputs.source, "made up (seed 0)");
    EXPECT_THAT(inputs.notes,
                ElementsAre("the inputs are not those of debug/run.py: python3 has no module 'torch'; PTO_PYTHON names "
                            "a Python that has what it needs"));
    EXPECT_EQ(ErrorOf([&] { CheckInputOptions(manifest_, {&entry_}, options_); }), "no error");
    space_.Remove("missing");
    EXPECT_EQ(ErrorOf([&] { CheckInputOptions(manifest_, {&entry_}, options_); }),
              "--dynamic has no effect: the inputs come from debug/run.py; add --no-golden to make them up, or edit "
              "_inline_inputs");
    options_.shapes["x"] = {2, 4};
    EXPECT_EQ(ErrorOf([&] { CheckInputOptions(manifest_, {&entry_}, options_); }),
              "--shape has no effect: the inputs come from debug/run.py; add --no-golden to make them up, or edit "
              "_inline_inputs");
}

TEST_F(InputsTest, OptionsThatNameNothingAreUsageErrors) {
    const std::vector<const Entry*> entries = {&entry_};
    options_.shapes["xx"] = {1};
    EXPECT_EQ(ErrorOf([&] { CheckInputOptions(manifest_, entries, options_); }),
              "--shape: there is no tensor parameter 'xx', only 'x' and 'out_c'");
    options_.shapes.clear();
    options_.scalars["x"] = "1";
    EXPECT_EQ(ErrorOf([&] { CheckInputOptions(manifest_, entries, options_); }),
              "--scalar: there is no scalar parameter 'x', only 'n'");
    entry_.golden = GoldenFiles{"golden.py", "i", "e"};
    EXPECT_EQ(ErrorOf([&] { CheckInputOptions(manifest_, entries, options_); }),
              "--scalar has no effect: the inputs come from golden.py; add --no-golden to make them up, or edit "
              "generate_inputs");
    options_.use_golden = false;
    options_.scalars = {{"n", "1"}};
    EXPECT_EQ(ErrorOf([&] { CheckInputOptions(manifest_, entries, options_); }), "no error");
}

TEST(RandomValuesTest, AreTheSameEverywhere) {
    // The first numbers of SplitMix64 from 1234567, as its authors' reference implementation gives them.
    SplitMix64 source(1234567);
    EXPECT_EQ(source.Next(), 6457827717110365317U);
    EXPECT_EQ(source.Next(), 3203168211198807973U);
    EXPECT_EQ(source.Next(), 9817491932198370423U);
}

TEST(RandomValuesTest, DependOnSeedAndPositionOnly) {
    const auto fill = [](uint64_t seed, uint64_t position, std::vector<int64_t> shape) {
        Tensor tensor = MakeTensor("t", *FindDType("fp32"), std::move(shape));
        FillRandom(tensor, seed, position);
        return ValuesOf(tensor);
    };
    EXPECT_EQ(fill(0, 1, {8}), fill(0, 1, {2, 4}));
    EXPECT_NE(fill(0, 1, {8}), fill(0, 2, {8}));
    EXPECT_NE(fill(0, 1, {8}), fill(1, 1, {8}));
}

TEST(RandomValuesTest, FloatsAreNormal) {
    constexpr int kCount = 100'000;
    Tensor tensor = MakeTensor("t", *FindDType("fp32"), {kCount});
    FillRandom(tensor, 0, 0);
    double sum = 0;
    double squares = 0;
    int within_one = 0;
    for (const double value : ValuesOf(tensor)) {
        sum += value;
        squares += value * value;
        within_one += std::fabs(value) < 1 ? 1 : 0;
        ASSERT_LT(std::fabs(value), 6);
    }
    EXPECT_NEAR(sum / kCount, 0, 0.02);
    EXPECT_NEAR(squares / kCount, 1, 0.02);
    EXPECT_NEAR(within_one / double{kCount}, 0.6827, 0.01);
}

TEST(RandomValuesTest, OtherTypesGetValuesTheyCanHold) {
    const auto values = [](std::string_view dtype) {
        Tensor tensor = MakeTensor("t", *FindDType(dtype), {1000});
        FillRandom(tensor, 0, 0);
        return ValuesOf(tensor);
    };
    using testing::AllOf;
    using testing::AnyOf;
    using testing::Contains;
    using testing::Each;
    using testing::Ge;
    using testing::Le;
    for (const std::string_view dtype : {"int8", "uint8", "int32", "index"}) {
        EXPECT_THAT(values(dtype), Each(AllOf(Ge(0), Le(7)))) << dtype;
        EXPECT_THAT(values(dtype), AllOf(Contains(0), Contains(7))) << dtype;
    }
    EXPECT_THAT(values("bool"), AllOf(Each(AnyOf(0, 1)), Contains(0), Contains(1)));
    EXPECT_THAT(values("fp8e8m0"), AllOf(Each(AnyOf(0.25, 0.5, 1, 2)), Contains(0.25), Contains(2)));
    EXPECT_THAT(values("bfloat16"), Each(AllOf(Ge(-6), Le(6))));
}

TEST(ScalarTest, TextBecomesTheSlotThatAProgramReads) {
    const auto slot = [](std::string_view dtype, std::string_view text) {
        return ScalarFromText(*FindDType(dtype), text);
    };
    EXPECT_EQ(slot("int64", "-1"), UINT64_MAX);
    EXPECT_EQ(slot("int8", "-128"), static_cast<uint64_t>(-128));
    EXPECT_EQ(slot("int8", "128"), std::nullopt);
    EXPECT_EQ(slot("uint8", "255"), 255U);
    EXPECT_EQ(slot("uint8", "-1"), std::nullopt);
    EXPECT_EQ(slot("uint64", "18446744073709551615"), UINT64_MAX);
    EXPECT_EQ(slot("int64", "9223372036854775808"), std::nullopt);
    EXPECT_EQ(slot("int64", "-9223372036854775808"), uint64_t{1} << 63);
    EXPECT_EQ(slot("index", "0x10"), 16U);
    EXPECT_EQ(slot("int32", "1e3"), std::nullopt);
    EXPECT_EQ(slot("int32", ""), std::nullopt);
    EXPECT_EQ(slot("bool", "true"), 1U);
    EXPECT_EQ(slot("bool", "0"), 0U);
    EXPECT_EQ(slot("bool", "2"), std::nullopt);
    EXPECT_EQ(slot("fp32", "1.5"), std::bit_cast<uint32_t>(1.5F));
    EXPECT_EQ(slot("fp16", "1.5"), std::bit_cast<uint32_t>(1.5F));
    EXPECT_EQ(slot("bfloat16", "-2"), std::bit_cast<uint32_t>(-2.0F));
    EXPECT_EQ(slot("fp64", "0.1"), std::bit_cast<uint64_t>(0.1));
    EXPECT_EQ(slot("fp32", "one"), std::nullopt);
    EXPECT_EQ(slot("fp8e5m2", "1"), std::nullopt);
}

TEST(ScalarTest, ElementsAreConvertedWithoutLoss) {
    const auto slot = [](std::string_view dtype, std::string_view stored, double value) {
        const Tensor element = MakeValues("s", stored, {}, {value});
        return ScalarFromElement(*FindDType(dtype), *element.dtype, element.bytes.data());
    };
    EXPECT_EQ(slot("int32", "int64", -7), static_cast<uint64_t>(-7));
    EXPECT_EQ(slot("int8", "int64", 200), std::nullopt);
    EXPECT_EQ(slot("uint32", "int32", -1), std::nullopt);
    EXPECT_EQ(slot("int32", "fp32", 2), std::nullopt);
    EXPECT_EQ(slot("fp32", "int64", 2), std::bit_cast<uint32_t>(2.0F));
    EXPECT_EQ(slot("bfloat16", "fp64", 0.1), std::bit_cast<uint32_t>(0.1F));
    EXPECT_EQ(slot("int32", "bool", 1), 1U);
    EXPECT_EQ(slot("bool", "int64", 1), 1U);
    EXPECT_EQ(slot("bool", "int64", 2), std::nullopt);
}

TEST(ScalarTest, ShowsValuesAndExpectations) {
    EXPECT_EQ(ScalarText(*FindDType("int32"), static_cast<uint64_t>(-3)), "-3");
    EXPECT_EQ(ScalarText(*FindDType("bool"), 1), "true");
    EXPECT_EQ(ScalarText(*FindDType("fp16"), std::bit_cast<uint32_t>(0.5F)), "0.5");
    EXPECT_EQ(ScalarExpectation(*FindDType("uint8")), "an integer from 0 to 255");
    EXPECT_EQ(ScalarExpectation(*FindDType("int64")), "an integer from -9223372036854775808 to 9223372036854775807");
    EXPECT_EQ(ScalarExpectation(*FindDType("bool")), "true or false");
    EXPECT_EQ(ScalarExpectation(*FindDType("bfloat16")), "a number");
}

}  // namespace
}  // namespace pto::run
