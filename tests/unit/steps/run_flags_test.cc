#include "generator/steps/run_flags.h"

#include <gtest/gtest.h>

#include "tests/support/error_of.h"

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
                          {"--recompile-all", false, true},
                          {"--seed 7\t--recompile", true, true},
                          {"'--recompile'", true, true},
                          {"--re\"compile\"\n", true, true},
                          {"--tag '--recompile --no-rebuild-from-pto'", false, true},
                          {"\\--no-rebuild-from-pto", false, false}};
    for (const Case& c : cases) {
        const RunFlags flags = ParseRunFlags(c.flags);
        EXPECT_EQ(flags.recompile, c.recompile) << c.flags;
        EXPECT_EQ(flags.rebuild_from_pto, c.rebuild) << c.flags;
    }
}

TEST(RunFlags, AnOpenQuoteIsRefusedAsTheRunRefusesIt) {
    EXPECT_EQ(test::ErrorOf([] { ParseRunFlags("--recompile '--seed"); }),
              "PTO_REPLAY_FLAGS: a quote is not closed in: --recompile '--seed");
}

}  // namespace
}  // namespace pto::gen
