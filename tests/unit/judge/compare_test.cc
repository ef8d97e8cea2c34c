#include "runtime/judge/compare.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "base/half.h"
#include "runtime/judge/widen.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::MakeValues;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Comparison CompareNumbers(std::string_view dtype, const std::vector<double>& actual,
                          const std::vector<double>& expected, const Tolerance& tolerance = {}) {
    const auto count = static_cast<int64_t>(actual.size());
    const Tensor a = MakeValues("a", dtype, {count}, actual);
    const Tensor e = MakeValues("e", dtype, {count}, expected);
    return Compare({a.dtype, a.bytes.data()}, {e.dtype, e.bytes.data()}, count, tolerance);
}

TEST(CompareTest, EqualValuesPass) {
    const Comparison c = CompareNumbers("fp32", {1, -2, 0}, {1, -2, 0});
    EXPECT_TRUE(c.Passed());
    EXPECT_EQ(c.total, 3);
    EXPECT_EQ(c.max_difference, 0);
    EXPECT_EQ(c.max_index, 0);
    EXPECT_TRUE(c.first.empty());
}

TEST(CompareTest, TheToleranceItselfPassesAndTheNextFloatDoesNot) {
    // atol + rtol * |e| = 0.5 + 0.25 * 2 = 1, all exact.
    const Tolerance tolerance = {0.25, 0.5};
    EXPECT_TRUE(CompareNumbers("fp32", {3}, {2}, tolerance).Passed());
    EXPECT_TRUE(CompareNumbers("fp32", {1}, {2}, tolerance).Passed());
    EXPECT_FALSE(CompareNumbers("fp32", {std::nextafter(3.0F, 4.0F)}, {2}, tolerance).Passed());
    EXPECT_FALSE(CompareNumbers("fp32", {std::nextafter(1.0F, 0.0F)}, {2}, tolerance).Passed());
}

TEST(CompareTest, CarriersAreComparedBitByBit) {
    const DType& made = *FindDType("fp4e2m1x2");
    const DType& stored = *FindDType("fp4");
    ASSERT_TRUE(Comparable(made, stored));
    EXPECT_FALSE(Comparable(made, *FindDType("uint8")));
    const uint8_t actual[] = {0x00, 0x12, 0xff, 0x34};
    const uint8_t expected[] = {0x00, 0x12, 0xfe, 0x34};
    // No tolerance makes two patterns alike.
    const Comparison c = Compare({&made, actual}, {&stored, expected}, 4, {1.0, 1000.0});
    EXPECT_EQ(c.mismatched, 1);
    EXPECT_EQ(c.max_index, 2);
    EXPECT_TRUE(Compare({&made, actual}, {&stored, actual}, 4, {}).Passed());
}

TEST(CompareTest, ToleranceIsRelativeToTheReference) {
    const Tolerance tolerance = {0.5, 0};
    EXPECT_TRUE(CompareNumbers("fp32", {3}, {2}, tolerance).Passed());
    EXPECT_FALSE(CompareNumbers("fp32", {2}, {1}, tolerance).Passed());
    EXPECT_TRUE(CompareNumbers("fp32", {-3}, {-2}, tolerance).Passed());
}

TEST(CompareTest, ReportsCountLargestAndFirst) {
    const Comparison c = CompareNumbers("fp32", {1, 5, 3, 8}, {1, 2, 3, 4}, {0, 0.5});
    EXPECT_EQ(c.mismatched, 2);
    EXPECT_EQ(c.max_difference, 4);
    EXPECT_EQ(c.max_index, 3);
    EXPECT_EQ(c.max_relative, 1.5);
    EXPECT_EQ(c.max_relative_index, 1);
    ASSERT_EQ(c.first.size(), 2U);
    EXPECT_EQ(c.first[0].index, 1);
    EXPECT_EQ(c.first[0].actual, "5");
    EXPECT_EQ(c.first[0].expected, "2");
    EXPECT_EQ(c.first[0].difference, 3);
    EXPECT_EQ(c.first[1].index, 3);
}

