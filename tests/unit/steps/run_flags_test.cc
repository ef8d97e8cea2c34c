#include "generator/steps/run_flags.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

TEST(RunFlags, LastWordWins) {
    struct Case {
        const char* flags;
        bool recompile, rebuild;
    };
    const Case cases[] = {{"", false, true},
                          {"--pmu 2 --swimlane", false, true},
                          {"--recompile", true, true},
                          {"  --seed 7  --recompile ", true, true},
                          {"--recompile --no-recompile", false, true},
                          {"--no-recompile --recompile", true, true},
                          {"--no-rebuild-from-pto --recompile", true, false},
                          {"--recompile-all", false, true}};
    for (const Case& c : cases) {
        const RunFlags flags = ParseRunFlags(c.flags);
        EXPECT_EQ(flags.recompile, c.recompile) << c.flags;
        EXPECT_EQ(flags.rebuild_from_pto, c.rebuild) << c.flags;
    }
}

}  // namespace
}  // namespace pto::gen
