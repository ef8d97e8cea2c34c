#include "generator/graph/entries.h"

#include <gtest/gtest.h>

#include "tests/support/sample_directory.h"

namespace pto::gen {
namespace {

TEST(Entries, OneChipIsOneNamelessEntry) {
    const BuildDirectory directory = SampleSingle();
    const std::vector<Entry> entries = PlanEntries(directory);
    ASSERT_EQ(entries.size(), 1u);
    EXPECT_EQ(entries[0].name, "");
    EXPECT_EQ(entries[0].directory, "");
    EXPECT_EQ(entries[0].program, 0);
    EXPECT_TRUE(entries[0].has_golden);
    EXPECT_EQ(entries[0].params, &directory.programs[0].meta->params);
    EXPECT_EQ(entries[0].GoldenDir(), ".pto-ninja/golden");
    EXPECT_EQ(entries[0].Target("replay"), "replay");
}

TEST(Entries, EachOrchestrationOfSeveral) {
    const BuildDirectory directory = SampleMulti();
    const std::vector<Entry> entries = PlanEntries(directory);
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_EQ(entries[0].Target("replay"), "decode/replay");
    EXPECT_EQ(entries[0].GoldenDir(), ".pto-ninja/next_levels/decode/golden");
    EXPECT_TRUE(entries[0].has_golden);
    EXPECT_EQ(entries[1].name, "prefill");
    EXPECT_EQ(entries[1].program, 1);
    EXPECT_FALSE(entries[1].has_golden);
    EXPECT_EQ(entries[1].params, nullptr) << "no sidecar";
}

TEST(Entries, DistributedPlanAndItsChipPrograms) {
    const BuildDirectory directory = SampleDistributed();
    const std::vector<Entry> entries = PlanEntries(directory);
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_EQ(entries[0].program, -1);
    EXPECT_EQ(entries[0].Target("benchmark"), "benchmark");
    EXPECT_FALSE(entries[0].IsPart());
    EXPECT_EQ(entries[1].program, 0);
    EXPECT_EQ(entries[1].Target("benchmark"), "chip/benchmark");
    EXPECT_TRUE(entries[1].IsPart());
    for (const Entry& entry : entries) {
        EXPECT_EQ(entry.params, &directory.distributed->common.params);
        EXPECT_TRUE(entry.has_golden);
        EXPECT_EQ(entry.GoldenDir(), ".pto-ninja/golden");
    }
}

}  // namespace
}  // namespace pto::gen