TEST(CompareTest, LargestDifferenceIsReportedOfPassingValuesToo) {
    const Comparison c = CompareNumbers("fp32", {1.5, 2.25}, {1, 2}, {0, 1});
    EXPECT_TRUE(c.Passed());
    EXPECT_EQ(c.max_difference, 0.5);
    EXPECT_EQ(c.max_index, 0);
}

TEST(CompareTest, ZeroReferenceTakesNoPartInTheRelativeDifference) {
    const Comparison c = CompareNumbers("fp32", {0.5, 4.4}, {0, 4}, {0, 1});
    EXPECT_EQ(c.max_relative_index, 1);
    EXPECT_EQ(CompareNumbers("fp32", {1}, {0}).max_relative_index, -1);
}

TEST(CompareTest, NanInTheReferenceMeansDontCare) {
    const Comparison c = CompareNumbers("fp32", {7, kNan, kInf, 1}, {kNan, kNan, kNan, 1});
    EXPECT_TRUE(c.Passed());
    EXPECT_EQ(c.ignored, 3);
    EXPECT_EQ(c.max_index, 3);
}

TEST(CompareTest, OnlyNanComparesNothing) {
    for (const std::string_view dtype : {"fp32", "fp16", "bfloat16", "fp64", "fp8e4m3fn", "fp8e5m2", "fp8e8m0"}) {
        const Comparison c = CompareNumbers(dtype, {1, 2}, {kNan, kNan});
        EXPECT_TRUE(c.JudgesNothing()) << dtype;
        EXPECT_FALSE(c.Passed() || c.Failed()) << dtype;
        EXPECT_EQ(c.ignored, 2) << dtype;
        EXPECT_EQ(c.max_index, -1) << dtype;
    }
}

TEST(CompareTest, NonFiniteOutputIsAMismatchWhateverTheTolerance) {
    const Comparison c = CompareNumbers("fp32", {kNan, kInf, -kInf, 1}, {1, 1, 1, 1}, {1e30, 1e30});
    EXPECT_EQ(c.mismatched, 3);
    EXPECT_EQ(c.max_difference, kInf);
    EXPECT_EQ(c.max_index, 0);
    EXPECT_EQ(c.first[0].actual, "nan");
    EXPECT_EQ(c.first[1].actual, "inf");
    EXPECT_EQ(c.first[2].actual, "-inf");
}

TEST(CompareTest, InfinitiesMustHaveTheSameSign) {
    EXPECT_TRUE(CompareNumbers("fp32", {kInf, -kInf}, {kInf, -kInf}).Passed());
    EXPECT_EQ(CompareNumbers("fp32", {kInf, -kInf, 5}, {-kInf, kInf, kInf}).mismatched, 3);
    EXPECT_EQ(CompareNumbers("fp32", {kInf}, {kInf}).max_difference, 0);
}

// As many as fill chunks of several sizes: what is worse than everything before must not hide what comes after it.
TEST(CompareTest, EveryInfinityIsCountedInEveryChunk) {
    constexpr size_t kCount = 6144 + 5;
    for (const std::string_view dtype : {"fp32", "fp16", "bfloat16", "fp64"}) {
        const auto count = [&](double actual, double expected, const Tolerance& tolerance = {}) {
            return CompareNumbers(dtype, std::vector<double>(kCount, actual), std::vector<double>(kCount, expected),
                                  tolerance)
                .mismatched;
        };
        const auto all = static_cast<int64_t>(kCount);
        EXPECT_EQ(count(0, kInf), all) << dtype;
        EXPECT_EQ(count(0, -kInf, {1, 1}), all) << dtype;
        EXPECT_EQ(count(-kInf, kInf, {1, 1}), all) << dtype;
        EXPECT_EQ(count(kInf, 0, {1e300, 1e300}), all) << dtype;
        EXPECT_EQ(count(kNan, kInf), all) << dtype;
        EXPECT_EQ(count(kNan, 1), all) << dtype;
        EXPECT_EQ(count(kInf, kInf), 0) << dtype;
        EXPECT_EQ(count(-kInf, -kInf), 0) << dtype;
    }
}

