// The recorder on the real engine: what it writes down is what the program did.
#include "runtime/dfx/recorder.h"

#include <gmock/gmock.h>

#include <cstring>

#include "runtime/dfx/core_layout.h"
#include "runtime/dfx/program_probe.h"
#include "runtime/dfx/program_rules.h"
#include "tests/support/temp_space.h"
#include "tests/unit/embedded/embedded_test_support.h"

namespace pto::run {
namespace {

using embedded::test::Bench;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// x -> a -> y, then a task of two blocks on cube and vector cores, then one whose rows are a view.
constexpr char kPrograms[] = R"(
void steps(const ChipTaskArgs& args) {
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        uint32_t shape[1] = {8};
        TensorCreateInfo like(shape, 1, DataType::INT32);
        TaskOutputTensors made = alloc_tensors(like);
        const ChipTensor& a = made.get_ref(0);
        CoreTaskArgs first;
        first.add_input(x);
        first.add_output(a);
        OP(first, 0, 1, 0);
        first.dump(a);
        rt_submit_aiv_task(3, first);
        CoreTaskArgs second;
        second.add_input(a);
        second.add_output(y);
        OP(second, 0, 10, 0);
        rt_submit_aiv_task(3, second);
        PTO2_SCOPE() {
            CoreTaskArgs third;
            third.add_inout(y);
            OP(third, 3, 1, 0);
            third.launch_spec.set_block_num(2);
            MixedKernels both;
            both.aic_kernel_id = 7;
            both.aiv0_kernel_id = 3;
            rt_submit_task(both, third);
        }
        CoreTaskArgs fourth;
        ChipTensor rows = Row(y, 4, 2);
        fourth.add_inout(rows);
        OP(fourth, 1, 2, 1);
        rt_submit_aiv_task(3, fourth);
    }
}
void fails(const ChipTaskArgs& args) {
    const ChipTensor& x = args.tensor(0).ref();
    PTO2_SCOPE() {
        CoreTaskArgs first;
        first.add_inout(x);
        OP(first, 1, 1, 1);
        rt_submit_aiv_task(3, first);
        CoreTaskArgs second;
        second.add_inout(x);
        OP(second, 2, 0, 0);
        rt_submit_aiv_task(3, second);
    }
}
)";

std::string Library() {
    return embedded::test::Orchestration("recorder_programs", 2, std::string(embedded::test::kHelpers) + kPrograms);
}

class RecorderTest : public testing::Test {
  protected:
    explicit RecorderTest(const std::string& entry = "steps") : bench_(Library(), entry) {
        x_ = bench_.Add("x", {8});
        y_ = bench_.Add("y", {8});
        for (int i = 0; i < 8; i++) x_[i] = i;
        diagnostics_.swimlane_level = 4;
        diagnostics_.dump_args = 2;
    }

    RunRecording Record(KernelSignatures signatures = {}) {
        Recorder recorder(diagnostics_, std::move(signatures), space_.Path("args.bin"));
        bench_.options.observer = &recorder;
        failure_ = bench_.Failure();
        RunRecording recording = recorder.Take();
        recording.clusters = 24;
        recording.lanes = 2;
        recording.workers = bench_.engine->worker_count();
        return recording;
    }
    // "1 0 inout before 10 11 12": task, argument, role, stage and what was there.
    std::string DumpLine(const DumpedArgument& argument) const {
        static constexpr const char* kRoles[] = {"input", "output", "inout"};
        std::string line = std::to_string(argument.task_id & UINT32_MAX) + " " + std::to_string(argument.index) + " " +
                           kRoles[static_cast<int>(argument.role)] +
                           (argument.stage == DumpStage::kBeforeDispatch ? " before" : " after");
        const std::string bytes = RealFileSystem().Read(space_.Path("args.bin"));
        for (uint64_t at = argument.bin_offset; at < argument.bin_offset + argument.bin_size; at += 4) {
            int32_t value = 0;
            std::memcpy(&value, bytes.data() + at, sizeof value);
            line += " " + std::to_string(value);
        }
        return line;
    }
    std::vector<std::string> TensorLines(const RunRecording& recording) const {
        std::vector<std::string> lines;
        for (const DumpedArgument& argument : recording.arguments) {
            if (!argument.is_scalar) lines.push_back(DumpLine(argument));
        }
        std::sort(lines.begin(), lines.end());
        return lines;
    }

