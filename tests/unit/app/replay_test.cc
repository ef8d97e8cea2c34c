#include "runtime/app/replay.h"

#include <gmock/gmock.h>

#include <cstring>

#include "base/error.h"
#include "base/process.h"
#include "runtime/record/report.h"
#include "tensors/npy.h"
#include "tensors/safetensors.h"
#include "tests/support/needs.h"
#include "tests/support/replay_fakes.h"
#include "tests/support/run_py_fixtures.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using test::MakeValues;
using test::ValuesOf;
using testing::ElementsAre;
using testing::IsEmpty;

// A directory whose program adds its input to an InOut accumulator: the golden asks for acc = acc + x.
class ReplayTest : public testing::Test {
  protected:
    ReplayTest() {
        manifest_.directory = space_.Root();
        manifest_.kind = "l2";
        manifest_.platform = "a2a3sim";
        manifest_.runtime = "embedded";
        manifest_.programs.push_back({});
        manifest_.programs[0].name = "accumulate";
        Entry entry;
        entry.program = "accumulate";
        entry.params = {Param{"x", Direction::kIn, std::vector<int64_t>{2}, FindDType("fp32")},
                        Param{"acc", Direction::kInOut, std::vector<int64_t>{2}, FindDType("fp32")}};
        entry.golden = GoldenFiles{"golden.py", "in.safetensors", "expected.safetensors"};
        manifest_.entries.push_back(entry);
        WriteSafetensors(
            space_.Path("in.safetensors"),
            std::vector<Tensor>{MakeValues("a", "fp32", {2}, {1, 2}), MakeValues("b", "fp32", {2}, {10, 20})},
            {{"order", R"(["a", "b"])"}});
        Expect({MakeValues("b", "fp32", {2}, {11, 22})}, R"(["b"])");
        program_.body = [this](std::vector<Argument>& arguments) {
            clock_.now_ns += 7000;
            std::vector<double> x = ValuesOf(arguments[0].tensor);
            std::vector<double> acc = ValuesOf(arguments[1].tensor);
            for (size_t i = 0; i < acc.size(); ++i) acc[i] += x[i];
            arguments[1].tensor = MakeValues("acc", "fp32", {2}, acc);
        };
    }

    void Expect(const std::vector<Tensor>& tensors, const std::string& outputs,
                TensorMetadata metadata = {{"rtol", "0.001"}, {"atol", "0.002"}}) {
        metadata["outputs"] = outputs;
        WriteSafetensors(space_.Path("expected.safetensors"), tensors, metadata);
    }
    RunRecord Go() {
        RunRecord record;
        record.platform = manifest_.platform;
        record.runtime = manifest_.runtime;
        record.simulator = manifest_.IsSimulator();
        Replay(manifest_, options_, {files_, clock_, FakeFactory(program_)}, record);
        return record;
    }
    std::string Failure() {
        std::string text = ErrorOf([&] { Go(); });
        for (size_t at = 0; (at = text.find(space_.Root())) != std::string::npos;)
            text.replace(at, space_.Root().size(), "D");
        return text;
    }

    test::TempSpace space_;
    RealFileSystem files_;
    test::FakeClock clock_;
    test::FakeProgram program_;
    Manifest manifest_;
    Options options_;
};

TEST_F(ReplayTest, RunsOnceAndJudges) {
    const RunRecord record = Go();
    EXPECT_THAT(program_.calls, ElementsAre("create", "place", "execute", "fetch"));
    ASSERT_EQ(record.entries.size(), 1U);
    const EntryResult& entry = record.entries[0];
    ASSERT_TRUE(entry.verdict.has_value());
    EXPECT_TRUE(entry.verdict->Passed());
    EXPECT_EQ(entry.verdict->tolerance.rtol, 0.001);
    EXPECT_EQ(entry.verdict->tolerance.atol, 0.002);
    ASSERT_EQ(entry.verdict->outputs.size(), 1U);
    EXPECT_EQ(entry.verdict->outputs[0].name, "acc");
    EXPECT_EQ(entry.timings.run_ms, 0.007);
    EXPECT_EQ(record.ExitCode(), 0);
}

