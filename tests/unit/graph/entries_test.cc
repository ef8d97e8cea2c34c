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

TEST(Entries, StartWithTheInputsOfGoldenOrRunPy) {
    BuildDirectory directory = SampleSingle();
    EXPECT_EQ(PlanEntries(directory)[0].InputsFile(), ".pto-ninja/golden/inputs.safetensors");
    directory.programs[0].has_golden = false;
    EXPECT_EQ(PlanEntries(directory)[0].InputsFile(), "");
    directory.programs[0].run_py = {false, true};
    EXPECT_EQ(PlanEntries(directory)[0].InputsFile(), "");
    directory.programs[0].run_py = {true, false};
    EXPECT_EQ(PlanEntries(directory)[0].InputsFile(), ".pto-ninja/run_py/inputs.safetensors");
    BuildDirectory several = SampleMulti();
    several.programs[1].run_py = {true, true};
    EXPECT_EQ(PlanEntries(several)[1].InputsFile(), ".pto-ninja/next_levels/prefill/run_py/inputs.safetensors");
    BuildDirectory distributed = SampleDistributed();
    distributed.has_golden = false;
    distributed.run_py = {true, false};
    for (const Entry& entry : PlanEntries(distributed))
        EXPECT_EQ(entry.InputsFile(), ".pto-ninja/run_py/inputs.safetensors");
}

}  // namespace
}  // namespace pto::gen