TEST(CompareTest, ZerosAreEqualWhateverTheirSign) {
    for (const std::string_view dtype : {"fp32", "fp16", "bfloat16", "fp64", "fp8e4m3fn", "fp8e5m2"}) {
        EXPECT_TRUE(CompareNumbers(dtype, {-0.0, 0.0}, {0.0, -0.0}, {0, 0}).Passed()) << dtype;
    }
    const DType* fp4 = FindDType("fp4");
    const uint8_t actual[] = {0x80, 0x08, 0x88, 0x2A, 0x81};
    const uint8_t expected[] = {0x08, 0x80, 0x00, 0x2A, 0x09};
    const Comparison c = Compare({fp4, actual}, {fp4, expected}, 5, {});
    EXPECT_EQ(c.mismatched, 1);
    EXPECT_EQ(c.first.at(0).index, 4);
}

// The first value has been judged, so that all others go through the quick look in float.
TEST(CompareTest, TheQuickLookRoundsNothingAway) {
    constexpr float kLeast = std::numeric_limits<float>::denorm_min();
    const struct {
        double actual;
        double expected;
        Tolerance tolerance;
        int64_t mismatched;
    } cases[] = {
        {kLeast, 0, {0, 0}, 1},
        {kLeast, 0, {0, 1e-45}, 1},                   // one step is 1.4e-45
        {kLeast, 0, {0, 1.5e-45}, 0},                 //
        {1.2e-38F + kLeast, 1.2e-38F, {8e-8, 0}, 1},  // 0.96e-45 would round to one step
        {1e38F, 1e38F * 0.9F, {1e-46, 0}, 1},         //
        {3e38F, -3e38F, {1.5, 0}, 1},                 // 6e38 is more than a float holds
        {3e38F, -3e38F, {2.5, 0}, 0},                 //
        {1e-45, 0, {0, 1e300}, 0},                    //
    };
    for (const auto& c : cases) {
        const Tolerance& tolerance = c.tolerance;
        std::vector<double> actual(5000, 1);
        std::vector<double> expected = actual;
        actual[0] = 2;  // larger than what follows, absolutely and relatively
        actual[4000] = c.actual;
        expected[4000] = c.expected;
        const int64_t first = CompareNumbers("fp32", {actual[0]}, {expected[0]}, tolerance).mismatched;
        EXPECT_EQ(CompareNumbers("fp32", actual, expected, tolerance).mismatched, first + c.mismatched)
            << c.actual << " against " << c.expected;
    }
}

TEST(CompareTest, DifferencesThatADoubleCannotHoldAreJudged) {
    EXPECT_TRUE(CompareNumbers("fp64", {1.7e308}, {-1.7e308}, {3, 0}).Passed());
    EXPECT_TRUE(CompareNumbers("fp64", {1.7e308}, {-1.7e308}, {1, 0}).Failed());
    EXPECT_EQ(CompareNumbers("fp64", {1.7e308}, {-1.7e308}, {3, 0}).max_difference, kInf);
}

TEST(CompareTest, IntegersBeyondADoubleAreToldApart) {
    const uint64_t actual[] = {UINT64_MAX, (uint64_t{1} << 53) + 1};
    const uint64_t expected[] = {0, uint64_t{1} << 53};
    const DType* uint64 = FindDType("uint64");
    const Comparison c = Compare({uint64, actual}, {uint64, expected}, 2, {1, 1e30});
    EXPECT_EQ(c.mismatched, 2);
    EXPECT_EQ(c.first[0].difference, 18446744073709551615.0);
    EXPECT_EQ(c.first[1].actual, "9007199254740993");
    EXPECT_EQ(c.first[1].expected, "9007199254740992");
    EXPECT_EQ(c.first[1].difference, 1);
}