TEST_F(ReplayTest, ResultsArePassedOnBeforeAnythingIsUnloaded) {
    std::vector<std::string> events;
    program_.unload = [&] { events.emplace_back("unload"); };
    const auto go = [&] {
        events.clear();
        RunRecord record;
        const auto pass_on = [&](const RunRecord& so_far, bool last) {
            events.push_back(std::to_string(so_far.entries.size()) + (so_far.error ? " and an error" : "") +
                             (last ? ", the last" : ""));
        };
        ErrorOf([&] { Replay(manifest_, options_, {files_, clock_, FakeFactory(program_), {}, pass_on}, record); });
        return events;
    };
    EXPECT_THAT(go(), ElementsAre("1, the last", "unload"));
    manifest_.entries.push_back(manifest_.entries[0]);
    EXPECT_THAT(go(), ElementsAre("1", "unload", "2, the last", "unload"));
    int runs = 0;
    program_.body = [&](std::vector<Argument>&) {
        if (++runs == 2) throw Error(ErrorKind::kToolchain, "stuck");
    };
    EXPECT_THAT(go(), ElementsAre("1", "unload", "1 and an error, the last", "unload"));
    // A mismatch is not timed, and what was loaded stays too.
    manifest_.entries.pop_back();
    program_.body = [](std::vector<Argument>&) {};
    options_.command = Command::kBenchmark;
    EXPECT_THAT(go(), ElementsAre("1, the last", "unload"));
}

TEST_F(ReplayTest, AProgramThatDoesNothingFails) {
    program_.body = [](std::vector<Argument>&) {};
    const RunRecord record = Go();
    EXPECT_EQ(record.ExitCode(), 1);
    EXPECT_EQ(record.entries[0].verdict->outputs[0].comparison.mismatched, 2);
}

TEST_F(ReplayTest, RunJudgesNothingUnlessAsked) {
    options_.command = Command::kRun;
    EXPECT_EQ(Go().entries[0].not_validated, "asked to run only");
    EXPECT_EQ(Go().Result(), "not validated");
    options_.validate = true;
    EXPECT_EQ(Go().Result(), "passed");
    options_.command = Command::kReplay;
    options_.validate = false;
    EXPECT_EQ(Go().Result(), "not validated");
}

TEST_F(ReplayTest, WithoutGoldenTheRunIsNotValidatedOrAnError) {
    manifest_.entries[0].golden.reset();
    const RunRecord record = Go();
    EXPECT_EQ(record.entries[0].not_validated, "there is no golden.py");
    EXPECT_EQ(record.entries[0].input_source, "made up (seed 0)");
    EXPECT_EQ(record.ExitCode(), 0);
    program_.calls.clear();
    options_.validate = true;
    EXPECT_EQ(Failure(),
              "D: --validate: there is no golden.py; give the expected values with --expected FILE.safetensors");
    EXPECT_THAT(program_.calls, IsEmpty());
}

// run.py's inputs have no reference, and its comparison decides.
TEST_F(ReplayTest, ARunPyGivesInputsAndTheVerdict) {
    PTO_NEEDS(test::MissingPython());
    space_.Write("lib/torch.py", test::kFakeTorch);
    const test::EnvironmentVariable path("PYTHONPATH", space_.Path("lib").c_str());
    const test::EnvironmentVariable python("PTO_PYTHON", "python3");
    space_.MakeDirectory(".pto-ninja");
    const auto compare = [&](const std::string& body) {
        space_.Write("debug/run.py", test::RunPy("    return []\n", body, "x, acc"));
    };
    Entry& entry = manifest_.entries[0];
    entry.golden.reset();
    entry.run_py = RunPyFiles{"debug/run.py", "in.safetensors", "missing", true};
    compare("    assert list(acc.flat) == [11, 22], list(acc.flat)\n");
    RunRecord record = Go();
    EXPECT_EQ(record.entries[0].input_source, "debug/run.py");
    EXPECT_EQ(record.Result(), "passed");
    EXPECT_THAT(ReportText(record, Style::kPlain), testing::HasSubstr("PASS _user_compare  (debug/run.py)\n"));
    compare("    assert list(acc.flat) == [0, 0], list(acc.flat)\n");
    record = Go();
    EXPECT_EQ(record.ExitCode(), 1);
    EXPECT_THAT(ReportText(record, Style::kPlain),
                testing::HasSubstr("FAIL _user_compare  (debug/run.py): run.py:23: AssertionError: [11.0, 22.0]\n"));
    options_.command = Command::kRun;
    EXPECT_EQ(Go().Result(), "not validated");
    options_.command = Command::kReplay;
    options_.hooks = false;
    EXPECT_EQ(Go().Result(), "not validated");
    options_.hooks = true;
    compare("    import no_such_module\n");
    record = Go();
    EXPECT_EQ(record.Result(), "not validated");
    EXPECT_EQ(record.entries[0].notes.size(), 1U);
    options_.validate = true;
    EXPECT_EQ(Failure(), "D: --validate: _user_compare of debug/run.py was not called: " + pto::FindProgram("python3") +
                             " has no module 'no_such_module'; PTO_PYTHON names a Python that has what it needs; set "
                             "it, or give the expected values with --expected FILE.safetensors");
}