    test::TempSpace space_;
    Bench bench_;
    int32_t* x_ = nullptr;
    int32_t* y_ = nullptr;
    Diagnostics diagnostics_;
    std::string failure_;
};

TEST_F(RecorderTest, StepsAreTheProgramsInItsOrder) {
    const RunRecording recording = Record();
    EXPECT_EQ(failure_, "");
    std::string text;
    for (const ProgramStep& step : recording.steps) {
        using Kind = ProgramStep::Kind;
        if (step.kind == Kind::kScopeBegin) text += "{ ";
        if (step.kind == Kind::kScopeEnd) text += "} ";
        if (step.kind == Kind::kAllocate) text += "alloc ";
        if (step.kind == Kind::kSubmit) text += "r" + std::to_string(step.task_id >> 32) + " ";
        if (step.kind == Kind::kScopeBegin || step.kind == Kind::kScopeEnd) {
            EXPECT_THAT(step.site, testing::MatchesRegex("recorder_programs_[0-9]+.cc:[0-9]+"));
        } else {
            EXPECT_GT(step.start_ns, 0);
            EXPECT_LE(step.start_ns, step.end_ns);
        }
    }
    EXPECT_EQ(text, "{ alloc r1 r1 { r2 } r1 } ");
    ASSERT_EQ(recording.tasks.size(), 4u);
    EXPECT_EQ(recording.tasks[2].block_num, 2);
}

TEST_F(RecorderTest, TimesAreInOrderAndDependenciesAreKept) {
    const RunRecording recording = Record();
    ASSERT_EQ(recording.cores.size(), 7u);  // four of the task with two blocks on two cores
    std::vector<int64_t> starts(4, INT64_MAX);
    std::vector<int64_t> ends(4, 0);
    for (const CoreRun& run : recording.cores) {
        EXPECT_LE(run.dispatch_ns, run.start_ns);
        EXPECT_LE(run.start_ns, run.end_ns);
        EXPECT_LE(run.end_ns, run.finish_ns);
        starts[run.task] = std::min(starts[run.task], run.start_ns);
        ends[run.task] = std::max(ends[run.task], run.end_ns);
    }
    for (const embedded::Task& task : recording.tasks) {
        for (const uint32_t before : task.dependencies) EXPECT_LE(ends[before], starts[task.number]);
    }
    EXPECT_THAT(recording.tasks[3].dependencies, testing::Contains(2u));
    EXPECT_EQ(PlaceOnCores(recording).core_of.size(), 7u);
    EXPECT_EQ(recording.schedule.size(), 8u);  // each task is taken and completed once
}

TEST_F(RecorderTest, EveryArgumentBeforeAndAfter) {
    const RunRecording recording = Record();
    EXPECT_THAT(TensorLines(recording),
                ElementsAre("0 0 inout after 11 12 13 14 15 16 17 18", "0 0 inout before 11 12 13 14 15 16 17 18",
                            "1 0 input before 0 1 2 3 4 5 6 7", "1 1 output after 1 2 3 4 5 6 7 8",
                            "2 0 input before 1 2 3 4 5 6 7 8", "2 1 output after 11 12 13 14 15 16 17 18",
                            "3 0 inout after 31 33", "3 0 inout before 15 16"));
    std::vector<uint64_t> scalars;
    for (const DumpedArgument& argument : recording.arguments) {
        if (argument.is_scalar && argument.task_id == (uint64_t{1} << 32) + 3) scalars.push_back(argument.scalar);
    }
    EXPECT_THAT(scalars, ElementsAre(101, 2, 1));
}

