// Distributed builds: the recorded plan, run by ranks side by side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "base/file_system.h"
#include "base/json.h"
#include "tensors/npy.h"
#include "tensors/safetensors.h"
#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kCollect[] = "/next_levels/collect/kernels/aiv/add_neighbour.cpp";
constexpr char kWait[] = "TWAIT(signal, 1,";

class DistributedTest : public testing::Test {
  protected:
    void SetUp() override {
        PTO_NEEDS(MissingPython());
        directory_ = work_.CopyExample("neighbour_sum");
    }

    Outcome Replay(const std::string& flags = {}) {
        return work_.Ninja(directory_, {"replay"}, {"PTO_REPLAY_FLAGS=" + flags});
    }

    Workspace work_;
    std::string directory_;
};

TEST_F(DistributedTest, SecondReplayDoesNothingAndAnEditCompilesOnlyItsKernel) {
    EXPECT_EQ(work_.Replay(directory_).exit_code, 0);
    const Outcome again = Replay();
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_THAT(work_.Compiled(directory_), IsEmpty());
    EXPECT_THAT(again.out, testing::Not(HasSubstr("plan orchestration")));
    EditFile(directory_ + kCollect, "TADD", "TSUB");
    EXPECT_EQ(Replay().exit_code, 1);
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre("collect/add_neighbour"));
    EXPECT_EQ(LastRun(directory_, "result"), "\"mismatch\"");
}

// Golden inputs, slices of host_orch.py and the plan have logical shapes; only the sidecar's is in blocks. What is
// computed goes element by element, so it is the same in any order of them.
TEST_F(DistributedTest, ParametersInNzBlocks) {
    const std::string sidecar = directory_ + "/distributed_meta.json";
    RealFileSystem files;
    Json meta = Json::parse(files.Read(sidecar));
    meta["params"][0]["shape"] = {-1, 4, 1, 16, 8};
    meta["params"][1]["shape"] = {2, 4, 1, 16, 8};
    for (Json& param : meta["params"]) param["layout"] = "NZ";
    files.Write(sidecar, meta.dump());
    const Outcome first = work_.Replay(directory_);
    EXPECT_EQ(first.exit_code, 0) << first.All();
    EXPECT_THAT(first.out, HasSubstr("PASS y"));
    EXPECT_EQ(Replay("--no-golden --dynamic 2 --save-outputs " + work_.Path("y.npy")).exit_code, 0);
    EXPECT_THAT(ReadNpy(files, work_.Path("y.npy")).shape, ElementsAre(2, 16, 32));
    EXPECT_THAT(
        Replay("--no-golden --shape x=16x32").All(),
        HasSubstr("pto-replay: error: --shape x: [16, 32] (in NZ blocks [1, 4, 1, 16, 8]) does not fit parameter "
                  "fp32 [?, 16, 32] (in NZ blocks [?, 4, 1, 16, 8])\n"));
}

// The same program on as many ranks as are asked for: each adds what the rank before it has published.
TEST_F(DistributedTest, FourRanksByOverride) {
    constexpr size_t kRanks = 4;
    constexpr size_t kRow = 512;
    EditFile(directory_ + "/distributed_meta.json", "        2,\n", "        4,\n");
    std::filesystem::remove(directory_ + "/golden.py");
    Tensor x = MakeTensor("x", *FindDType("fp32"), {4, 16, 32});
    for (size_t i = 0; i < kRanks * kRow; ++i) {
        const float value = static_cast<float>(i % 97) + static_cast<float>(i / kRow);
        std::memcpy(x.bytes.data() + i * sizeof value, &value, sizeof value);
    }
    const Tensor y = MakeTensor("y", *FindDType("fp32"), {4, 16, 32});
    WriteSafetensors(work_.Path("in.safetensors"), std::vector<Tensor>{x, y}, {{"order", R"(["x", "y"])"}});
    ASSERT_EQ(work_.Generate(directory_, {"--world-size", "4"}).exit_code, 0);
    const Outcome run =
        Replay("--inputs " + work_.Path("in.safetensors") + " --save-outputs " + work_.Path("out.safetensors"));
    ASSERT_EQ(run.exit_code, 0) << run.All();
    const SafetensorsFile outputs = ReadSafetensors(work_.Path("out.safetensors"));
    ASSERT_EQ(outputs.tensors.size(), 1U);
    const auto* in = reinterpret_cast<const float*>(x.bytes.data());
    const auto* out = reinterpret_cast<const float*>(outputs.tensors[0].bytes.data());
    for (size_t i = 0; i < kRanks * kRow; ++i) {
        const size_t before = (i + (kRanks - 1) * kRow) % (kRanks * kRow);
        ASSERT_EQ(out[i], 2 * in[i] + 2 * in[before]) << i;
    }
}