TEST_F(ReplayTest, InputsOfTheUserAreNotJudgedByTheGolden) {
    WriteSafetensors(space_.Path("mine.safetensors"),
                     std::vector<Tensor>{MakeValues("x", "fp32", {2}, {5, 5}), MakeValues("acc", "fp32", {2}, {1, 1})},
                     {});
    options_.inputs.file = space_.Path("mine.safetensors");
    EXPECT_EQ(Go().entries[0].not_validated, "the inputs are not those of golden.py");
    WriteSafetensors(space_.Path("want.safetensors"), std::vector<Tensor>{MakeValues("acc", "fp32", {2}, {6, 7})}, {});
    options_.expected = space_.Path("want.safetensors");
    const RunRecord record = Go();
    EXPECT_EQ(record.ExitCode(), 1);
    EXPECT_EQ(record.entries[0].verdict->outputs[0].comparison.mismatched, 1);
    EXPECT_EQ(record.entries[0].verdict->tolerance.rtol, 1e-5);
}

TEST_F(ReplayTest, NoGoldenMakesInputsUp) {
    options_.inputs.use_golden = false;
    const RunRecord record = Go();
    EXPECT_EQ(record.entries[0].not_validated, "the inputs are made up");
    EXPECT_EQ(record.entries[0].input_source, "made up (seed 0)");
}

TEST_F(ReplayTest, TolerancesOfTheUserWin) {
    Expect({MakeValues("b", "fp32", {2}, {11.5, 22})}, R"(["b"])");
    EXPECT_EQ(Go().ExitCode(), 1);
    options_.atol = 0.5;
    EXPECT_EQ(Go().ExitCode(), 0);
    EXPECT_EQ(Go().entries[0].verdict->tolerance.rtol, 0.001);
}

TEST_F(ReplayTest, ExpectedValuesMustFitTheProgram) {
    Expect({MakeValues("b", "fp32", {3}, {})}, R"(["b"])");
    EXPECT_EQ(Failure(), "D/golden.py: the expected 'b' is fp32 [3], the program's output is fp32 [2]");
    Expect({MakeValues("b", "int32", {2}, {})}, R"(["b"])");
    EXPECT_EQ(Failure(), "D/golden.py: the expected 'b' is int32 [2], the program's output is fp32 [2]");
    Expect({MakeValues("z", "fp32", {2}, {})}, R"(["z"])");
    EXPECT_EQ(Failure(),
              "D/golden.py: output 'z' is none of the inputs, expected one of 'a' and 'b'; "
              "every output is also passed in, to be written in place");
    Expect({MakeValues("a", "fp32", {2}, {})}, R"(["a"])");
    EXPECT_EQ(Failure(), "D/golden.py: output 'a' is an In parameter, expected an Out or InOut tensor");
    Expect({}, R"(["b"])");
    EXPECT_EQ(Failure(), "D/expected.safetensors: has no tensor 'b', which its metadata 'outputs' names");
    Expect({MakeValues("b", "fp32", {2}, {})}, R"(["b"])", {{"rtol", "much"}});
    EXPECT_EQ(Failure(), "D/expected.safetensors: metadata 'rtol' is 'much', expected a number of 0 or more");
}

