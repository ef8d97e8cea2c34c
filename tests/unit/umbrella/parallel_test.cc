#include "generator/umbrella/parallel.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

#include "tests/support/error_of.h"

namespace pto::gen {
namespace {

TEST(InParallel, OutputInOrderAndTheWorstAnswer) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const std::vector<int> answers = InParallel(5, 3, [](size_t i) {
        usleep(static_cast<useconds_t>((5 - i) * 2000));
        std::printf("out %zu\n", i);
        std::fprintf(stderr, "err %zu\n", i);
        return i == 3 ? 2 : 0;
    });
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "out 0\nout 1\nout 2\nout 3\nout 4\n");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "err 0\nerr 1\nerr 2\nerr 3\nerr 4\n");
    EXPECT_EQ(answers, (std::vector<int>{0, 0, 0, 2, 0}));
}

TEST(InParallel, AChildThatDiesIsAFailureOfItsOwn) {
    EXPECT_EQ(InParallel(2, 2, [](size_t i) { return i == 1 ? raise(SIGKILL) : 0; }), (std::vector<int>{0, 3}));
    EXPECT_EQ(InParallel(0, 4, [](size_t) { return 1; }), std::vector<int>{});
}

// One that dies is not replaced; the others do what it would have done.
TEST(InParallel, TheOthersGoOnAndWhatWasSaidIsShown) {
    testing::internal::CaptureStdout();
    const std::vector<int> answers = InParallel(40, 2, [](size_t i) {
        std::printf("%zu ", i);
        std::fflush(stdout);
        return i == 3 ? raise(SIGKILL) : 1;
    });
    std::string shown;
    for (int i = 0; i < 40; ++i) shown += std::to_string(i) + " ";
    EXPECT_EQ(testing::internal::GetCapturedStdout(), shown);
    std::vector<int> expected(40, 1);
    expected[3] = 3;
    EXPECT_EQ(answers, expected);
}

TEST(InParallel, TakesNoDescriptorForACall) {
    const int before = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(before);
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit low = {static_cast<rlim_t>(before) + 8, limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
    const std::vector<int> answers = InParallel(1000, 3, [](size_t i) { return static_cast<int>(i % 2); });
    const rlimit none = {static_cast<rlim_t>(before), limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    const std::string refused = test::ErrorOf([] { InParallel(2, 2, [](size_t) { return 0; }); });
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    EXPECT_EQ(std::count(answers.begin(), answers.end(), 1), 500);
    EXPECT_EQ(std::count(answers.begin(), answers.end(), 0), 500);
    EXPECT_EQ(refused,
              "output of a directory: cannot be kept: Too many open files; raise the limit of open files: "
              "ulimit -n (now " +
                  std::to_string(before) + ")");
}

}  // namespace
}  // namespace pto::gen
