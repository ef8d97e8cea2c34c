// The plan of a distributed build: recorded by an edge, again when it must be, and printed by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char kPlan[] = ".pto-ninja/plan.json";

class PlanEdge : public testing::Test {
  protected:
    void SetUp() override {
        PTO_NEEDS(MissingPython());
        PTO_NEEDS_DATA("corpus");
        directory_ = work_.CopyReference("map_reduce_l3");
    }

    Outcome Record() { return work_.Ninja(directory_, {kPlan}); }
    std::string Plan() { return ReadFile(directory_ + "/" + kPlan); }
    static Outcome ByHand(Workspace& work, std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {std::string(PTO_BIN_DIR) + "/pto-ninja", "plan"});
        return work.Tool(arguments);
    }

    Workspace work_;
    std::string directory_;
};

TEST_F(PlanEdge, RunsOnceAndAfterEdits) {
    const Outcome generated = work_.Generate(directory_);
    ASSERT_EQ(generated.exit_code, 0) << generated.All();
    const Outcome first = Record();
    ASSERT_EQ(first.exit_code, 0) << first.All();
    const std::string plan = Plan();
    EXPECT_THAT(plan, HasSubstr(R"({"program": "combine", "rank": 0, "line": 27)"));
    EXPECT_THAT(Record().out, HasSubstr("ninja: no work to do."));

    // A file replaced by an older one: its time says nothing.
    const std::string source = directory_ + "/orchestration/host_orch.py";
    EditFile(source, "callables[\"combine\"], _ta_1, config, 0)", "callables[\"combine\"], _ta_1, config, 1)");
    work_.space().SetTime(source, 1'500'000'000'000'000'000);
    const Outcome second = Record();
    ASSERT_EQ(second.exit_code, 0) << second.All();
    EXPECT_THAT(Plan(), HasSubstr(R"({"program": "combine", "rank": 1, "line": 27)"));

    EditFile(source, "orch._worker, tensors[\"z__ssa_v0\"]", "orch._worker, torch.fft(1)");
    const Outcome refused = Record();
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.All(),
                HasSubstr("error: orchestration/host_orch.py:25: uses torch.fft, which the recorder does "
                          "not know; take it out or replay this directory with PyPTO\n"));
    EXPECT_THAT(Plan(), HasSubstr(R"("rank": 1, "line": 27)")) << "a failure must leave the last plan";
}

TEST_F(PlanEdge, OverridesAreRememberedAndJudged) {
    ASSERT_EQ(work_.Generate(directory_, {"--device-ids", "5,3"}).exit_code, 0);
    const Outcome recorded = Record();
    ASSERT_EQ(recorded.exit_code, 0) << recorded.All();
    EXPECT_THAT(Plan(), HasSubstr("\"device_ids\": [5, 3],"));
    EXPECT_THAT(ReadFile(directory_ + "/build.ninja"), HasSubstr("generate --again --device-ids 5,3 ."));

    ASSERT_EQ(work_.Generate(directory_, {"--world-size", "3"}).exit_code, 0);
    EXPECT_THAT(
        Record().All(),
        HasSubstr("error: orchestration/host_orch.py:12: index 2 is out of range for dimension 0 of 'x__ssa_v0' "
                  "[2, 16, 32]; the program was compiled for 2 devices: generate without --world-size 3\n"));
}

TEST_F(PlanEdge, ADirectoryWithoutItsSourcesHasAPlanButNoBuild) {
    const std::string directory = work_.CopyReference("share_sum_l3");
    const Outcome refused = work_.Generate(directory);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("next_levels/builtin.tensor.allreduce__sum__fp32/kernel_config.py:20: program "
                                       "'builtin.tensor.allreduce__sum__fp32': KERNELS[0] "
                                       "(builtin_tensor_allreduce__sum__fp32_kernel): source "
                                       "'next_levels/builtin.tensor.allreduce__sum__fp32/kernels/aiv/"
                                       "builtin_tensor_allreduce__sum__fp32_kernel.cpp' does not exist; "));
    const Outcome printed = ByHand(work_, {directory});
    EXPECT_EQ(printed.exit_code, 0) << printed.err;
    EXPECT_THAT(printed.out, StartsWith("{\n \"schema\": 1,\n \"source\": \"orchestration/host_orch.py\",\n"));
    EXPECT_THAT(printed.out,
                HasSubstr("{\"program\": \"builtin.tensor.allreduce__sum__fp32\", \"rank\": 1, \"line\": 41"));
    EXPECT_FALSE(work_.space().Exists(directory + "/.pto-ninja"));
}

TEST(PlanByHand, NeedsADistributedBuild) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    const Outcome refused = work.Tool({std::string(PTO_BIN_DIR) + "/pto-ninja", "plan", directory});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(refused.err, "pto-ninja: error: " + directory +
                               ": is not a distributed build, so it has no plan; give a directory with "
                               "orchestration/host_orch.py\n");
    const Outcome sized = work.Generate(directory, {"--world-size", "2"});
    EXPECT_EQ(sized.err, "pto-ninja: error: " + directory +
                             ": is no distributed build and cannot follow --world-size 2; leave the option out\n");
}

}  // namespace
}  // namespace pto::test