TEST_F(ReplayTest, GoldenWithoutOutputsJudgesNothing) {
    Expect({}, "[]");
    EXPECT_EQ(Go().Result(), "not validated");
    options_.validate = true;
    EXPECT_EQ(Failure(), "D/golden.py: --validate: no output is named in '__outputs__'");
}

TEST_F(ReplayTest, ExpectationsThatJudgeNothingNeverPass) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Expect({MakeValues("b", "fp32", {2}, {nan, nan})}, R"(["b"])", {{"note", "from data/out"}});
    const RunRecord record = Go();
    EXPECT_EQ(record.Result(), "not validated");
    EXPECT_EQ(record.ExitCode(), 0);
    EXPECT_EQ(record.entries[0].not_validated,
              space_.Path("golden.py") + " expects nothing that can be compared: every value of 'acc' is NaN");
    EXPECT_THAT(record.entries[0].notes, testing::Contains("from data/out"));
    options_.validate = true;
    EXPECT_EQ(Failure(),
              "D/golden.py: --validate: it expects nothing that can be compared: every value of 'acc' is NaN");
    options_ = {};
    manifest_.entries[0].params->push_back(Param{"y", Direction::kOut, std::vector<int64_t>{0, 4}, FindDType("int8")});
    WriteSafetensors(space_.Path("in.safetensors"),
                     std::vector<Tensor>{MakeValues("a", "fp32", {2}, {1, 2}), MakeValues("b", "fp32", {2}, {10, 20}),
                                         MakeValues("y", "int8", {0, 4}, {})},
                     {{"order", R"(["a", "b", "y"])"}});
    Expect({MakeValues("b", "fp32", {2}, {nan, nan}), MakeValues("y", "int8", {0, 4}, {})}, R"(["b", "y"])");
    EXPECT_EQ(Go().entries[0].not_validated,
              space_.Path("golden.py") +
                  " expects nothing that can be compared: every value of 'acc' is NaN, 'y' has no elements");
    // One value is enough, and one mismatch is one.
    Expect({MakeValues("b", "fp32", {2}, {nan, 22}), MakeValues("y", "int8", {0, 4}, {})}, R"(["b", "y"])");
    EXPECT_EQ(Go().Result(), "passed");
    Expect({MakeValues("b", "fp32", {2}, {nan, 23}), MakeValues("y", "int8", {0, 4}, {})}, R"(["b", "y"])");
    EXPECT_EQ(Go().Result(), "mismatch");
}

TEST_F(ReplayTest, AReferenceThatCouldNotComputeLeavesTheRunNotValidated) {
    Expect({}, "[]", {{"not_validated", "compute_golden raised KeyError: z"}});
    const RunRecord record = Go();
    EXPECT_EQ(record.Result(), "not validated");
    EXPECT_EQ(record.ExitCode(), 0);
    EXPECT_EQ(record.entries[0].not_validated, space_.Path("golden.py") + ": compute_golden raised KeyError: z");
    options_.validate = true;
    EXPECT_EQ(Failure(), "D/golden.py: --validate: compute_golden raised KeyError: z");
}

TEST_F(ReplayTest, EveryOutputIsJudgedOnce) {
    manifest_.entries[0].params->push_back(Param{"y", Direction::kOut, std::vector<int64_t>{1}, FindDType("int8")});
    manifest_.entries[0].params->push_back(Param{"z", Direction::kOut, std::vector<int64_t>{1}, FindDType("int8")});
    WriteSafetensors(space_.Path("in.safetensors"),
                     std::vector<Tensor>{MakeValues("a", "fp32", {2}, {1, 2}), MakeValues("b", "fp32", {2}, {10, 20}),
                                         MakeValues("y", "int8", {1}, {0}), MakeValues("z", "int8", {1}, {0})},
                     {{"order", R"(["a", "b", "y", "z"])"}});
    Expect({MakeValues("b", "fp32", {2}, {0, 0}), MakeValues("y", "int8", {1}, {3})}, R"(["y", "b", "y"])",
           {{"note", "from data/out"}});
    const RunRecord record = Go();
    ASSERT_EQ(record.entries[0].verdict->outputs.size(), 2U);
    EXPECT_EQ(record.entries[0].verdict->outputs[0].name, "y");
    EXPECT_EQ(record.entries[0].verdict->outputs[1].name, "acc");
    EXPECT_THAT(record.entries[0].verdict->unjudged, ElementsAre("z"));
    const std::string text = ReportText(record, Style::kPlain);
    EXPECT_THAT(text, testing::HasSubstr("note: from data/out\n"));
    EXPECT_THAT(text, testing::HasSubstr("golden.py expects nothing of output 'z'\n"));
}

