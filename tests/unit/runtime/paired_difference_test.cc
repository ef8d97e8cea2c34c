#include "runtime/paired_difference.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <vector>

namespace pto::run {
namespace {

std::vector<double> Times(std::vector<double> base, double factor) {
    for (double& value : base) value *= factor;
    return base;
}

TEST(ComparePairs, TooFewPairsHaveARatioAndNoVerdict) {
    EXPECT_EQ(ComparePairs({}, {}).verdict, DifferenceVerdict::kTooFewPairs);
    EXPECT_EQ(ComparePairs({}, {}).ratio, 1);
    const std::vector<double> one = {10};
    const std::vector<double> two = {20};
    EXPECT_EQ(ComparePairs(one, two).ratio, 2);
    EXPECT_EQ(ComparePairs(one, two).verdict, DifferenceVerdict::kTooFewPairs);
    const std::vector<double> before = {10, 10};
    const std::vector<double> after = {20, 80};
    EXPECT_EQ(ComparePairs(before, after).ratio, 4) << "the geometric mean of 2 and 8";
    EXPECT_EQ(ComparePairs(before, after).low, 2);
    EXPECT_EQ(ComparePairs(before, after).high, 8);
}

// 2 * P(Binomial(8, 1/2) = 0) is 0.0078: nothing can be cut off of eight. Of a hundred, 2 * P(Binomial <= 36) is 0.0066
// and of 37 it is 0.0120, so that the 37th smallest and the 37th largest are the ends.
TEST(ComparePairs, TheIntervalIsThatOfTheSignTest) {
    std::vector<double> before(8, 1.0);
    const std::vector<double> eight = {1.5, 1.2, 1.3, 1.4, 1.6, 1.7, 1.8, 1.9};
    EXPECT_EQ(ComparePairs(before, eight).low, 1.2);
    EXPECT_EQ(ComparePairs(before, eight).high, 1.9);
    EXPECT_EQ(ComparePairs(before, eight).verdict, DifferenceVerdict::kSlower);
    before.assign(100, 1.0);
    std::vector<double> hundred;
    for (int i = 1; i <= 100; ++i) hundred.push_back(i);
    EXPECT_EQ(ComparePairs(before, hundred).low, 37);
    EXPECT_EQ(ComparePairs(before, hundred).high, 64);
    EXPECT_DOUBLE_EQ(ComparePairs(before, hundred).ratio, std::sqrt(50.0 * 51.0));
}

// Long series leave the doubles of the exact sum: both ways agree where they meet.
TEST(ComparePairs, LongSeriesToo) {
    for (const int n : {1000, 1100, 5000}) {
        const std::vector<double> before(static_cast<size_t>(n), 1.0);
        std::vector<double> after;
        for (int i = 1; i <= n; ++i) after.push_back(i);
        const double expected = n / 2.0 - 2.5758 * std::sqrt(n) / 2;
        EXPECT_NEAR(ComparePairs(before, after).low, expected, 1.5) << n;
    }
}

TEST(ComparePairs, ASmallDifferenceIsNotTold) {
    const std::vector<double> before(50, 100.0);
    EXPECT_EQ(ComparePairs(before, Times(before, 1.015)).verdict, DifferenceVerdict::kNone);
    EXPECT_EQ(ComparePairs(before, Times(before, 1.03)).verdict, DifferenceVerdict::kSlower);
    EXPECT_EQ(ComparePairs(before, Times(before, 0.97)).verdict, DifferenceVerdict::kFaster);
    EXPECT_EQ(ComparePairs(before, before).verdict, DifferenceVerdict::kNone);
}

// Skewed noise, spikes, and a machine that slows down and speeds up: as timings are.
struct Machine {
    std::mt19937_64 random;
    double At(int round, double cost) {
        std::lognormal_distribution<double> noise(0, 0.15);
        std::bernoulli_distribution spike(0.05);
        const double drift = 1 + 0.5 * std::sin(round / 15.0);
        return cost * drift * noise(random) * (spike(random) ? 20 : 1);
    }
};

int Told(DifferenceVerdict verdict, double factor) {
    int told = 0;
    for (unsigned trial = 0; trial < 100; ++trial) {
        Machine machine{std::mt19937_64(trial)};
        std::vector<double> before;
        std::vector<double> after;
        for (int round = 0; round < 100; ++round) {
            before.push_back(machine.At(round, 40));
            after.push_back(machine.At(round, 40 * factor));
        }
        told += ComparePairs(before, after).verdict == verdict ? 1 : 0;
    }
    return told;
}

TEST(ComparePairs, TellsTheSameFromTwentyPercent) {
    EXPECT_GE(Told(DifferenceVerdict::kNone, 1), 95);
    EXPECT_GE(Told(DifferenceVerdict::kSlower, 1.2), 95);
    EXPECT_GE(Told(DifferenceVerdict::kFaster, 1 / 1.2), 95);
}

TEST(ComparePairs, Words) {
    EXPECT_EQ(DifferenceText(DifferenceVerdict::kFaster), "faster");
    EXPECT_EQ(DifferenceText(DifferenceVerdict::kSlower), "slower");
    EXPECT_EQ(DifferenceText(DifferenceVerdict::kNone), "no difference seen");
    EXPECT_EQ(DifferenceText(DifferenceVerdict::kTooFewPairs), "too few rounds to tell");
}

}  // namespace
}  // namespace pto::run
