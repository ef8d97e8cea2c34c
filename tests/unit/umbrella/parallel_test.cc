#include "generator/umbrella/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <latch>

#include "base/put_off_signals.h"

namespace pto::gen {
namespace {

DirectoryAnswer AnswerOf(size_t i, int exit_code) {
    return {exit_code, "out " + std::to_string(i) + "\n", "err " + std::to_string(i) + "\n"};
}

// The first to be asked is the last to end.
TEST(InParallel, OutputInOrderAndTheAnswerOfEach) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    std::latch others(4);
    const std::vector<int> codes = InParallel(5, 2, [&](size_t i) {
        i == 0 ? others.wait() : others.count_down();
        return AnswerOf(i, i == 3 ? 2 : 0);
    });
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "out 0\nout 1\nout 2\nout 3\nout 4\n");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "err 0\nerr 1\nerr 2\nerr 3\nerr 4\n");
    EXPECT_EQ(codes, (std::vector<int>{0, 0, 0, 2, 0}));
}

TEST(InParallel, NothingToDoAndNoThreadWanted) {
    EXPECT_EQ(InParallel(0, 4, [](size_t) { return DirectoryAnswer{1, "", ""}; }), std::vector<int>{});
    EXPECT_EQ(InParallel(2, 0,
                         [](size_t i) {
                             return DirectoryAnswer{static_cast<int>(i), "", ""};
                         }),
              (std::vector<int>{0, 1}));
}

// What has begun is ended, nothing else begins, and then the program ends as it would have.
TEST(InParallel, ASignalTakesEffectBetweenTwoCalls) {
    EXPECT_EXIT(
        {
            InParallel(1000, 2, [](size_t i) {
                if (i == 0) kill(getpid(), SIGTERM);
                return DirectoryAnswer{0, "", i < 4 ? "whole\n" : "begun after the signal\n"};
            });
            _exit(0);
        },
        testing::KilledBySignal(SIGTERM), "^whole\n(whole\n)*$");
}

// One that is ignored comes, too, and ends nothing.
TEST(InParallel, AnIgnoredSignalStopsNothing) {
    const auto before = std::signal(SIGHUP, SIG_IGN);
    std::atomic<int> calls = 0;
    InParallel(10, 2, [&](size_t) {
        kill(getpid(), SIGHUP);
        ++calls;
        return DirectoryAnswer();
    });
    std::signal(SIGHUP, before);
    EXPECT_EQ(calls, 10);
    EXPECT_FALSE(PutOffSignals::Came());
}

}  // namespace
}  // namespace pto::gen