TEST_F(ReplayTest, BenchmarkStartsEveryRoundFromTheSameInputs) {
    options_.command = Command::kBenchmark;
    options_.plan = {2, 1};
    std::vector<std::vector<double>> seen;
    const auto body = program_.body;
    program_.body = [&](std::vector<Argument>& arguments) {
        seen.push_back(ValuesOf(arguments[1].tensor));
        body(arguments);
    };
    const RunRecord record = Go();
    EXPECT_THAT(program_.calls, ElementsAre("create", "place", "execute", "fetch", "reset", "execute", "reset",
                                            "execute", "reset", "execute", "fetch"));
    for (const std::vector<double>& acc : seen) EXPECT_THAT(acc, ElementsAre(10, 20));
    ASSERT_TRUE(record.entries[0].benchmark.has_value());
    EXPECT_THAT(record.entries[0].benchmark->samples_us, ElementsAre(7.0, 7.0));
    EXPECT_THAT(record.entries[0].artefacts,
                ElementsAre("bench_outputs/20260821_101112.json", "bench_outputs/20260821_101112.csv",
                            "bench_outputs/20260821_101112.html"));
    EXPECT_TRUE(space_.Exists("bench_outputs/latest.json"));
    EXPECT_EQ(record.ExitCode(), 0);
}

constexpr char kWritesToX[] =
    "the program writes to 'x', which is an input: declare it InOut, or write elsewhere; a device may give other "
    "results, and each round here starts with the first content";

// Adds what x holds, and leaves something else there.
TEST_F(ReplayTest, AnInputThatTheProgramWritesIsNamedAndRestored) {
    program_.body = [add = program_.body](std::vector<Argument>& arguments) {
        add(arguments);
        arguments[0].tensor = MakeValues("x", "fp32", {2}, {100, 200});
    };
    EXPECT_THAT(Go().entries[0].notes, ElementsAre(kWritesToX));
    options_.command = Command::kBenchmark;
    options_.plan = {20, 3};
    const RunRecord record = Go();
    EXPECT_EQ(record.Result(), "passed");
    EXPECT_THAT(record.entries[0].notes, ElementsAre(kWritesToX));
    EXPECT_EQ(record.entries[0].benchmark->samples_us.size(), 20u);
}

// Only from the second run on, as one that takes turns with two buffers.
TEST_F(ReplayTest, AnInputThatOnlyRoundsWriteIsRestoredToo) {
    options_.command = Command::kBenchmark;
    options_.plan = {20, 0};
    int run = 0;
    program_.body = [add = program_.body, &run](std::vector<Argument>& arguments) {
        add(arguments);
        if (++run > 1) arguments[0].tensor = MakeValues("x", "fp32", {2}, {100, 200});
    };
    EXPECT_EQ(Go().Result(), "passed");
}

TEST_F(ReplayTest, TheLastRoundIsJudgedToo) {
    options_.command = Command::kBenchmark;
    options_.plan = {3, 1};
    int run = 0;
    program_.body = [add = program_.body, &run](std::vector<Argument>& arguments) {
        add(arguments);
        if (++run > 1) add(arguments);
    };
    const RunRecord record = Go();
    EXPECT_EQ(record.Result(), "mismatch");
    EXPECT_EQ(record.ExitCode(), 1);
    EXPECT_FALSE(record.entries[0].benchmark.has_value());
    EXPECT_FALSE(space_.Exists("bench_outputs"));
    EXPECT_THAT(record.entries[0].notes,
                ElementsAre("the judged run was right, the last of the rounds is not: the program keeps state between "
                            "runs (a static variable, memory that it does not write first), and what was timed is not "
                            "what was judged"));
}

