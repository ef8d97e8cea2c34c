#include "runtime/dfx/program_rules.h"

#include <gmock/gmock.h>

#include "base/file_system.h"
#include "runtime/dfx/scope_file.h"
#include "runtime/dfx/tensor_overlap.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"
#include "tests/unit/dfx/recording_fixture.h"

namespace pto::run {
namespace {

using pto_ninja::TensorAccess;
using pto_ninja::TensorDescriptor;
using test::DenseTensor;
using test::kRingOne;
using test::RecordingBuilder;
using test::RowsOf;
using testing::ElementsAre;
using testing::IsEmpty;

// "2<1 covered": task 2 reads what task 1 wrote.
std::vector<std::string> WriterEdges(const RecordingBuilder& builder) {
    std::vector<std::string> texts;
    for (const DependencyEdge& edge : AccountFor(builder.recording).edges) {
        if (edge.source != EdgeSource::kTensorMap) continue;
        texts.push_back(std::to_string(edge.succ & UINT32_MAX) + "<" + std::to_string(edge.pred & UINT32_MAX) +
                        (edge.covered ? " covered" : ""));
    }
    return texts;
}

class ProgramRulesTest : public testing::Test {
  protected:
    void Submit(std::vector<embedded::TaskTensorInfo> tensors) {
        builder_.Submit(kRingOne + next_++, {nullptr, kernel_, nullptr}, std::move(tensors));
    }