TEST_F(RecorderTest, PartialDumpTakesWhatTheProgramSelected) {
    diagnostics_.dump_args = 1;
    EXPECT_THAT(TensorLines(Record()), ElementsAre("1 1 output after 1 2 3 4 5 6 7 8"));
}

// What all are, and the values of what the program selected.
TEST_F(RecorderTest, AListingHasTheValuesOfWhatWasSelected) {
    diagnostics_.dump_args = 3;
    const RunRecording recording = Record();
    EXPECT_THAT(TensorLines(recording), ElementsAre("0 0 inout after", "0 0 inout before", "1 0 input before",
                                                    "1 1 output after 1 2 3 4 5 6 7 8", "2 0 input before",
                                                    "2 1 output after", "3 0 inout after", "3 0 inout before"));
    const auto scalars = std::count_if(recording.arguments.begin(), recording.arguments.end(),
                                       [](const DumpedArgument& argument) { return argument.is_scalar; });
    EXPECT_EQ(scalars, 12);
    EXPECT_EQ(RealFileSystem().Stat(space_.Path("args.bin"))->size, 32u);
}

// The kernel's own signature says more than how the program passes the argument.
TEST_F(RecorderTest, SignaturesDecideTheRole) {
    const RunRecording recording = Record({{embedded::test::kVector, {"INOUT", "OUT", "SCALAR"}}});
    EXPECT_THAT(TensorLines(recording), testing::Contains("1 0 inout after 0 1 2 3 4 5 6 7"));
}

TEST_F(RecorderTest, LowerLevelsRecordLess) {
    diagnostics_ = {};
    diagnostics_.swimlane_level = 2;
    const RunRecording recording = Record();
    EXPECT_EQ(recording.cores.size(), 7u);
    EXPECT_THAT(recording.schedule, IsEmpty());
    EXPECT_THAT(recording.arguments, IsEmpty());
    EXPECT_FALSE(RealFileSystem().Stat(space_.Path("args.bin")).has_value());
}

class FailingProgramTest : public RecorderTest {
  protected:
    FailingProgramTest() : RecorderTest("fails") {}
};

TEST_F(FailingProgramTest, KeepsWhatWasDoneBefore) {
    const RunRecording recording = Record();
    EXPECT_THAT(failure_, HasSubstr("the op says so"));
    EXPECT_EQ(recording.tasks.size(), 2u);
    EXPECT_THAT(TensorLines(recording),
                testing::IsSupersetOf({"0 0 inout before 0 1 2 3 4 5 6 7", "0 0 inout after 1 2 3 4 5 6 7 8",
                                       "1 0 inout before 1 2 3 4 5 6 7 8"}));
}

TEST_F(FailingProgramTest, ItsFilesSaySo) {
    diagnostics_.scope_stats = true;
    RealFileSystem files;
    ProgramProbe probe(diagnostics_, Program(), space_.Path("dfx"));
    bench_.options.observer = probe.observer();
    EXPECT_NE(bench_.Failure(), "");
    WriteRemains(probe, *bench_.engine);
    EXPECT_THAT(files.Read(space_.Path("dfx/scope_stats/scope_stats.jsonl")), HasSubstr("\"fatal\": true"));
    EXPECT_TRUE(IsFile(files, space_.Path("dfx/args_dump/args_dump.json")));
    EXPECT_TRUE(IsFile(files, space_.Path("dfx/args_dump/args.bin")));
    EXPECT_TRUE(IsFile(files, space_.Path("dfx/chip_swimlane_records.json")));
    EXPECT_FALSE(IsFile(files, space_.Path("dfx/deps.json")));
}

TEST(ProgramProbeTest, NothingAskedNobodyWatches) {
    EXPECT_EQ(ProgramProbe({}, Program(), "d").observer(), nullptr);
}

}  // namespace
}  // namespace pto::run
