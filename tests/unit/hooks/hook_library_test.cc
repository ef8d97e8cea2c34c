#include "runtime/hooks/hook_library.h"

#include <gmock/gmock.h>

#include <cmath>

#include "base/half.h"
#include "runtime/embedded/include/pto_ninja/replay_hooks.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using test::MakeValues;
using test::ValuesOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Argument TensorOf(const std::string& name, std::string_view dtype, const std::vector<double>& values) {
    Argument argument;
    argument.name = name;
    argument.dtype = FindDType(dtype);
    argument.tensor = MakeValues(name, dtype, {static_cast<int64_t>(values.size())}, values);
    argument.direction = name == "y" ? Direction::kOut : Direction::kIn;
    return argument;
}

class HookLibraryTest : public testing::Test {
  protected:
    HookLibraryTest() {
        manifest_.directory = "d";
        manifest_.hooks = HookFiles{"debug/replay_hooks.cpp", PTO_SAMPLE_HOOKS};
        arguments_ = {TensorOf("x", "fp16", {7, 7, 7}), TensorOf("y", "fp32", {0.25, 1, 3})};
    }

    std::string Compared(const std::string& program) {
        return HookLibrary(manifest_).Compare(program, arguments_).text;
    }

    Manifest manifest_;
    std::vector<Argument> arguments_;
};

TEST_F(HookLibraryTest, InputsAreMadeInPlace) {
    const HookLibrary hooks(manifest_);
    EXPECT_TRUE(hooks.MakesInputs());
    EXPECT_TRUE(hooks.Compares());
    Argument scalar;
    scalar.name = "n";
    scalar.is_scalar = true;
    scalar.dtype = FindDType("int32");
    arguments_.push_back(scalar);
    hooks.MakeInputs("", arguments_);
    EXPECT_THAT(ValuesOf(arguments_[0].tensor), ElementsAre(0, 0.5, 1));
    EXPECT_EQ(arguments_[2].scalar, 5u);
}

TEST_F(HookLibraryTest, WhatMakeInputsThrowsEndsTheRun) {
    const HookLibrary hooks(manifest_);
    EXPECT_EQ(ErrorOf([&] { hooks.MakeInputs("throws", arguments_); }),
              "debug/replay_hooks.cpp: MakeInputs: no data for it; mend it, or pass --no-hooks");
    EXPECT_EQ(
        ErrorOf([&] { hooks.MakeInputs("throws an int", arguments_); }),
        "debug/replay_hooks.cpp: MakeInputs: threw something that is no std::exception; mend it, or pass --no-hooks");
}

TEST_F(HookLibraryTest, AComparisonPassesOrSaysWhatDiffers) {
    EXPECT_EQ(Compared(""), "");
    arguments_[1] = TensorOf("y", "fp32", {0, 1.5, 3});
    EXPECT_EQ(Compared(""), "'y' at 1: 1.5, expected 1, difference 0.5");
    arguments_[1] = TensorOf("y", "fp32", {0, 1});
    EXPECT_EQ(Compared(""), "'y' has 2 elements, 3 are expected");
}

TEST_F(HookLibraryTest, MistakesInTheHookAreFailuresOfIt) {
    EXPECT_EQ(Compared("unknown name"), "there is no argument 'z'; there is 'x', 'y'");
    EXPECT_EQ(Compared("beyond the end"), "'x' has 3 elements, none at 3");
    arguments_[1].dtype = FindDType("fp8e4m3fn");
    EXPECT_EQ(Compared("strange type"), "'y' is fp8e4m3fn, whose elements the hooks cannot read: use Data()");
}

TEST_F(HookLibraryTest, BinariesThatAreNoHooks) {
    manifest_.hooks->binary = "/nowhere/replay_hooks.so";
    EXPECT_THAT(ErrorOf([&] { HookLibrary{manifest_}; }),
                StartsWith("d/debug/replay_hooks.cpp: its binary does not load: /nowhere/replay_hooks.so: "));
    manifest_.hooks->binary = PTO_STUB_ADAPTER;
    EXPECT_EQ(ErrorOf([&] { HookLibrary{manifest_}; }),
              "d/debug/replay_hooks.cpp: its binary is not one for this pto-replay; include <pto_ninja/replay_hooks.h> "
              "in it, and run 'pto-ninja d'");
}

// Bit for bit what the rest of the project does with halves.
TEST(HookValues, HalvesAndBfloat16AreConvertedAsEverywhere) {
    namespace detail = pto_ninja::hooks_detail;
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<uint16_t>(bits);
        const double value = detail::FromHalf(half);
        const double wide = detail::FromBfloat16(half);
        if (!std::isnan(value)) {
            ASSERT_EQ(value, static_cast<double>(Fp16ToFloat(half))) << bits;
            ASSERT_EQ(detail::ToHalf(value), half) << bits;
        }
        if (!std::isnan(wide)) {
            ASSERT_EQ(detail::ToBfloat16(wide), half) << bits;
        }
    }
    for (const double value : {0.1, -65519.0, 65520.0, 1e9, -3e-8, 2.98e-8, 5.97e-8, 1.00048828125, 1.00146484375}) {
        EXPECT_EQ(detail::ToHalf(value), FloatToFp16(static_cast<float>(value))) << value;
    }
    EXPECT_EQ(detail::ToBfloat16(1.00390625), 0x3F80) << "ties to even";
    EXPECT_EQ(detail::ToBfloat16(1.01171875), 0x3F82);
    EXPECT_EQ(detail::ToBfloat16(1e39), 0x7F80);
    EXPECT_EQ(detail::ToHalf(NAN) & 0x7C00, 0x7C00);
}

}  // namespace
}  // namespace pto::run
