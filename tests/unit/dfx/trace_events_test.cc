#include "runtime/dfx/trace_events.h"

#include <gmock/gmock.h>

#include "tests/support/tensor_values.h"
#include "tests/support/trace_checks.h"

namespace pto::run {
namespace {

using test::CheckTrace;
using test::ErrorOf;

// One cluster: cube core 0, vector cores 1 and 2. Task 5 runs on all three, task 6 after it on core 1.
TraceRun MixedRun() {
    TraceRun run;
    run.process = "gated \"residual\"";
    run.program = "gated";
    run.records.core_types = {"aic", "aiv", "aiv"};
    run.records.tasks = {
        {0, 5, 1000, 3000, 900}, {1, 5, 1100, 3500, 0}, {2, 5, 1200, 3400, 0}, {1, 6, 4000, 4000, 3900}};
    run.records.submits = {{5, 500, 600}};
    run.dependencies.kernel_ids = {{5, {7, 1, 2}}, {6, {-1, 3, -1}}};
    run.dependencies.edges = {{5, 6}, {4, 5}};
    run.kernel_names = {{7, "matmul"}, {1, "left"}, {2, "right"}};
    return run;
}

TEST(TraceEventsTest, WholeText) {
    const std::string text = TraceText({MixedRun()}, TraceClock::kShared);
    EXPECT_EQ(text, R"({"displayTimeUnit": "ns", "traceEvents": [
{"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "args": {"name": "gated \"residual\""}},
{"ph": "M", "name": "process_sort_index", "pid": 1, "tid": 0, "args": {"sort_index": 0}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 2, "args": {"name": "orchestration"}},
{"ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 2, "args": {"sort_index": 2}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 3, "args": {"name": "AIC_0"}},
{"ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 3, "args": {"sort_index": 3}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 4, "args": {"name": "AIV_1"}},
{"ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 4, "args": {"sort_index": 4}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 5, "args": {"name": "AIV_2"}},
{"ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 5, "args": {"sort_index": 5}},
{"ph": "X", "name": "submit r0t5", "cat": "submit", "ts": 0.000, "dur": 0.100, "pid": 1, "tid": 2, "args": {"task_id": "0x0000000000000005"}},
{"ph": "X", "name": "matmul", "cat": "aic", "ts": 0.500, "dur": 2.000, "pid": 1, "tid": 3, "args": {"program": "gated", "task_id": "0x0000000000000005", "func_id": 7, "core_id": 0, "dispatch_to_start_us": 0.100}},
{"ph": "X", "name": "left", "cat": "aiv", "ts": 0.600, "dur": 2.400, "pid": 1, "tid": 4, "args": {"program": "gated", "task_id": "0x0000000000000005", "func_id": 1, "core_id": 1}},
{"ph": "X", "name": "right", "cat": "aiv", "ts": 0.700, "dur": 2.200, "pid": 1, "tid": 5, "args": {"program": "gated", "task_id": "0x0000000000000005", "func_id": 2, "core_id": 2}},
{"ph": "s", "name": "dependency", "cat": "dependency", "id": 1, "ts": 2.999, "pid": 1, "tid": 4},
{"ph": "X", "name": "func_3", "cat": "aiv", "ts": 3.500, "dur": 0.001, "pid": 1, "tid": 4, "args": {"program": "gated", "task_id": "0x0000000000000006", "func_id": 3, "core_id": 1, "dispatch_to_start_us": 0.100}},
{"ph": "f", "name": "dependency", "cat": "dependency", "id": 1, "ts": 3.500, "pid": 1, "tid": 4, "bp": "e"}
]}
)");
    CheckTrace(text);
}

TEST(TraceEventsTest, RanksAreProcessesAndTheirProgramsHaveALane) {
    TraceRun later = MixedRun();
    later.rank = 1;
    later.process = "rank 1";
    later.program = "combine";
    later.kernel_names = {};
    later.dependencies = {};
    for (TimedTask& task : later.records.tasks) task.start += 10000, task.end += 10000;
    later.records.submits.clear();
    const std::string shared = TraceText({MixedRun(), later}, TraceClock::kShared);
    CheckTrace(shared);
    EXPECT_THAT(
        shared,
        testing::HasSubstr(
            R"({"ph": "X", "name": "combine", "cat": "program", "ts": 10.500, "dur": 3.000, "pid": 2, "tid": 1, "args": {}})"));
    EXPECT_THAT(shared, testing::HasSubstr(R"("name": "task r0t5", "cat": "aiv", "ts": 10.600)"));
    const std::string apart = TraceText({MixedRun(), later}, TraceClock::kPerRank);
    CheckTrace(apart);
    EXPECT_THAT(apart,
                testing::HasSubstr(R"("name": "combine", "cat": "program", "ts": 0.000, "dur": 3.000, "pid": 2)"));
}

TEST(TraceEventsTest, ARunThatDidNothing) {
    TraceRun run;
    run.process = run.program = "idle";
    CheckTrace(TraceText({run}, TraceClock::kShared));
}

TEST(RecordedFilesTest, ReadsWhatTheRuntimeWrites) {
    const SwimlaneRecords records = ReadSwimlane(ParseJson(R"({"chip_swimlane_level": 4,
        "metadata": {"clock_freq_hz": 50000000, "num_cores": 2, "core_types": ["aic", "aiv"]},
        "aicore_tasks": [[1, 4294967297, 1, 100, 120, 3], [1, 4294967298, 2, 130, 140]],
        "aicpu_tasks": [[1, 2, 125, 150]],
        "aicpu_orchestrator_phases": [[{"submit_idx": 0, "task_id": 4294967297, "start_cycles": 10, "end_cycles": 20}], []]})",
                                                           "records", ""),
                                                 "records");
    EXPECT_EQ(records.clock_hz, 50e6);
    ASSERT_EQ(records.tasks.size(), 2u);
    EXPECT_EQ(records.tasks[0].dispatch, 0u);
    EXPECT_EQ(records.tasks[1].dispatch, 125u);
    EXPECT_EQ(records.tasks[1].id, 4294967298u);
    ASSERT_EQ(records.submits.size(), 1u);
    EXPECT_EQ(records.submits[0].end, 20u);
}

TEST(RecordedFilesTest, RefusesOthers) {
    const auto swimlane = [](const char* text) {
        return ErrorOf([&] { ReadSwimlane(ParseJson(text, "d/records.json", ""), "d/records.json"); });
    };
    EXPECT_EQ(
        swimlane("[]"),
        "d/records.json: 'metadata' is not what swimlane records have there; remove the file and record it again");
    EXPECT_EQ(
        swimlane(R"({"metadata": {"clock_freq_hz": 1, "core_types": ["aic"]}, "aicore_tasks": [[1, 2, 3, 4, 5]]})"),
        "d/records.json: 'aicore_tasks' is not what swimlane records have there; remove the file and record it "
        "again");
    EXPECT_EQ(ErrorOf([] {
                  ReadDependencies(
                      ParseJson(R"({"tasks": [], "edges": [{"pred": "1", "succ": "x"}]})", "deps.json", ""),
                      "deps.json");
              }),
              "deps.json: 'succ' is not what dependencies have there; remove the file and record it again");
}

}  // namespace
}  // namespace pto::run