TEST_F(ReplayTest, WithoutAReferenceTheLastRoundIsComparedWithTheFirstRun) {
    options_.command = Command::kBenchmark;
    options_.validate = false;
    options_.plan = {12, 0};
    int run = 0;
    const auto add = program_.body;
    program_.body = [add, &run](std::vector<Argument>& arguments) {
        add(arguments);
        if (++run > 1) arguments[1].tensor = MakeValues("acc", "fp32", {2}, {11, 22.5});
    };
    EXPECT_THAT(Go().entries[0].benchmark->warnings,
                testing::Contains("the last round differs from the first run in 1 of 8 bytes of 'acc': the program "
                                  "keeps state between runs, or adds in another order each time"));
    program_.body = add;
    EXPECT_THAT(Go().entries[0].benchmark->warnings,
                testing::Not(testing::Contains(testing::HasSubstr("the last round differs"))));
}

TEST_F(ReplayTest, NothingWrongIsTimed) {
    options_.command = Command::kBenchmark;
    program_.body = [](std::vector<Argument>&) {};
    const RunRecord record = Go();
    EXPECT_EQ(record.ExitCode(), 1);
    EXPECT_FALSE(record.entries[0].benchmark.has_value());
    EXPECT_THAT(program_.calls, ElementsAre("create", "place", "execute", "fetch"));
    EXPECT_FALSE(space_.Exists("bench_outputs"));
}

// The runtime 'simpler' tells of its runs in its log, which nobody gets to see then.
TEST_F(ReplayTest, RoundsOfTheRealRuntimeAreTimedByTheDevice) {
    manifest_.runtime = "simpler";
    options_.command = Command::kBenchmark;
    options_.plan = {2, 1, 0};
    int invocation = 0;
    const auto add = program_.body;
    program_.body = [&](std::vector<Argument>& arguments) {
        add(arguments);
        if (!program_.options.take_line) return;
        const std::string head =
            "[TIMING] emit: [STRACE] v=1 pid=1 tid=1 hid=1 inv=" + std::to_string(++invocation) + " ";
        EXPECT_TRUE(
            program_.options.take_line(head + "depth=2 name=chip.run.runner_run.device_wall ts=0 dur=3000 clk=dev"));
        EXPECT_TRUE(program_.options.take_line(head + "depth=0 name=chip.run ts=0 dur=6000 "));
    };
    const RunRecord record = Go();
    EXPECT_EQ(program_.options.log_level, "timing");
    EXPECT_THAT(program_.calls, ElementsAre("create", "place", "execute", "fetch", "create", "place", "reset",
                                            "execute", "reset", "execute", "reset", "execute", "fetch"));
    const BenchmarkResult& benchmark = *record.entries[0].benchmark;
    EXPECT_EQ(benchmark.metric, "device");
    EXPECT_THAT(benchmark.samples_us, ElementsAre(3.0, 3.0));
    EXPECT_THAT(benchmark.others, ElementsAre(Series{"host", {7.0, 7.0}}));
    EXPECT_THAT(benchmark.arguments, ElementsAre("x fp32[2]", "acc fp32[2]"));
}

TEST_F(ReplayTest, ABenchmarkIsComparedWithAnEarlierOne) {
    options_.command = Command::kBenchmark;
    options_.plan = {12, 0, 0};
    EXPECT_FALSE(Go().entries[0].benchmark->baseline.has_value());
    options_.baseline = space_.Path("bench_outputs/latest.json");
    const auto slower = program_.body;
    program_.body = [&](std::vector<Argument>& arguments) {
        slower(arguments);
        clock_.now_ns += 7000;
    };
    const BaselineResult result = *Go().entries[0].benchmark->baseline;
    EXPECT_EQ(result.difference.ratio, 2);
    EXPECT_EQ(result.difference.verdict, DifferenceVerdict::kSlower);
    options_.plan = {13, 0, 0};
    program_.calls.clear();
    EXPECT_EQ(Failure(),
              "D/bench_outputs/latest.json: taken with rounds 12, this run has 13; only runs with equal settings "
              "compare: change these, or take the baseline again");
    EXPECT_THAT(program_.calls, IsEmpty());
}

