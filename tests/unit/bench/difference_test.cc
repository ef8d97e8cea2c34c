#include "runtime/bench/difference.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <vector>

#include "runtime/core/random_values.h"

namespace pto::run {
namespace {

using Samples = std::vector<double>;

// Timings as machines give them: around a median, with a tail to the slow side.
class Machine {
  public:
    explicit Machine(uint64_t seed) : random_(seed) {}

    double Uniform() { return (static_cast<double>(random_.Next() >> 11) + 0.5) * 0x1p-53; }

    Samples Rounds(size_t count, double fastest_us) {
        Samples samples;
        for (size_t i = 0; i < count; ++i) samples.push_back(fastest_us * (1 - 0.1 * std::log(Uniform())));
        return samples;
    }

  private:
    SplitMix64 random_;
};

Samples Scaled(Samples samples, double factor) {
    for (double& sample : samples) sample *= factor;
    return samples;
}

TEST(Difference, OfIdenticalSamplesIsNone) {
    const Samples samples(20, 50.0);
    const Difference difference = Compare(samples, samples);
    EXPECT_EQ(difference.count_a, 20);
    EXPECT_EQ(difference.count_b, 20);
    EXPECT_EQ(difference.median_a, 50);
    EXPECT_EQ(difference.median_b, 50);
    EXPECT_EQ(difference.ratio, 1);
    EXPECT_EQ(difference.low, 1);
    EXPECT_EQ(difference.high, 1);
    EXPECT_EQ(difference.verdict, DifferenceVerdict::kNone);
}

TEST(Difference, OfASeriesWithItselfHasAnIntervalAroundOne) {
    const Samples samples = Machine(1).Rounds(50, 100);
    const Difference difference = Compare(samples, samples);
    EXPECT_EQ(difference.ratio, 1);
    EXPECT_LT(difference.low, 1);
    EXPECT_GT(difference.high, 1);
    EXPECT_EQ(difference.verdict, DifferenceVerdict::kNone);
}

TEST(Difference, SeesShiftedSamplesInBothDirections) {
    const Samples slow = Machine(1).Rounds(50, 100);
    const Samples fast = Scaled(Machine(2).Rounds(50, 100), 0.8);
    const Difference faster = Compare(slow, fast);
    EXPECT_EQ(faster.verdict, DifferenceVerdict::kFaster);
    EXPECT_NEAR(faster.ratio, 0.8, 0.04);
    EXPECT_LT(faster.high, 1);
    const Difference slower = Compare(fast, slow);
    EXPECT_EQ(slower.verdict, DifferenceVerdict::kSlower);
    EXPECT_NEAR(slower.ratio, 1.25, 0.06);
    EXPECT_GT(slower.low, 1);
}

TEST(Difference, IsTheSameEveryTime) {
    const Samples a = Machine(3).Rounds(30, 100);
    const Samples b = Machine(4).Rounds(40, 103);
    const Difference first = Compare(a, b);
    const Difference second = Compare(a, b);
    EXPECT_EQ(first.low, second.low);
    EXPECT_EQ(first.high, second.high);
    EXPECT_LT(first.low, first.ratio);
    EXPECT_GT(first.high, first.ratio);
}

TEST(Difference, IsNotToldFromAFewRounds) {
    const Samples none;
    EXPECT_EQ(Compare(none, none).ratio, 1);
    EXPECT_EQ(Compare(none, Samples{5}).ratio, 1);
    EXPECT_EQ(Compare(none, Samples{5}).median_b, 5);
    EXPECT_EQ(Compare(Samples{10}, Samples{5}).ratio, 0.5);
    EXPECT_EQ(Compare(Samples{8, 12}, Samples{5, 5}).ratio, 0.5);
    const Samples enough(kFewestCompared, 10.0);
    const Samples few(kFewestCompared - 1, 5.0);
    for (const auto& [a, b] : {std::pair(none, none), {none, enough}, {{10}, {5}}, {{8, 12}, {5, 5}}, {few, enough}}) {
        const Difference difference = Compare(a, b);
        EXPECT_EQ(difference.verdict, DifferenceVerdict::kTooFew);
        EXPECT_EQ(difference.low, difference.ratio);
        EXPECT_EQ(difference.high, difference.ratio);
    }
    EXPECT_EQ(Compare(enough, Scaled(enough, 0.5)).verdict, DifferenceVerdict::kFaster);
}

TEST(Difference, IsDefinedWhereTheClockShowsNothing) {
    const Samples zero(12, 0.0);
    const Samples some(12, 3.0);
    EXPECT_EQ(Compare(zero, zero).verdict, DifferenceVerdict::kNone);
    EXPECT_EQ(Compare(zero, some).verdict, DifferenceVerdict::kSlower);
    EXPECT_EQ(Compare(zero, some).ratio, std::numeric_limits<double>::infinity());
    EXPECT_EQ(Compare(some, zero).ratio, 0);
    EXPECT_EQ(Compare(some, zero).verdict, DifferenceVerdict::kFaster);
}

// Of series from one distribution at most one in twenty may look different.
TEST(Difference, RarelySeesOneWhereThereIsNone) {
    constexpr int kTrials = 400;
    for (const size_t rounds : {10u, 25u}) {
        Machine machine(rounds);
        int seen = 0;
        for (int trial = 0; trial < kTrials; ++trial) {
            const Samples a = machine.Rounds(rounds, 100);
            const Difference difference = Compare(a, machine.Rounds(rounds, 100));
            seen += difference.high < 1 || difference.low > 1 ? 1 : 0;
        }
        EXPECT_LE(seen, kTrials / 20) << rounds;
    }
}

TEST(Difference, IsNoneWhereItIsNotWorthTelling) {
    const Samples samples(30, 100.0);
    EXPECT_EQ(Compare(samples, Scaled(samples, 1.019)).verdict, DifferenceVerdict::kNone);
    EXPECT_EQ(Compare(samples, Scaled(samples, 0.981)).verdict, DifferenceVerdict::kNone);
    EXPECT_EQ(Compare(samples, Scaled(samples, 1.021)).verdict, DifferenceVerdict::kSlower);
    EXPECT_EQ(Compare(samples, Scaled(samples, 0.979)).verdict, DifferenceVerdict::kFaster);
}

TEST(Difference, SeesATwentyPerCentChange) {
    constexpr int kTrials = 100;
    Machine machine(5);
    int seen = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const Samples a = machine.Rounds(30, 100);
        seen += Compare(a, machine.Rounds(30, 120)).verdict == DifferenceVerdict::kSlower ? 1 : 0;
    }
    EXPECT_GE(seen, 95);
}

TEST(Difference, IsToldInOneLine) {
    Difference difference{100, 100, 148.5, 123.4, 0.83098, 0.81, 0.85012, DifferenceVerdict::kFaster};
    EXPECT_EQ(DifferenceLine(difference, "latest.json"),
              "0.8310 of 'latest.json' (95 % confidence 0.8100 to 0.8501), median 123.4 us, was 148.5 us: faster "
              "(the code or the machine: 'ninja compare' tells them apart)");
    difference.verdict = DifferenceVerdict::kTooFew;
    EXPECT_EQ(DifferenceLine(difference, "a"), "0.8310 of 'a', median 123.4 us, was 148.5 us: too few rounds to tell");
}

}  // namespace
}  // namespace pto::run