// A plan holds for the values that the host orchestration looked at. With others it is recorded again, for that run.
TEST_F(DistributedTest, OtherInputsThanThePlanWasRecordedForHaveTheirOwn) {
    EditFile(directory_ + "/orchestration/host_orch.py",
             "        for r in range(0, world_size, 1):\n            tensors[\"y_r\"]",
             "        for r in range(0, world_size if tensors[\"x\"][0, 0, 1].item() != -5.0 else 0, 1):\n"
             "            tensors[\"y_r\"]");
    const Outcome golden = work_.Replay(directory_);
    ASSERT_EQ(golden.exit_code, 0) << golden.All();
    const std::string plan = ReadFile(directory_ + "/.pto-ninja/plan.json");
    const auto replay = [&](float value) {
        Tensor x = MakeTensor("x", *FindDType("fp32"), {2, 16, 32});
        const float first = 3;
        std::memcpy(x.bytes.data(), &first, sizeof first);
        std::memcpy(x.bytes.data() + sizeof value, &value, sizeof value);
        const Tensor y = MakeTensor("y", *FindDType("fp32"), {2, 16, 32});
        WriteSafetensors(work_.Path("in.safetensors"), std::vector<Tensor>{x, y}, {{"order", R"(["x", "y"])"}});
        return Replay("--inputs " + work_.Path("in.safetensors") + " --save-outputs " + work_.Path("out.safetensors"));
    };
    const auto first_output = [&] {
        const SafetensorsFile outputs = ReadSafetensors(work_.Path("out.safetensors"));
        float value = 0;
        std::memcpy(&value, outputs.tensors.at(0).bytes.data(), sizeof value);
        return value;
    };
    const std::string note =
        "note: orchestration/host_orch.py was recorded again for this run: its plan was recorded for other values of "
        "'x', which orchestration/host_orch.py looks at\n";
    const Outcome none = replay(-5);
    ASSERT_EQ(none.exit_code, 0) << none.All();
    EXPECT_THAT(none.out, HasSubstr(note));
    EXPECT_EQ(first_output(), 0);
    const Outcome all = replay(-6);
    ASSERT_EQ(all.exit_code, 0) << all.All();
    EXPECT_THAT(all.out, HasSubstr(note));
    EXPECT_EQ(first_output(), 6);
    // The directory's own plan is as it was, and nothing else is left.
    EXPECT_EQ(ReadFile(directory_ + "/.pto-ninja/plan.json"), plan);
    for (const auto& entry : std::filesystem::directory_iterator(directory_ + "/.pto-ninja")) {
        EXPECT_EQ(entry.path().filename().string().find("plan_of_run"), std::string::npos) << entry.path();
    }
    const Outcome again = Replay();
    EXPECT_EQ(again.exit_code, 0) << again.All();
    EXPECT_THAT(again.out, testing::Not(HasSubstr("recorded again")));
}