TEST(CompareTest, IntegersAreExactWhateverTheTolerance) {
    const Comparison c = CompareNumbers("int8", {1, -128, 3}, {1, 127, 3}, {10, 1000});
    EXPECT_EQ(c.mismatched, 1);
    EXPECT_EQ(c.max_difference, 255);
    EXPECT_EQ(c.first[0].actual, "-128");
    EXPECT_EQ(c.first[0].expected, "127");
}

TEST(CompareTest, SixtyFourBitIntegersKeepTheirLastBit) {
    const int64_t actual[] = {(int64_t{1} << 62) + 1, INT64_MIN};
    const int64_t expected[] = {int64_t{1} << 62, INT64_MAX};
    const DType* int64 = FindDType("int64");
    const Comparison c = Compare({int64, actual}, {int64, expected}, 2, {});
    EXPECT_EQ(c.mismatched, 2);
    EXPECT_EQ(c.first[0].difference, 1);
    EXPECT_EQ(c.first[0].actual, "4611686018427387905");
    EXPECT_EQ(c.first[1].difference, 18446744073709551615.0);
    EXPECT_EQ(c.max_index, 1);
}

TEST(CompareTest, EveryIntegerTypeFindsItsMismatch) {
    for (const std::string_view dtype :
         {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "index"}) {
        EXPECT_TRUE(CompareNumbers(dtype, {1, 0, 1}, {1, 0, 1}).Passed()) << dtype;
        const Comparison c = CompareNumbers(dtype, {1, 0, 1}, {1, 1, 1}, {9, 9});
        EXPECT_EQ(c.mismatched, 1) << dtype;
        EXPECT_EQ(c.max_index, 1) << dtype;
    }
}

TEST(CompareTest, SmallFloatsAreJudgedAsTheValuesTheyHold) {
    for (const std::string_view dtype : {"fp16", "bfloat16", "fp8e4m3fn", "fp8e5m2", "fp64"}) {
        EXPECT_TRUE(CompareNumbers(dtype, {1, -0.5, 2}, {1, -0.5, 2}, {0, 0}).Passed()) << dtype;
        const Comparison c = CompareNumbers(dtype, {1, -0.5, 2.5}, {1, 0.5, 2}, {0, 0});
        EXPECT_EQ(c.mismatched, 2) << dtype;
        EXPECT_EQ(c.max_difference, 1) << dtype;
        EXPECT_EQ(c.first[1].actual, "2.5") << dtype;
    }
    EXPECT_EQ(CompareNumbers("fp8e8m0", {4}, {2}).max_difference, 2);
}

TEST(CompareTest, FloatsOfDifferentWidthAreWidened) {
    const Tensor a = MakeValues("a", "bfloat16", {2}, {1.5, 2});
    const Tensor e = MakeValues("e", "fp32", {2}, {1.5, 2.5});
    const Comparison c = Compare({a.dtype, a.bytes.data()}, {e.dtype, e.bytes.data()}, 2, {});
    EXPECT_EQ(c.mismatched, 1);
    EXPECT_EQ(c.max_difference, 0.5);
}

TEST(CompareTest, OnlyLikeIsComparedWithLike) {
    EXPECT_TRUE(Comparable(*FindDType("fp32"), *FindDType("bfloat16")));
    EXPECT_TRUE(Comparable(*FindDType("index"), *FindDType("int64")));
    EXPECT_FALSE(Comparable(*FindDType("fp32"), *FindDType("int32")));
    EXPECT_FALSE(Comparable(*FindDType("int32"), *FindDType("uint32")));
    EXPECT_FALSE(Comparable(*FindDType("int32"), *FindDType("int64")));
    EXPECT_FALSE(Comparable(*FindDType("bool"), *FindDType("uint8")));
}