    RecordingBuilder builder_;
    const embedded::Kernel* kernel_ = builder_.AddKernel(0, "op");
    const TensorDescriptor x_ = DenseTensor(4096, {8, 16});
    uint64_t next_ = 0;
};

TEST_F(ProgramRulesTest, ReadersWaitForEveryWriterOfWhatTheyReadLatestFirst) {
    Submit({{RowsOf(x_, 0, 4), TensorAccess::kOutputExisting}});
    Submit({{RowsOf(x_, 4, 4), TensorAccess::kOutputExisting}});
    Submit({{RowsOf(x_, 0, 2), TensorAccess::kInput}});
    Submit({{x_, TensorAccess::kInput}});
    EXPECT_THAT(WriterEdges(builder_), ElementsAre("2<0", "3<1 covered", "3<0 covered"));
}

TEST_F(ProgramRulesTest, WhoUpdatesAllOfItTakesThePlaceOfTheWritersBefore) {
    Submit({{RowsOf(x_, 0, 4), TensorAccess::kOutputExisting}});
    Submit({{x_, TensorAccess::kInOut}});
    Submit({{x_, TensorAccess::kInput}});
    EXPECT_THAT(WriterEdges(builder_), ElementsAre("1<0 covered", "2<1 covered"));
}

// On the chip a writer does not wait for readers, nor one that overwrites for the writer before it.
TEST_F(ProgramRulesTest, WritersWaitForNobody) {
    Submit({{x_, TensorAccess::kOutputExisting}});
    Submit({{x_, TensorAccess::kInput}});
    Submit({{x_, TensorAccess::kOutputExisting}});
    EXPECT_THAT(WriterEdges(builder_), ElementsAre("1<0 covered"));
}

TEST_F(ProgramRulesTest, UntrackedTensorsAndManualScopesHaveNoEdges) {
    TensorDescriptor untracked = x_;
    untracked.manual_dep = 1;
    Submit({{x_, TensorAccess::kOutputExisting}});
    Submit({{untracked, TensorAccess::kInput}});
    Submit({{x_, TensorAccess::kNoDep}});
    builder_.Submit(kRingOne + next_++, {nullptr, kernel_, nullptr}, {{x_, TensorAccess::kInput}}).manual_scope = true;
    EXPECT_THAT(WriterEdges(builder_), IsEmpty());
}

TEST_F(ProgramRulesTest, MemoryThatIsUsedAgainIsAnotherTensor) {
    Submit({{x_, TensorAccess::kOutputExisting}});
    builder_.Allocate(kRingOne + next_++, {x_});
    Submit({{x_, TensorAccess::kInput}});
    EXPECT_THAT(WriterEdges(builder_), IsEmpty());
}

TEST(TensorOverlapTest, Views) {
    const TensorDescriptor all = DenseTensor(0, {8, 16});
    TensorDescriptor left = all;  // columns 0 to 7
    left.shapes[1] = 8;
    TensorDescriptor right = left;
    right.start_offset = 8;
    TensorDescriptor flat = DenseTensor(0, {128});
    TensorDescriptor later = all;
    later.version = 1;
    EXPECT_EQ(OverlapOf(all, left), ViewOverlap::kCovered);
    EXPECT_EQ(OverlapOf(left, all), ViewOverlap::kOther);
    EXPECT_EQ(OverlapOf(left, right), ViewOverlap::kNone);
    EXPECT_EQ(OverlapOf(RowsOf(all, 0, 4), RowsOf(all, 4, 4)), ViewOverlap::kNone);
    EXPECT_EQ(OverlapOf(RowsOf(all, 0, 5), RowsOf(all, 4, 4)), ViewOverlap::kOther);
    EXPECT_EQ(OverlapOf(flat, all), ViewOverlap::kOther);
    EXPECT_EQ(OverlapOf(later, all), ViewOverlap::kOther);
    EXPECT_EQ(OverlapOf(DenseTensor(0, {0, 16}), all), ViewOverlap::kNone);
}

TEST(ScopeFileTest, IsWhatTheSimulatorWrites) {
    const std::string sample = test::SharedRoot() + "/dfx-samples/gated_residual/scope_stats/scope_stats.jsonl";
    const RealFileSystem files;
    PTO_NEEDS_DATA("dfx-samples/gated_residual/scope_stats/scope_stats.jsonl");
    RecordingBuilder builder;
    BuildGatedResidual(builder);
    EXPECT_EQ(ScopeStatsText(AccountFor(builder.recording), false), files.Read(sample));
}

// The same scope twice: what the first round took is free again when the second begins.
TEST(ScopeFileTest, RoundsOfALoop) {
    RecordingBuilder builder;
    const embedded::Kernel* kernel = builder.AddKernel(0, "op");
    for (uint64_t round = 0; round < 2; round++) {
        builder.Begin(1, "loop.cpp:5");
        const auto made = DenseTensor(4096, {3, 5}, kRingOne + round);
        const auto x = DenseTensor(65536, {3, 5});
        builder.Submit(kRingOne + round, {nullptr, kernel, nullptr},
                       {{x, TensorAccess::kInOut}, {made, TensorAccess::kOutput}});
        builder.End(1, "loop.cpp:5");
    }
    builder.recording.failed = true;
    EXPECT_EQ(
        ScopeStatsText(AccountFor(builder.recording), true),
        R"({"version": 6, "fatal": true, "dropped": 0, "total": 5, "task_window_max": [16384, 16384, 16384, 16384], "heap_max": [268435456, 268435456, 268435456, 268435456], "dep_pool_max": [16384, 16384, 16384, 16384], "tensormap_max": 65536}
{"site": "(unknown):0", "phase": "begin", "depth": 0, "ring": 0, "task_window_start": 0, "task_window_end": 0, "heap_start": 0, "heap_end": 0, "dep_pool_start": 1, "dep_pool_end": 1, "tensormap": 0}
{"site": "loop.cpp:5", "phase": "begin", "depth": 1, "ring": 1, "task_window_start": 0, "task_window_end": 0, "heap_start": 0, "heap_end": 0, "dep_pool_start": 1, "dep_pool_end": 1, "tensormap": 0}
{"site": "loop.cpp:5", "phase": "end", "depth": 1, "ring": 1, "task_window_start": 0, "task_window_end": 1, "heap_start": 0, "heap_end": 1024, "dep_pool_start": 1, "dep_pool_end": 1, "tensormap": 1}
{"site": "loop.cpp:5", "phase": "begin", "depth": 1, "ring": 1, "task_window_start": 1, "task_window_end": 1, "heap_start": 1024, "heap_end": 1024, "dep_pool_start": 1, "dep_pool_end": 1, "tensormap": 1}
{"site": "loop.cpp:5", "phase": "end", "depth": 1, "ring": 1, "task_window_start": 1, "task_window_end": 2, "heap_start": 1024, "heap_end": 2048, "dep_pool_start": 1, "dep_pool_end": 2, "tensormap": 1}
)");
}

}  // namespace
}  // namespace pto::run
