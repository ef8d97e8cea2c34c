#include "runtime/bench/paired_difference.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <vector>

namespace pto::run {
namespace {

TEST(LeastRatio, OfAGroup) {
    EXPECT_EQ(LeastRatio({}, {}), 1);
    EXPECT_EQ(LeastRatio(std::vector<double>{10}, {}), 1);
    EXPECT_EQ(LeastRatio(std::vector<double>{10, 8, 90}, std::vector<double>{30, 16}), 2);
}

TEST(CompareRatios, TooFewHaveARatioAndNoVerdict) {
    EXPECT_EQ(CompareRatios({}).verdict, DifferenceVerdict::kTooFew);
    EXPECT_EQ(CompareRatios({}).ratio, 1);
    EXPECT_EQ(CompareRatios({2}).ratio, 2);
    EXPECT_EQ(CompareRatios({2}).verdict, DifferenceVerdict::kTooFew);
    EXPECT_EQ(CompareRatios({8, 2}).low, 2);
    EXPECT_EQ(CompareRatios({8, 2}).high, 8);
}

// Each of four looks may be wrong with 0.0025. 2 * P(Binomial(10, 1/2) = 0) is 0.0020: nothing can be cut off of ten.
// Of a hundred, 2 * P(Binomial <= 34) is 0.0018 and of 35 it is 0.0035, so that the 35th smallest and the 35th largest
// are the ends.
TEST(CompareRatios, TheIntervalIsThatOfTheSignTest) {
    const PairedDifference ten = CompareRatios({1.5, 1.2, 1.3, 1.4, 1.6, 1.7, 1.8, 1.9, 1.55, 1.65});
    EXPECT_EQ(ten.low, 1.2);
    EXPECT_EQ(ten.high, 1.9);
    EXPECT_EQ(ten.verdict, DifferenceVerdict::kSlower);
    EXPECT_EQ(CompareRatios(std::vector<double>(9, 1.5)).verdict, DifferenceVerdict::kTooFew);
    std::vector<double> hundred;
    for (int i = 1; i <= 100; ++i) hundred.push_back(i);
    EXPECT_EQ(CompareRatios(hundred).low, 35);
    EXPECT_EQ(CompareRatios(hundred).high, 66);
    EXPECT_DOUBLE_EQ(CompareRatios(hundred).ratio, std::sqrt(50.0 * 51.0));
}

TEST(CompareRatios, AWideIntervalAroundOneLeavesItOpen) {
    EXPECT_FALSE(CompareRatios(std::vector<double>(20, 1)).IsUndecided());
    EXPECT_FALSE(CompareRatios(std::vector<double>(20, 1.2)).IsUndecided());
    EXPECT_FALSE(CompareRatios({0.9, 1.1}).IsUndecided()) << "too few is something else";
    std::vector<double> wide;
    for (int i = 0; i < 20; ++i) wide.push_back(0.9 + 0.01 * i);
    EXPECT_TRUE(CompareRatios(wide).IsUndecided());
}

// Long series leave the doubles of the exact sum: both ways agree where they meet.
TEST(CompareRatios, LongSeriesToo) {
    for (const int n : {1000, 1100, 5000}) {
        std::vector<double> ratios;
        for (int i = 1; i <= n; ++i) ratios.push_back(i);
        EXPECT_NEAR(CompareRatios(ratios).low, n / 2.0 - 3.0233 * std::sqrt(n) / 2, 1.5) << n;
    }
}

TEST(CompareRatios, ASmallDifferenceIsNotTold) {
    const auto verdict = [](double ratio) { return CompareRatios(std::vector<double>(50, ratio)).verdict; };
    EXPECT_EQ(verdict(1), DifferenceVerdict::kNone);
    EXPECT_EQ(verdict(1.015), DifferenceVerdict::kNone);
    EXPECT_EQ(verdict(1.03), DifferenceVerdict::kSlower);
    EXPECT_EQ(verdict(0.97), DifferenceVerdict::kFaster);
}

// Skewed noise, spikes, a machine that slows down and speeds up, and loadings of which one is faster than another: as
// timings are. A hundred pairs in twenty groups.
int Told(DifferenceVerdict verdict, double factor) {
    int told = 0;
    for (unsigned trial = 0; trial < 100; ++trial) {
        std::mt19937_64 random(trial);
        std::lognormal_distribution<double> noise(0, 0.08);
        std::lognormal_distribution<double> loading(0, 0.03);
        std::bernoulli_distribution spike(0.05);
        const auto time = [&](int round, double cost) {
            return cost * (1 + 0.5 * std::sin(round / 15.0)) * noise(random) * (spike(random) ? 20 : 1);
        };
        std::vector<double> ratios;
        for (int group = 0; group < 20; ++group) {
            const double before_cost = 40 * loading(random);
            const double after_cost = 40 * factor * loading(random);
            std::vector<double> before;
            std::vector<double> after;
            for (int round = 5 * group; round < 5 * group + 5; ++round) {
                before.push_back(time(round, before_cost));
                after.push_back(time(round, after_cost));
            }
            ratios.push_back(LeastRatio(before, after));
        }
        told += CompareRatios(ratios).verdict == verdict ? 1 : 0;
    }
    return told;
}

TEST(CompareRatios, TellsTheSameFromTwentyPercent) {
    EXPECT_GE(Told(DifferenceVerdict::kNone, 1), 95);
    EXPECT_GE(Told(DifferenceVerdict::kSlower, 1.2), 95);
    EXPECT_GE(Told(DifferenceVerdict::kFaster, 1 / 1.2), 95);
}

TEST(CompareRatios, Words) {
    EXPECT_EQ(DifferenceText(DifferenceVerdict::kFaster), "faster");
    EXPECT_EQ(DifferenceText(DifferenceVerdict::kSlower), "slower");
    EXPECT_EQ(DifferenceText(DifferenceVerdict::kNone), "no difference seen");
    EXPECT_EQ(DifferenceText(DifferenceVerdict::kTooFew), "too few rounds to tell");
}

}  // namespace
}  // namespace pto::run
