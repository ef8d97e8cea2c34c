#include "runtime/core/process_state.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cfenv>
#include <cstdlib>

namespace pto::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ProcessState, NothingChangedIsNothing) {
    const ProcessState state;
    EXPECT_THAT(state.PutBack(), IsEmpty());
    EXPECT_EQ(PutBackNote("a", {}), "");
}

TEST(ProcessState, EachIsPutBackOnce) {
    const ProcessState state;
    std::fesetround(FE_DOWNWARD);
    setenv("PTO_TEST_STATE", "1", 1);
    const mode_t mask = umask(0123);
    ASSERT_EQ(chdir("/"), 0);
    EXPECT_THAT(state.PutBack(),
                ElementsAre("how floating-point numbers are computed (rounding, traps or denormal numbers)",
                            "the working directory", "the umask", "the environment variable 'PTO_TEST_STATE'"));
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    EXPECT_EQ(getenv("PTO_TEST_STATE"), nullptr);
    EXPECT_EQ(umask(mask), mask);
    EXPECT_THAT(state.PutBack(), IsEmpty());
}

// Whoever closes every descriptor closes the copies too; another file under their numbers is left alone.
TEST(ProcessState, DescriptorsOfOthersAreLeftAlone) {
    const int before = open("/dev/null", O_RDONLY);
    close(before);
    int taken = -1;
    {
        const ProcessState state;
        close_range(static_cast<unsigned>(before), static_cast<unsigned>(before) + 10, 0);
        taken = open("/dev/zero", O_RDONLY);
        for (int i = 0; i < 8; ++i) EXPECT_GE(dup(taken), 0);
        EXPECT_THAT(state.PutBack(), IsEmpty());
    }
    for (int descriptor = taken; descriptor < taken + 9; ++descriptor) EXPECT_EQ(close(descriptor), 0) << descriptor;
}

}  // namespace
}  // namespace pto::run
