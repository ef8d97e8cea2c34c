#include "generator/steps/fault_point.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

// How a process ends that passes "before-raw" and then "raw" with the variable set to `wanted`: the signal, 0 for none.
// `while_it_runs` gets its number.
template <typename Action>
int SignalWith(const char* wanted, Action while_it_runs) {
    const test::EnvironmentVariable variable("PTO_NINJA_TEST_STOP_AT", wanted);
    const pid_t child = fork();
    if (child == 0) {
        FaultPoint("before-raw");
        FaultPoint("raw");
        _exit(0);
    }
    if (child < 0) return -1;
    while_it_runs(child);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int SignalWith(const char* wanted) {
    return SignalWith(wanted, [](pid_t) {});
}

TEST(FaultPoint, StopsAtTheStepThatIsNamed) {
    EXPECT_EQ(SignalWith(nullptr), 0);
    EXPECT_EQ(SignalWith(""), 0);
    EXPECT_EQ(SignalWith("before"), 0);
    EXPECT_EQ(SignalWith("raw-2"), 0);
    EXPECT_EQ(SignalWith("raw:OTHER"), 0);
    EXPECT_EQ(SignalWith("raw"), SIGKILL);
    EXPECT_EQ(SignalWith("before-raw"), SIGKILL);
    EXPECT_EQ(SignalWith("raw:INT"), SIGINT);
}

TEST(FaultPoint, WaitsToBeInterruptedOnceItHasSaidSo) {
    const test::TempSpace space;
    const std::string wanted = "raw:WAIT:" + space.Path("reached");
    EXPECT_EQ(SignalWith(wanted.c_str(),
                         [&space](pid_t child) {
                             while (!space.Exists("reached")) usleep(1000);
                             kill(child, SIGINT);
                         }),
              SIGINT);
}

}  // namespace
}  // namespace pto::gen
