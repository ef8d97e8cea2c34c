#include "generator/steps/sweep.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

using ::testing::UnorderedElementsAre;

TEST(SweepLeftOvers, ReachesEveryPlaceThatIsWrittenToAndNoOther) {
    const test::TempSpace space;
    const pid_t gone = fork();
    if (gone == 0) _exit(0);
    ASSERT_EQ(waitpid(gone, nullptr, 0), gone);
    const std::string name = ".f.pto-ninja-" + std::to_string(gone) + "-3";
    for (const char* directory : {"", "ptoas/", "kernels/aic/", "kernels/aiv/", "debug/", "bench_outputs/",
                                  ".pto-ninja/", ".pto-ninja/sim/kernels/aiv/", "next_levels/one/",
                                  "next_levels/one/kernels/aiv/", "next_levels/two/ptoas/"}) {
        space.Write(directory + name, "");
    }
    space.Write("kernels/aiv/f.cpp", "");
    space.Write("kernels/aiv/.f.cpp.swp", "");
    space.Write("kernels/aiv/.f.pto-ninja-" + std::to_string(getpid()) + "-3", "");
    space.Write("data/in/" + name, "");
    const test::WorkingDirectory inside(space.Root());
    SweepLeftOvers(RealFileSystem());
    EXPECT_THAT(space.Files(),
                UnorderedElementsAre("kernels/aiv/f.cpp", "kernels/aiv/.f.cpp.swp",
                                     "kernels/aiv/.f.pto-ninja-" + std::to_string(getpid()) + "-3", "data/in/" + name));
}

}  // namespace
}  // namespace pto::gen
