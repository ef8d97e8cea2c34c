#include "generator/umbrella/parallel.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace pto::gen {
namespace {

TEST(InParallel, OutputInOrderAndTheWorstAnswer) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int worst = InParallel(5, 3, [](size_t i) {
        usleep(static_cast<useconds_t>((5 - i) * 2000));
        std::printf("out %zu\n", i);
        std::fprintf(stderr, "err %zu\n", i);
        return i == 3 ? 2 : 0;
    });
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "out 0\nout 1\nout 2\nout 3\nout 4\n");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "err 0\nerr 1\nerr 2\nerr 3\nerr 4\n");
    EXPECT_EQ(worst, 2);
}

TEST(InParallel, AChildThatDiesIsAFailureOfItsOwn) {
    EXPECT_EQ(InParallel(2, 2, [](size_t i) { return i == 1 ? raise(SIGKILL) : 0; }), 3);
    EXPECT_EQ(InParallel(0, 4, [](size_t) { return 1; }), 0);
}

}  // namespace
}  // namespace pto::gen