TEST_F(DistributedTest, ChipProgramThatNeedsTheOtherRanksIsRefusedByItself) {
    ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    const Outcome refused = work_.Ninja(directory_, {"collect/replay"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.All(),
                HasSubstr("pto-replay: error: orchestration/host_orch.py: chip program 'collect' cannot run by itself: "
                          "it exchanges data with other ranks through the window of domain 'ring'; run the whole "
                          "program: ninja -C . replay\n"));
}

TEST_F(DistributedTest, MoreRanksThanTheTensorsHaveIsAnErrorWithItsLine) {
    ASSERT_EQ(work_.Generate(directory_, {"--world-size", "3"}).exit_code, 0);
    const Outcome refused = Replay();
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.All(), HasSubstr("orchestration/host_orch.py:22: "));
}

// Nobody tells them: both wait for ever, and the limit names them.
TEST_F(DistributedTest, RanksThatWaitForEverAreNamedAtTheTimeLimit) {
    EditFile(directory_ + kCollect, kWait, "TWAIT(signal, 2,");
    work_.Generate(directory_);
    const Outcome hung = Replay("--timeout 2");
    EXPECT_EQ(hung.exit_code, 1);
    EXPECT_EQ(LastRun(directory_, "result"), "\"infrastructure\"");
    EXPECT_THAT(hung.All(),
                HasSubstr("rank 0, 'collect' (orchestration/host_orch.py:40): not done within the time limit of"));
    EXPECT_THAT(hung.All(),
                HasSubstr("rank 1, 'collect' (orchestration/host_orch.py:40): not done within the time limit of"));
    EXPECT_THAT(hung.All(), HasSubstr("--timeout SECONDS sets the limit"));
}

// One rank never comes back from a loop that asks nobody: it is named all the same, and the process ends.
TEST_F(DistributedTest, RankInAnEndlessLoopIsNamed) {
    EditFile(directory_ + kCollect, "    pto::comm::Signal signal(ready);",
             "    for (volatile int i = 0; context->rankId == 1; i = i + 1) {\n    }\n"
             "    pto::comm::Signal signal(ready);");
    work_.Generate(directory_);
    const Outcome hung = Replay("--timeout 2");
    EXPECT_EQ(hung.exit_code, 1);
    EXPECT_EQ(LastRun(directory_, "result"), "\"infrastructure\"");
    EXPECT_THAT(hung.All(),
                HasSubstr("rank 1, 'collect' (orchestration/host_orch.py:40): not done within the time limit of"));
}

TEST_F(DistributedTest, FailureOfOneRankStopsTheOthersAndNamesIt) {
    EditFile(directory_ + kCollect, "    Whole own_view(rows);",
             "    if (context->rankId == 1) rows += 1000000;\n    Whole own_view(rows);");
    work_.Generate(directory_);
    const Outcome failed = Replay();
    EXPECT_EQ(failed.exit_code, 1);
    EXPECT_EQ(LastRun(directory_, "result"), "\"infrastructure\"");
    EXPECT_THAT(failed.All(), HasSubstr("rank 1, 'collect' (orchestration/host_orch.py:40): "));
}

TEST_F(DistributedTest, CrashOfOneRankNamesIt) {
    EditFile(directory_ + kCollect, "    pto::comm::Signal signal(ready);",
             "    if (context->rankId == 1) *reinterpret_cast<volatile int*>(8) = 1;\n"
             "    pto::comm::Signal signal(ready);");
    work_.Generate(directory_);
    const Outcome crashed = Replay();
    EXPECT_EQ(crashed.exit_code, 1);
    EXPECT_EQ(LastRun(directory_, "result"), "\"infrastructure\"");
    EXPECT_THAT(crashed.All(), HasSubstr("pto-replay: error: rank 1, 'collect' (orchestration/host_orch.py:40): kernel "
                                         "'add_neighbour' (task 0): invalid memory access"));
}