TEST_F(ReplayTest, PythonIsNotTimed) {
    manifest_.runtime = "pypto";
    options_.command = Command::kBenchmark;
    EXPECT_EQ(
        Failure(),
        "runtime 'pypto' starts a Python for each run, which is nothing to be timed; choose another one: pto-ninja "
        "D --runtime simpler");
}

TEST_F(ReplayTest, PassesNeedExpectedValues) {
    options_.validate_ir = true;
    options_.inputs.use_golden = false;
    EXPECT_EQ(Failure(),
              "D: --validate-ir: the inputs are made up; give the expected values with --expected FILE.safetensors");
}

TEST_F(ReplayTest, SavesOutputs) {
    options_.save_outputs = space_.Path("out.safetensors");
    EXPECT_THAT(Go().entries[0].artefacts, ElementsAre(options_.save_outputs));
    const SafetensorsFile file = ReadSafetensors(options_.save_outputs);
    ASSERT_EQ(file.tensors.size(), 1U);
    EXPECT_EQ(file.tensors[0].name, "acc");
    EXPECT_THAT(ValuesOf(file.tensors[0]), ElementsAre(11, 22));
    options_.save_outputs = space_.Path("out.npy");
    Go();
    EXPECT_THAT(ValuesOf(ReadNpy(files_, options_.save_outputs)), ElementsAre(11, 22));
    (*manifest_.entries[0].params)[0].direction = Direction::kOut;
    EXPECT_EQ(Failure(),
              "D/out.npy: a .npy file holds one tensor, the program has 2 outputs ('x' and 'acc'); "
              "choose a name that ends in .safetensors");
}

TEST_F(ReplayTest, AllEntriesRunAndAMismatchOfOneDoesNotStopTheOthers) {
    manifest_.kind = "multi";
    manifest_.entries[0].name = "prefill";
    manifest_.entries.push_back(manifest_.entries[0]);
    manifest_.entries[1].name = "decode";
    program_.body = [](std::vector<Argument>&) {};
    const RunRecord record = Go();
    ASSERT_EQ(record.entries.size(), 2U);
    EXPECT_EQ(record.entries[0].name, "prefill");
    EXPECT_EQ(record.entries[1].name, "decode");
    EXPECT_EQ(record.ExitCode(), 1);
    options_.entry = "decode";
    EXPECT_EQ(Go().entries.size(), 1U);
    options_.entry.clear();
    options_.save_outputs = "o.npy";
    EXPECT_EQ(
        Failure(),
        "--inputs, --expected, --save-outputs and --baseline are for one program, this directory has 'prefill' and "
        "'decode'; choose one with --entry NAME");
}

TEST_F(ReplayTest, EarlierResultsSurviveALaterError) {
    manifest_.entries.push_back(manifest_.entries[0]);
    int runs = 0;
    program_.body = [&](std::vector<Argument>&) {
        if (++runs == 2) throw Error(ErrorKind::kToolchain, "kernel 'k' faulted");
    };
    RunRecord record;
    EXPECT_EQ(ErrorOf([&] {
                  Replay(manifest_, options_, {files_, clock_, FakeFactory(program_)}, record);
              }),
              "kernel 'k' faulted");
    EXPECT_EQ(record.entries.size(), 1U);
}

TEST_F(ReplayTest, AFailureTellsWhatWasAssumed) {
    manifest_.entries[0].golden.reset();
    (*manifest_.entries[0].params)[0].shape = {-1};
    program_.body = [](std::vector<Argument>&) {
        throw Error(ErrorKind::kToolchain, "reads past the end of 'x'", "look at the shape");
    };
    EXPECT_EQ(Failure(),
              "reads past the end of 'x'; look at the shape; "
              "note: dynamic dimensions of 'x' taken as 1; --dynamic N or --shape NAME=AxB sets them");
}

TEST_F(ReplayTest, RunsWithTheEnvironmentThatTheProgramAsksFor) {
    const test::EnvironmentVariable before("PTO_TEST_RING", "mine");
    manifest_.programs[0].runtime_env = {{"PTO_TEST_RING", "1024"}};
    std::string seen;
    program_.body = [&](std::vector<Argument>&) { seen = std::getenv("PTO_TEST_RING"); };
    Go();
    EXPECT_EQ(seen, "1024");
    EXPECT_STREQ(std::getenv("PTO_TEST_RING"), "mine");
}

