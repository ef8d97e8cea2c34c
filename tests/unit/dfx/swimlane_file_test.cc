#include "runtime/dfx/swimlane_file.h"

#include <gmock/gmock.h>

#include "tests/unit/dfx/recording_fixture.h"

namespace pto::run {
namespace {

using test::kRingOne;
using test::RecordingBuilder;
using testing::ElementsAre;

CoreRun RunOf(size_t task, int block, int slot, int64_t start, int64_t end, int worker = 0) {
    return {task, {block, slot}, worker, start - 3, start, end, end + 2};
}

std::vector<int> CoresOf(const RecordingBuilder& builder) {
    return PlaceOnCores(builder.recording).core_of;
}

// Two clusters: cube cores 0 and 1, vector cores 2 to 5.
TEST(CoreLayoutTest, TheLowestCoreThatIsFree) {
    RecordingBuilder builder;
    builder.recording.cores = {RunOf(0, 0, 1, 10, 20), RunOf(1, 0, 1, 15, 25), RunOf(2, 0, 1, 20, 30),
                               RunOf(3, 0, 0, 20, 30)};
    EXPECT_THAT(CoresOf(builder), ElementsAre(2, 3, 2, 0));
}

TEST(CoreLayoutTest, TheCoresOfABlockAreOneCluster) {
    RecordingBuilder builder;
    // A vector core of the first cluster is busy, so that the block of three cores goes to the second.
    builder.recording.cores = {RunOf(0, 0, 1, 10, 90), RunOf(1, 0, 2, 20, 50), RunOf(1, 0, 0, 21, 50),
                               RunOf(1, 0, 1, 22, 50), RunOf(2, 0, 0, 30, 40)};
    EXPECT_THAT(CoresOf(builder), ElementsAre(2, 5, 1, 4, 0));
}

TEST(CoreLayoutTest, MoreAtOnceThanTheChipHasGetCoresOfTheirOwn) {
    RecordingBuilder builder;
    for (int block = 0; block < 5; block++) builder.recording.cores.push_back(RunOf(0, block, 1, 10, 20));
    const CoreLayout layout = PlaceOnCores(builder.recording);
    EXPECT_EQ(layout.clusters, 3);
    EXPECT_EQ(layout.CoreCount(), 9);
    EXPECT_THAT(layout.core_of, ElementsAre(3, 4, 5, 6, 7));
}

void BuildTwoTasks(RecordingBuilder& builder) {
    const embedded::Kernel* add = builder.AddKernel(0, "add");
    builder.Allocate(kRingOne, {}, 100, 110);
    builder.Submit(kRingOne + 1, {nullptr, add, nullptr}, {}, 120, 130);
    builder.Submit(kRingOne + 2, {nullptr, add, nullptr}, {}, 140, 150);
    builder.recording.cores = {RunOf(1, 0, 1, 300, 400, 1), RunOf(0, 0, 1, 200, 250, 0), RunOf(1, 1, 1, 300, 410, 7)};
    using Kind = embedded::ScheduleEvent::Kind;
    builder.recording.schedule = {{Kind::kDispatch, 1, 190, 195, 2, {0, 1, 0}, {0, 0, 0}},
                                  {Kind::kComplete, 1, 260, 270, 0, {0, 0, 0}, {0, 0, 1}}};
}

TEST(SwimlaneFileTest, WholeTextOfTheFullLevel) {
    RecordingBuilder builder;
    BuildTwoTasks(builder);
    EXPECT_EQ(SwimlaneText(builder.recording, PlaceOnCores(builder.recording), 4), R"({
  "chip_swimlane_level": 4,
  "metadata": {
    "clock_freq_hz": 1000000000,
    "num_cores": 6,
    "core_types": ["aic", "aic", "aiv", "aiv", "aiv", "aiv"],
    "core_to_thread": [-1, -1, -1, -1, -1, -1]
  },
  "aicore_tasks": [
    [2, 4294967297, 1, 200, 250, 3],
    [2, 4294967298, 2, 300, 400, 3],
    [3, 4294967298, 1, 300, 410, 3]
  ],
  "aicpu_tasks": [
    [2, 1, 197, 252],
    [2, 2, 297, 402],
    [3, 1, 297, 412]
  ],
  "aicpu_scheduler_phases": [
    [],
    [
      {"kind": "dispatch", "start_cycles": 190, "end_cycles": 195, "loop_iter": 1, "tasks_processed": 1, "pop_hit": 1, "pop_miss": 2, "shared_at_start": [0,1,0], "shared_at_end": [0,0,0]},
      {"kind": "complete", "start_cycles": 260, "end_cycles": 270, "loop_iter": 1, "tasks_processed": 1, "shared_at_start": [0,0,0], "shared_at_end": [0,0,1]}
    ]
  ],
  "aicpu_orchestrator_phases": [
    [
      {"submit_idx": 0, "task_id": 4294967296, "start_cycles": 100, "end_cycles": 110},
      {"submit_idx": 1, "task_id": 4294967297, "start_cycles": 120, "end_cycles": 130},
      {"submit_idx": 2, "task_id": 4294967298, "start_cycles": 140, "end_cycles": 150}
    ]
  ]
}
)");
}

TEST(SwimlaneFileTest, LowerLevelsHaveLess) {
    RecordingBuilder builder;
    BuildTwoTasks(builder);
    builder.recording.cores.resize(1);
    const CoreLayout layout = PlaceOnCores(builder.recording);
    EXPECT_EQ(SwimlaneText(builder.recording, layout, 1), R"({
  "chip_swimlane_level": 1,
  "metadata": {
    "clock_freq_hz": 1000000000,
    "num_cores": 6,
    "core_types": ["aic", "aic", "aiv", "aiv", "aiv", "aiv"]
  },
  "aicore_tasks": [
    [2, 4294967298, 1, 300, 400, 3]
  ],
  "aicpu_tasks": []
}
)");
    const std::string second = SwimlaneText(builder.recording, layout, 2);
    EXPECT_THAT(second, testing::HasSubstr("\"aicpu_tasks\": [\n    [2, 1, 297, 402]\n  ]\n}"));
    const std::string third = SwimlaneText(builder.recording, layout, 3);
    EXPECT_THAT(third, testing::HasSubstr("\"core_to_thread\": [-1, -1, 1, -1, -1, -1]"));
    EXPECT_THAT(third, testing::HasSubstr("aicpu_scheduler_phases"));
    EXPECT_THAT(third, testing::Not(testing::HasSubstr("aicpu_orchestrator_phases")));
}

}  // namespace
}  // namespace pto::run
