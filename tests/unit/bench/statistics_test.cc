#include "runtime/bench/statistics.h"

#include <gmock/gmock.h>

namespace pto::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(StatisticsTest, NothingIsAllZero) {
    const Statistics s = Summarize({});
    EXPECT_EQ(s.count, 0U);
    EXPECT_EQ(s.min, 0);
    EXPECT_EQ(s.median, 0);
    EXPECT_EQ(s.mean, 0);
    EXPECT_EQ(s.max, 0);
    EXPECT_EQ(s.stddev, 0);
    EXPECT_EQ(s.cv, 0);
    EXPECT_THAT(TimingWarnings({}, s), IsEmpty());
}

TEST(StatisticsTest, OneSampleHasNoSpread) {
    const Statistics s = Summarize(std::vector<double>{42});
    EXPECT_EQ(s.count, 1U);
    EXPECT_EQ(s.min, 42);
    EXPECT_EQ(s.median, 42);
    EXPECT_EQ(s.mean, 42);
    EXPECT_EQ(s.max, 42);
    EXPECT_EQ(s.stddev, 0);
    EXPECT_EQ(s.mad, 0);
}

TEST(StatisticsTest, TwoSamples) {
    const Statistics s = Summarize(std::vector<double>{30, 10});
    EXPECT_EQ(s.min, 10);
    EXPECT_EQ(s.median, 20);
    EXPECT_EQ(s.mean, 20);
    EXPECT_EQ(s.max, 30);
    // sqrt((10^2 + 10^2) / (2 - 1))
    EXPECT_DOUBLE_EQ(s.stddev, 14.142135623730951);
    EXPECT_DOUBLE_EQ(s.cv, 0.70710678118654757);
    EXPECT_EQ(s.mad, 10);
}

TEST(StatisticsTest, OddCountByHand) {
    // Squares of the distances from the mean 5: 9, 1, 1, 0, 9: 20 / 4 = 5.
    const Statistics s = Summarize(std::vector<double>{2, 4, 6, 5, 8});
    EXPECT_EQ(s.median, 5);
    EXPECT_EQ(s.mean, 5);
    EXPECT_DOUBLE_EQ(s.stddev, 2.2360679774997898);
    EXPECT_EQ(s.mad, 1);  // distances 3, 1, 1, 0, 3
    EXPECT_EQ(s.outliers, 0U);
}

TEST(StatisticsTest, OutlierIsTenScaledDeviationsFromTheMedian) {
    // Median 100, mad 1: the limit is 10 * 1.4826 * 1 = 14.826.
    const Statistics s = Summarize(std::vector<double>{99, 99, 100, 101, 101});
    EXPECT_EQ(s.mad, 1);
    EXPECT_FALSE(IsOutlier(114.8, s));
    EXPECT_TRUE(IsOutlier(114.9, s));
    EXPECT_FALSE(IsOutlier(85.2, s));
    EXPECT_TRUE(IsOutlier(85.1, s));
}

TEST(StatisticsTest, EqualSamplesHaveNoOutliers) {
    const Statistics s = Summarize(std::vector<double>{50, 50, 50, 50, 900});
    EXPECT_EQ(s.mad, 0);
    EXPECT_EQ(s.outliers, 0U);
}

TEST(StatisticsTest, WarnsOfASlowFirstRoundAndOfOutliersOnce) {
    const std::vector<double> samples = {500, 99, 100, 101, 99, 100, 101, 99, 100, 101, 300, 100};
    const Statistics s = Summarize(samples);
    EXPECT_EQ(s.outliers, 2U);
    EXPECT_THAT(TimingWarnings(samples, s),
                ElementsAre("the first round took 500.0 us, the median is 100.0 us: more warm-up rounds would help",
                            "1 of 12 rounds are outliers: something else was using the machine"));
}

TEST(StatisticsTest, WarnsOfShortAndFewRounds) {
    const std::vector<double> samples = {4, 5, 6};
    EXPECT_THAT(TimingWarnings(samples, Summarize(samples)),
                ElementsAre("the median is 5.0 us: rounds below 10 us are too short to compare",
                            "3 rounds are too few to compare"));
    const std::vector<double> one = {100};
    EXPECT_THAT(TimingWarnings(one, Summarize(one)), ElementsAre("1 round is too few to compare"));
}

TEST(StatisticsTest, SteadyRoundsNeedNoWarning) {
    const std::vector<double> samples = {100, 101, 99, 100, 102, 98, 100, 101, 99, 100};
    EXPECT_THAT(TimingWarnings(samples, Summarize(samples)), IsEmpty());
}

}  // namespace
}  // namespace pto::run