TEST_F(ReplayTest, OptionsOfTheRunnerArePassedOn) {
    options_.runner.workers = 3;
    options_.runner.log_level = "debug";
    options_.runner.timeout_seconds = 2;
    Go();
    EXPECT_EQ(program_.options.workers, 3);
    EXPECT_EQ(program_.options.log_level, "debug");
    EXPECT_EQ(program_.options.timeout_seconds, 2);
}

// The rounds are timed by a program that was loaded again, with nothing to record and the same inputs.
TEST_F(ReplayTest, DiagnosticsAreOfTheJudgedRunOnly) {
    options_.command = Command::kBenchmark;
    options_.plan = {1, 0};
    options_.runner.diagnostics.scope_stats = true;
    std::vector<bool> recorded;
    program_.body = [this, &recorded, add = program_.body](std::vector<Argument>& arguments) {
        recorded.push_back(program_.options.diagnostics.Any());
        add(arguments);
    };
    const RunRecord record = Go();
    EXPECT_THAT(program_.calls,
                ElementsAre("create", "place", "execute", "fetch", "create", "place", "reset", "execute", "fetch"));
    EXPECT_THAT(recorded, ElementsAre(true, false));
    EXPECT_THAT(ValuesOf(program_.memory[1].tensor), ElementsAre(11, 22));
    EXPECT_EQ(record.Result(), "passed");
}

TEST_F(ReplayTest, TellsWhereDiagnosticsGo) {
    options_.runner.diagnostics.swimlane_level = 1;
    options_.runner.log_sync_pypto = true;
    const RunRecord record = Go();
    EXPECT_EQ(program_.options.diagnostics.directory, space_.Path("dfx_outputs"));
    EXPECT_EQ(program_.calls.size(), 4u);
    EXPECT_THAT(record.entries[0].notes,
                testing::Contains("--log-sync-pypto has no effect: the run does not go through PyPTO"));
}

TEST_F(ReplayTest, ASwimlaneOfADeviceHasItsGraphFromARunOfItsOwn) {
    manifest_.platform = "a2a3";
    manifest_.runtime = "simpler";
    options_.runner.diagnostics.swimlane_level = 4;
    program_.body = [this, add = program_.body](std::vector<Argument>& arguments) {
        const Diagnostics& asked = program_.options.diagnostics;
        files_.Write(asked.directory + (asked.dep_gen ? "/deps.json" : "/pmu.csv"),
                     asked.swimlane_level > 0 ? "level 4" : "{}");
        add(arguments);
    };
    const RunRecord record = Go();
    EXPECT_EQ(program_.calls.size(), 4u) << "the graph is recorded in another process";
    EXPECT_EQ(files_.Read(space_.Path("dfx_outputs/deps.json")), "{}");
    EXPECT_THAT(record.entries[0].artefacts, testing::IsSupersetOf({"dfx_outputs/deps.json", "dfx_outputs/pmu.csv"}));
    EXPECT_EQ(record.Result(), "passed");
}

TEST_F(ReplayTest, WhatWasRecordedBeforeAFailureIsNamed) {
    options_.runner.diagnostics.dep_gen = true;
    program_.body = [this](std::vector<Argument>&) {
        files_.Write(program_.options.diagnostics.directory + "/deps.json", "{}");
        throw Error(ErrorKind::kToolchain, "kernel 'add' (task 3) crashed", "look at it");
    };
    EXPECT_EQ(Failure(),
              "kernel 'add' (task 3) crashed; look at it; note: what was recorded until then is in 'dfx_outputs'");
}

TEST_F(ReplayTest, CountersOfTheEmbeddedRuntimeAreRefusedBeforeAnythingRuns) {
    options_.runner.diagnostics.pmu = 2;
    EXPECT_EQ(
        Failure(),
        "--pmu: the embedded runtime has no performance counters to read; leave --pmu out, or set SIMPLER_ROOT and "
        "run 'pto-ninja D' again to use the runtime 'simpler'");
    EXPECT_THAT(program_.calls, IsEmpty());
}

}  // namespace
}  // namespace pto::run
