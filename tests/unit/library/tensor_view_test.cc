#include <gmock/gmock.h>

#include <array>

#include "library/bind_arguments.h"
#include "pto_ninja/tensor.h"

namespace pto {
namespace {

using testing::ElementsAre;

std::string ErrorOf(const std::function<void()>& make) {
    try {
        make();
        return "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kUsage);
        return error.what();
    }
}

TEST(TensorView, OfAContainerHasItsTypeAndMemory) {
    std::vector<int16_t> values(6);
    const TensorView view = View(values, {2, 3});
    EXPECT_EQ(view.data(), values.data());
    EXPECT_EQ(view.dtype(), "int16");
    EXPECT_THAT(view.shape(), ElementsAre(2, 3));
    EXPECT_EQ(view.bytes(), 12U);
    EXPECT_FALSE(view.read_only());
    const std::array<uint16_t, 4> bits{};
    EXPECT_TRUE(View(bits, "bfloat16", {4}).read_only());
    std::array<double, 1> one{};
    EXPECT_EQ(View(one, {}).bytes(), 8U);
}

TEST(TensorView, DenseStridesAreTakenAndOthersRefused) {
    float data[6] = {};
    EXPECT_EQ(TensorView(data, "fp32", {2, 3}, {3, 1}).bytes(), 24U);
    // The step over a single element is never made.
    EXPECT_EQ(TensorView(data, "fp32", {1, 3}, {99, 1}).bytes(), 12U);
    EXPECT_EQ(ErrorOf([&] {
                  TensorView(data, "fp32", {2, 3}, {1, 2});
              }),
              "a tensor of shape [2, 3] has strides [1, 2], expected a dense row-major one; copy it into one");
    EXPECT_EQ(ErrorOf([&] {
                  TensorView(data, "fp32", {2, 3}, {1});
              }),
              "a tensor of shape [2, 3] has strides [1], expected a dense row-major one; copy it into one");
}

TEST(TensorView, WhatIsNoTensorIsRefused) {
    std::vector<float> values(6);
    float* nothing = nullptr;
    EXPECT_EQ(ErrorOf([&] { View(values, {7}); }), "the values take 24 bytes, expected 28 for fp32 [7]");
    EXPECT_EQ(ErrorOf([&] { View(values, {-1}); }), "a tensor has shape [-1], expected dimensions of 0 or more");
    EXPECT_EQ(ErrorOf([&] { TensorView(nothing, "fp32", {2}); }),
              "a tensor of 8 bytes has no data: the pointer is null");
    EXPECT_EQ(TensorView(nothing, "fp32", {0, 4}).bytes(), 0U);
}

lib::ProgramImpl ProgramOf(const std::vector<Param>& params) {
    lib::ProgramImpl program;
    program.directory = "d";
    program.params = params;
    for (const Param& param : params) {
        program.run_params.push_back(
            {param.name, static_cast<run::Direction>(param.direction), param.shape, FindDType(param.dtype)});
    }
    return program;
}

std::string BindErrorOf(const lib::ProgramImpl& program, const std::vector<Argument>& arguments) {
    try {
        lib::BindArguments(program, arguments);
        return "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
        return error.what();
    }
}

TEST(BindArguments, OutputsComeBackInPlaceAndInputsDoNot) {
    std::vector<float> in(2, 1.0F);
    std::vector<float> out(2, 2.0F);
    const std::vector<Argument> arguments = {View(in, {2}), View(out, {2}), 7};
    std::vector<run::Argument> bound =
        lib::BindArguments(ProgramOf({{"x", Direction::kIn, "fp32", std::vector<int64_t>{-1}},
                                      {"y", Direction::kOut, "fp32", std::vector<int64_t>{2}},
                                      {"k", Direction::kIn, "int32", std::nullopt}}),
                           arguments);
    EXPECT_EQ(bound[2].scalar, 7U);
    for (run::Argument& argument : bound) std::fill_n(argument.tensor.bytes.data(), argument.tensor.bytes.size(), 0);
    lib::StoreOutputs(bound, arguments);
    EXPECT_THAT(in, ElementsAre(1.0F, 1.0F));
    EXPECT_THAT(out, ElementsAre(0.0F, 0.0F));
}

TEST(BindArguments, MisfitsAreNamed) {
    const lib::ProgramImpl scalar = ProgramOf({{"k", Direction::kIn, "int8", std::nullopt}});
    EXPECT_EQ(BindErrorOf(scalar, {100}), "accepted");
    EXPECT_EQ(BindErrorOf(scalar, {300}),
              "d: input 1 ('k') is a scalar int64, expected a scalar int8 for parameter 'k'; give an integer from -128 "
              "to 127 in the call");
    EXPECT_EQ(BindErrorOf(scalar, {1.5}),
              "d: input 1 ('k') is a scalar fp64, expected a scalar int8 for parameter 'k'; give an integer from -128 "
              "to 127 in the call");
    EXPECT_EQ(BindErrorOf(scalar, {}),
              "d: 0 arguments are given, the program takes 1 ('k'); give one for each parameter, in their order");
    EXPECT_EQ(BindErrorOf(scalar, {1, 2}),
              "d: 2 arguments are given, the program takes 1 ('k'); give one for each parameter, in their order");
    const std::vector<float> constant(4);
    const lib::ProgramImpl output = ProgramOf({{"y", Direction::kInOut, "fp32", std::vector<int64_t>{4}}});
    EXPECT_EQ(BindErrorOf(output, {View(constant, {4})}),
              "d: argument 1 is read-only, and the program writes parameter 'y'; give memory that is not const");
}

}  // namespace
}  // namespace pto