TEST(CompareTest, EmptyTensorsJudgeNothing) {
    const Comparison c = Compare({FindDType("fp32"), nullptr}, {FindDType("fp32"), nullptr}, 0, {});
    EXPECT_TRUE(c.JudgesNothing());
    EXPECT_FALSE(c.Passed() || c.Failed());
    EXPECT_EQ(c.total, 0);
}

TEST(CompareTest, ShowsTwentyMismatchesOfMany) {
    const Comparison c = CompareNumbers("fp32", std::vector<double>(50, 1), std::vector<double>(50, 2));
    EXPECT_EQ(c.mismatched, 50);
    ASSERT_EQ(c.first.size(), 20U);
    EXPECT_EQ(c.first.back().index, 19);
}

// Large enough for several chunks and threads; every special value lies somewhere in the middle.
struct LargePair {
    std::vector<float> actual;
    std::vector<float> expected;
};

LargePair MakeLargePair() {
    constexpr size_t kCount = (size_t{3} << 20) + 77;
    LargePair pair;
    uint32_t state = 1;
    for (size_t i = 0; i < kCount; ++i) {
        state = state * 1664525U + 1013904223U;
        const float value = static_cast<float>(state >> 8) / 16777216.0F - 0.5F;
        pair.expected.push_back(value);
        pair.actual.push_back(state % 7 == 0 ? std::nextafter(value, 1.0F) : value);
    }
    pair.expected[2'000'001] = static_cast<float>(kNan);
    pair.actual[2'500'000] = static_cast<float>(kNan);
    pair.actual[70'000] += 0.25F;
    pair.actual[3'000'000] -= 0.125F;
    return pair;
}

// The rule, written down a second time without chunks, vectors or threads.
Comparison PlainCompare(const LargePair& pair, const Tolerance& tolerance) {
    Comparison c;
    float best = 0;
    for (size_t i = 0; i < pair.actual.size(); ++i, ++c.total) {
        const float a = pair.actual[i];
        const float e = pair.expected[i];
        if (std::isnan(e)) {
            ++c.ignored;
            continue;
        }
        double difference = std::fabs(static_cast<double>(a) - static_cast<double>(e));
        if (std::isnan(a)) difference = kInf;
        const auto rank = static_cast<float>(difference);
        if (c.max_index < 0 || rank > best) {
            best = rank;
            c.max_difference = difference;
            c.max_index = static_cast<int64_t>(i);
        }
        const double relative = difference / std::fabs(static_cast<double>(e));
        if (e != 0 && (c.max_relative_index < 0 || relative > c.max_relative)) {
            c.max_relative = relative;
            c.max_relative_index = static_cast<int64_t>(i);
        }
        if (!(difference <= tolerance.atol + tolerance.rtol * std::fabs(static_cast<double>(e)))) ++c.mismatched;
    }
    return c;
}

TEST(CompareTest, LargeTensorsGiveTheSameAnswerOnAnyNumberOfThreads) {
    LargePair pair = MakeLargePair();
    for (const bool with_nan : {true, false}) {
        if (!with_nan) pair.actual[2'500'000] = pair.expected[2'500'000];
        const Tolerance tolerance = {1e-5, 1e-5};
        const Comparison plain = PlainCompare(pair, tolerance);
        EXPECT_EQ(plain.mismatched, with_nan ? 3 : 2);
        for (const int threads : {1, 2, 3, 8}) {
            const Comparison c =
                Compare({FindDType("fp32"), pair.actual.data()}, {FindDType("fp32"), pair.expected.data()},
                        static_cast<int64_t>(pair.actual.size()), tolerance, threads);
            EXPECT_EQ(c.mismatched, plain.mismatched);
            EXPECT_EQ(c.ignored, plain.ignored);
            EXPECT_EQ(c.total, plain.total);
            EXPECT_EQ(c.max_difference, plain.max_difference);
            EXPECT_EQ(c.max_index, plain.max_index);
            EXPECT_EQ(c.max_relative, plain.max_relative);
            EXPECT_EQ(c.max_relative_index, plain.max_relative_index);
            EXPECT_EQ(c.first.front().index, 70'000);
        }
    }
}

TEST(CompareTest, LargeIntegersAreSplitToo) {
    std::vector<int32_t> actual((size_t{2} << 20) + 5, 7);
    std::vector<int32_t> expected = actual;
    actual[5] = 8;
    actual.back() = 3;
    const Comparison c = Compare({FindDType("int32"), actual.data()}, {FindDType("int32"), expected.data()},
                                 static_cast<int64_t>(actual.size()), {}, 4);
    EXPECT_EQ(c.mismatched, 2);
    EXPECT_EQ(c.max_difference, 4);
    EXPECT_EQ(c.max_index, static_cast<int64_t>(actual.size()) - 1);
    EXPECT_EQ(c.first[0].index, 5);
}

TEST(CompareTest, IndexTextIsRowMajor) {
    const int64_t shape[] = {3, 16};
    EXPECT_EQ(IndexText(37, shape), "[2, 5]");
    EXPECT_EQ(IndexText(0, {}), "[]");
    const int64_t deep[] = {2, 3, 4};
    EXPECT_EQ(IndexText(23, deep), "[1, 2, 3]");
}

TEST(CompareTest, HintsAtAToleranceThatTheTypeCannotHold) {
    EXPECT_EQ(ToleranceHint(*FindDType("bfloat16"), {1e-5, 1e-5}),
              "rtol 1e-05 and atol 1e-05 allow 2e-05 at a value of 1, less than one step of bfloat16 there (0.00781)");
    EXPECT_EQ(ToleranceHint(*FindDType("fp16"), {1e-5, 1e-5}),
              "rtol 1e-05 and atol 1e-05 allow 2e-05 at a value of 1, less than one step of fp16 there (0.000977)");
    EXPECT_EQ(ToleranceHint(*FindDType("fp32"), {1e-5, 1e-5}), "");
    EXPECT_EQ(ToleranceHint(*FindDType("bfloat16"), {1.6e-2, 1e-3}), "");
    EXPECT_EQ(ToleranceHint(*FindDType("int8"), {0, 0}), "");
}

template <typename Bits, typename Convert>
void ExpectSameAsHalf(HostForm form, Convert convert) {
    std::vector<Bits> all(size_t{1} << (8 * sizeof(Bits)));
    for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Bits>(i);
    std::vector<float> wide(all.size());
    WidenToFloat(form, all.data(), static_cast<int64_t>(all.size()), wide.data());
    for (size_t i = 0; i < all.size(); ++i) {
        const float expected = convert(all[i]);
        ASSERT_EQ(std::isnan(wide[i]), std::isnan(expected)) << i;
        if (!std::isnan(expected)) {
            ASSERT_EQ(wide[i], expected) << i;
        }
        ASSERT_EQ(std::signbit(wide[i]), std::signbit(expected)) << i;
    }
}

TEST(WidenTest, AgreesWithTheSlowConversionForEveryBitPattern) {
    ExpectSameAsHalf<uint16_t>(HostForm::kFp16, Fp16ToFloat);
    ExpectSameAsHalf<uint16_t>(HostForm::kBf16, Bf16ToFloat);
    ExpectSameAsHalf<uint8_t>(HostForm::kFp8E4M3, Fp8E4M3ToFloat);
    ExpectSameAsHalf<uint8_t>(HostForm::kFp8E5M2, Fp8E5M2ToFloat);
    ExpectSameAsHalf<uint8_t>(HostForm::kFp8E8M0, Fp8E8M0ToFloat);
}

}  // namespace
}  // namespace pto::run