TEST(DistributedReferenceTest, MapReduceEqualsTheRealSimulatorAndItsPtoCanBeEdited) {
    Workspace work;
    PTO_NEEDS_DATA("corpus");
    PTO_NEEDS(MissingPython());
    const std::string directory = work.CopyReference("map_reduce_l3");
    const std::string saved = work.Path("saved.safetensors");
    const Outcome outcome = work.Replay(directory, {"PTO_REPLAY_FLAGS=--save-outputs " + saved});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.All();
    const std::string root = SharedRoot() + "/real-outputs/map_reduce_l3/";
    const SafetensorsFile outputs = ReadSafetensors(saved);
    ASSERT_EQ(outputs.tensors.size(), 2U);
    for (const Tensor& output : outputs.tensors) {
        EXPECT_EQ(output.bytes, ReadNpy(RealFileSystem(), root + output.name + ".npy").bytes) << output.name;
    }
    const std::string kernel = directory + "/next_levels/per_rank/kernels/aiv/square_add.cpp";
    EditFile(kernel, "TMUL(", "TADD(");
    EXPECT_EQ(work.Ninja(directory, {"replay"}).exit_code, 1);
    EXPECT_THAT(work.Compiled(directory), ElementsAre("per_rank/square_add"));
    EditFile(kernel, "TADD(", "TMUL(");
    EXPECT_EQ(work.Ninja(directory, {"replay"}).exit_code, 0);
}

// A chip program by itself gets what the others compute from the reference, and is judged by what it alone writes.
TEST(DistributedReferenceTest, ChipProgramsRunByThemselves) {
    Workspace work;
    PTO_NEEDS_DATA("corpus");
    PTO_NEEDS(MissingPython());
    const std::string directory = work.CopyReference("map_reduce_l3");
    ASSERT_EQ(work.Generate(directory).exit_code, 0);
    const Outcome map = work.Ninja(directory, {"per_rank/replay"});
    EXPECT_EQ(map.exit_code, 0) << map.All();
    EXPECT_THAT(map.out, HasSubstr("passed: y__ssa_v0 PASS 0; compiled 'per_rank/per_rank' and 'per_rank/square_add'"));
    const Outcome reduce = work.Ninja(directory + "/next_levels/combine", {"replay"});
    EXPECT_EQ(reduce.exit_code, 0) << reduce.All();
    EXPECT_THAT(reduce.out, HasSubstr("passed: z__ssa_v0 PASS 0; "));
    EditFile(directory + "/next_levels/per_rank/kernels/aiv/square_add.cpp", "TMUL(", "TADD(");
    EXPECT_EQ(work.Ninja(directory, {"combine/replay"}).exit_code, 0);
    EXPECT_THAT(work.Compiled(directory), IsEmpty()) << "the edited kernel is not its own";
    EXPECT_EQ(work.Ninja(directory, {"per_rank/replay"}).exit_code, 1);
}

TEST(DistributedReferenceTest, MissingSourcesOfABuiltinAreNamedAndThePlanIsStillRecorded) {
    Workspace work;
    PTO_NEEDS_DATA("corpus");
    PTO_NEEDS(MissingPython());
    const std::string directory = work.CopyReference("share_sum_l3");
    const Outcome refused = work.Generate(directory);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("builtin_tensor_allreduce__sum__fp32_kernel.cpp' does not exist"));
    const Outcome plan = work.Tool({std::string(PTO_BIN_DIR) + "/pto-ninja", "plan", directory});
    EXPECT_EQ(plan.exit_code, 0) << plan.All();
    for (const char* part : {R"("name": "comm_d0", "workers": [0, 1], "window_bytes": 544)",
                             R"("name": "__comm_d0_ord[1]")", R"("program": "builtin.tensor.allreduce__sum__fp32")",
                             R"("device_ctx": {"domain": 0, "rank": 1})", R"("program": "collect", "rank": 1)"}) {
        EXPECT_THAT(plan.out, HasSubstr(part));
    }
}

}  // namespace
}  // namespace pto::test
