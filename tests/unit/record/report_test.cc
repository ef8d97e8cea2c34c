#include "runtime/record/report.h"

#include <gmock/gmock.h>

#include <limits>

#include "base/json.h"
#include "runtime/record/console.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::MakeValues;
using testing::_;
using testing::ElementsAre;
using testing::FieldsAre;

constexpr Tolerance kTolerance = {1e-4, 1e-4};

OutputResult Judged(std::string name, std::string_view dtype, std::vector<int64_t> shape,
                    const std::vector<double>& actual, const std::vector<double>& expected,
                    const Tolerance& tolerance = kTolerance) {
    const Tensor a = MakeValues("a", dtype, shape, actual);
    const Tensor e = MakeValues("e", dtype, shape, expected);
    return {std::move(name), a.dtype, shape,
            Compare({a.dtype, a.bytes.data()}, {e.dtype, e.bytes.data()}, ElementCount(shape), tolerance)};
}

TEST(ReportTest, APassingOutputIsOneLine) {
    EXPECT_EQ(
        OutputText(Judged("out", "fp32", {2, 2}, {1, 2, 3, 4.000061035}, {1, 2, 3, 4}), kTolerance, Style::kPlain),
        "PASS out  max|diff| 6.1e-05 at [1, 1]  (rtol 0.0001, atol 0.0001)\n");
    EXPECT_EQ(OutputText(Judged("n", "int32", {2}, {1, 2}, {1, 2}), kTolerance, Style::kPlain),
              "PASS n  max|diff| 0 at [0]  (exact)\n");
}

TEST(ReportTest, AFailingOutputShowsItsFirstMismatches) {
    EXPECT_EQ(OutputText(Judged("out", "fp32", {2, 2}, {1, 2.5, 3, -12}, {1, 2, 3, 4}), kTolerance, Style::kPlain),
              "FAIL out  2 of 4 values differ (50 %)  max|diff| 16 at [1, 1]  max|rel| 4 at [1, 1]  (rtol 0.0001, atol "
              "0.0001)\n"
              "    index   actual  expected  difference\n"
              "    [0, 1]     2.5         2         0.5\n"
              "    [1, 1]     -12         4          16\n");
}

TEST(ReportTest, CountsTheMismatchesItDoesNotShow) {
    const std::string text = OutputText(
        Judged("o", "int8", {30}, std::vector<double>(30, 1), std::vector<double>(30, 0)), kTolerance, Style::kPlain);
    EXPECT_TRUE(text.starts_with("FAIL o  30 of 30 values differ (100 %)  max|diff| 1 at [0]  (exact)\n")) << text;
    EXPECT_TRUE(text.ends_with("    [19]        1         0           1\n    and 10 more\n")) << text;
}

TEST(ReportTest, MentionsIgnoredValuesAndImpossibleTolerances) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(OutputText(Judged("y", "bfloat16", {2}, {1, 5}, {1, nan}, {1e-5, 1e-5}), {1e-5, 1e-5}, Style::kPlain),
              "PASS y  max|diff| 0 at [0]  (rtol 1e-05, atol 1e-05)  (1 NaN in the reference ignored)\n"
              "hint: y: rtol 1e-05 and atol 1e-05 allow 2e-05 at a value of 1, less than one step of bfloat16 there "
              "(0.00781)\n");
    EXPECT_EQ(
        OutputText(Judged("y", "fp32", {1}, {1}, {nan}), kTolerance, Style::kPlain),
        "not judged y  every expected value is NaN  (rtol 0.0001, atol 0.0001)  (1 NaN in the reference ignored)\n");
    EXPECT_EQ(OutputText(Judged("y", "fp32", {0}, {}, {}), kTolerance, Style::kPlain),
              "not judged y  no elements  (rtol 0.0001, atol 0.0001)\n");
}

TEST(ReportTest, ColoursTheWordOnly) {
    EXPECT_EQ(OutputText(Judged("n", "int32", {1}, {1}, {1}), kTolerance, Style::kColour),
              "\x1b[1;32mPASS\x1b[0m n  max|diff| 0 at [0]  (exact)\n");
}

BenchmarkResult TwoRounds() {
    return {{2, 5}, "host", {20, 30}, Summarize(std::vector<double>{20, 30}), {"2 rounds are too few to compare"}};
}

TEST(ReportTest, BenchmarkStartsWithTheLineThatDashboardsRead) {
    EXPECT_EQ(BenchmarkText(TwoRounds(), true),
              "[RUN] effective_us (2 rounds) min=20.0 median=25.0 mean=25.0 max=30.0\n"
              "metric host, stddev 7.1 us (28.3 %), 0 outliers, 5 warm-up rounds\n"
              "host time of a simulator: not comparable with a device\n"
              "warning: 2 rounds are too few to compare\n");
    EXPECT_EQ(BenchmarkText(TwoRounds(), false).find("simulator"), std::string::npos);
}

TEST(ReportTest, BenchmarkTellsOfRanksAndTheBaseline) {
    BenchmarkResult benchmark = TwoRounds();
    benchmark.metric = "effective";
    benchmark.warnings.clear();
    benchmark.ranks = {{0, {{"host", {99, 99}}, {"effective", {20, 26}}}}, {1, {{"effective", {18, 30}}}}};
    benchmark.dispatches = {{0, 1, "e7a4", {{"effective", {4, 6}}}}};
    benchmark.baseline = BaselineResult{"old.json", {20, 20, 50, 25, 0.5, 0.48, 0.52, DifferenceVerdict::kFaster}};
    EXPECT_EQ(BenchmarkText(benchmark, true),
              "[RUN] effective_us (2 rounds) min=20.0 median=25.0 mean=25.0 max=30.0\n"
              "metric effective, stddev 7.1 us (28.3 %), 0 outliers, 5 warm-up rounds\n"
              "device time of a simulator: not comparable with a device\n"
              "rank 0: min=20.0 median=23.0 mean=23.0 max=26.0\n"
              "rank 1: min=18.0 median=24.0 mean=24.0 max=30.0\n"
              "rank 0 dispatch 1 (e7a4): min=4.0 median=5.0 mean=5.0 max=6.0\n"
              "0.5000 of 'old.json' (95 % confidence 0.4800 to 0.5200), median 25.0 us, was 50.0 us: faster "
              "(the code or the machine: 'ninja compare' tells them apart)\n");
}

RunRecord PassingRecord() {
    RunRecord record;
    record.command = "replay";
    record.directory = "d";
    record.platform = "a2a3sim";
    record.runtime = "embedded";
    record.simulator = true;
    record.date = "2026-08-21T10:11:12Z";
    EntryResult entry;
    entry.program = "gated_residual";
    entry.input_source = "golden.py";
    entry.timings = {1, 2, 3.25, 4};
    entry.verdict = Verdict{"d/golden.py", "", kTolerance, {Judged("out", "fp32", {1, 2}, {1, 2}, {1, 2})}, {}};
    record.entries.push_back(std::move(entry));
    return record;
}

TEST(ReportTest, AnOutputThatIsNotJudgedNeverPasses) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    RunRecord record = PassingRecord();
    std::vector<OutputResult>& outputs = record.entries[0].verdict->outputs;
    outputs = {Judged("y", "bfloat16", {1}, {1}, {nan}, {1e-5, 1e-5}), Judged("z", "fp32", {1}, {1}, {1})};
    EXPECT_EQ(record.Result(), "passed");
    EXPECT_THAT(ClosingLine(record, Style::kPlain),
                testing::StartsWith("pto-replay: passed: y not judged, z PASS 0; "));
    const Json json = RecordJson(record).at("entries").at(0).at("validation").at("outputs");
    EXPECT_EQ(json.at(0).at("result"), "not validated");
    EXPECT_EQ(json.at(0).at("passed"), false);
    EXPECT_EQ(json.at(1).at("result"), "passed");
    EXPECT_EQ(json.at(1).at("passed"), true);
    EXPECT_EQ(
        OutputText(outputs[0], {1e-5, 1e-5}, Style::kColour),
        "not judged y  every expected value is NaN  (rtol 1e-05, atol 1e-05)  (1 NaN in the reference ignored)\n");
}

TEST(ReportTest, WholeReportOfAPass) {
    const RunRecord record = PassingRecord();
    EXPECT_EQ(ReportText(record, Style::kPlain),
              "gated_residual (a2a3sim, embedded): inputs from golden.py, run 3.2 ms\n"
              "PASS out  max|diff| 0 at [0, 0]  (rtol 0.0001, atol 0.0001)\n");
    EXPECT_EQ(ClosingLine(record, Style::kPlain),
              "pto-replay: passed: out PASS 0; details in .pto-ninja/last_run.json\n");
    EXPECT_EQ(record.ExitCode(), 0);
}

TEST(ReportTest, ClosingLineTellsWhatWasBuilt) {
    RunRecord record = PassingRecord();
    record.build = BuildSummary{{"residual", "gate"}, {"residual"}, {}, {"scale_shift"}, {}};
    EXPECT_EQ(ClosingLine(record, Style::kPlain),
              "pto-replay: passed: out PASS 0; spliced 'residual', compiled 'residual' and 'gate', "
              "reused 'scale_shift'; "
              "details in .pto-ninja/last_run.json\n");
    record.build = BuildSummary{{}, {}, {}, std::vector<std::string>(40, "stage"), {}};
    EXPECT_EQ(
        ClosingLine(record, Style::kPlain),
        "pto-replay: passed: out PASS 0; nothing rebuilt, reused 40 others; details in .pto-ninja/last_run.json\n");
}

// Every file stands in last_run.json; the line says how many and where the timeline is.
TEST(ReportTest, ClosingLineTellsWhereDiagnosticsAre) {
    RunRecord record = PassingRecord();
    record.entries[0].artefacts = {"out.npy", "dfx_outputs/deps.json", "dfx_outputs/trace.json"};
    record.entries[0].trace = "/b/d/dfx_outputs/trace.json";
    EXPECT_EQ(ClosingLine(record, Style::kPlain),
              "pto-replay: passed: out PASS 0; details in .pto-ninja/last_run.json, out.npy, dfx_outputs/ (2 files); "
              "timeline in /b/d/dfx_outputs/trace.json\n");
    EXPECT_EQ(RecordJson(record)["entries"][0]["trace"], "/b/d/dfx_outputs/trace.json");
}

TEST(ReportTest, AMismatchIsNamedAndFails) {
    RunRecord record = PassingRecord();
    record.entries[0].verdict->outputs.push_back(Judged("z", "int8", {1}, {1}, {3}));
    EXPECT_EQ(record.ExitCode(), 1);
    EXPECT_EQ(ClosingLine(record, Style::kPlain),
              "pto-replay: mismatch: out PASS 0, z FAIL 2; details in .pto-ninja/last_run.json\n");
}

TEST(ReportTest, AnUnjudgedRunIsNeverCalledPassed) {
    RunRecord record = PassingRecord();
    record.entries[0].verdict.reset();
    record.entries[0].not_validated = "there is no golden.py";
    record.entries[0].input_source = "made up (seed 0)";
    record.entries[0].notes = {"a note"};
    EXPECT_EQ(record.ExitCode(), 0);
    EXPECT_EQ(ReportText(record, Style::kPlain),
              "gated_residual (a2a3sim, embedded): inputs made up (seed 0), run 3.2 ms\n"
              "note: a note\n"
              "not validated: there is no golden.py\n");
    EXPECT_EQ(ClosingLine(record, Style::kColour),
              "pto-replay: not validated: there is no golden.py; details in .pto-ninja/last_run.json\n");
}

TEST(ReportTest, SeveralEntriesAreNamed) {
    RunRecord record = PassingRecord();
    record.entries.push_back(record.entries[0]);
    record.entries[0].program = record.entries[0].name = "prefill";
    record.entries[1].program = record.entries[1].name = "decode";
    record.entries[1].artefacts = {"bench_outputs/decode/x.json"};
    EXPECT_EQ(ClosingLine(record, Style::kPlain),
              "pto-replay: passed: prefill: out PASS 0; decode: out PASS 0; details in .pto-ninja/last_run.json, "
              "bench_outputs/decode/x.json\n");
}

TEST(RunRecordTest, JsonHoldsEverythingTheReportSays) {
    RunRecord record = PassingRecord();
    record.entries[0].verdict->outputs[0] =
        Judged("out", "fp32", {1, 2}, {1, std::numeric_limits<double>::infinity()}, {1, 2});
    record.entries[0].benchmark = TwoRounds();
    record.entries[0].artefacts = {"bench_outputs/x.json"};
    record.build =
        BuildSummary{{"residual"}, {}, {}, {"gate"}, {{"compiled", "residual", "never built", "", "never-built"}}};
    EXPECT_EQ(JsonText(RecordJson(record)), R"({
  "schema_version": 1,
  "result": "mismatch",
  "exit_code": 1,
  "message": null,
  "command": "replay",
  "date": "2026-08-21T10:11:12Z",
  "directory": "d",
  "platform": "a2a3sim",
  "runtime": "embedded",
  "entries": [
    {
      "name": "",
      "program": "gated_residual",
      "result": "mismatch",
      "inputs": "golden.py",
      "notes": [],
      "validation": {
        "source": "d/golden.py",
        "rtol": 0.0001,
        "atol": 0.0001,
        "outputs": [
          {
            "name": "out",
            "dtype": "fp32",
            "shape": [
              1,
              2
            ],
            "result": "mismatch",
            "passed": false,
            "total": 2,
            "mismatched": 1,
            "ignored": 0,
            "max_difference": null,
            "max_index": [
              0,
              1
            ],
            "max_relative": null,
            "max_relative_index": [
              0,
              1
            ],
            "first_mismatches": [
              {
                "index": [
                  0,
                  1
                ],
                "actual": "inf",
                "expected": "2",
                "difference": null
              }
            ]
          }
        ],
        "unjudged": []
      },
      "timings": {
        "inputs_ms": 1.0,
        "load_ms": 2.0,
        "run_ms": 3.25,
        "validate_ms": 4.0
      },
      "benchmark": {
        "metric": "host",
        "rounds": 2,
        "warmup": 5,
        "min_us": 20.0,
        "median_us": 25.0,
        "mean_us": 25.0,
        "max_us": 30.0,
        "stddev_us": 7.0710678118654755,
        "cv": 0.282842712474619,
        "outliers": 0,
        "warnings": [
          "2 rounds are too few to compare"
        ]
      },
      "artefacts": [
        "bench_outputs/x.json"
      ]
    }
  ],
  "build": {
    "compiled": [
      "residual"
    ],
    "spliced": [],
    "assembled": [],
    "reused": [
      "gate"
    ],
    "steps": [
      {
        "action": "compiled",
        "name": "residual",
        "reason": "never built",
        "cause": "never-built"
      }
    ]
  }
}
)");
}

TEST(RunRecordTest, AnErrorDecidesCodeAndWord) {
    RunRecord record = PassingRecord();
    record.error = Error(ErrorKind::kToolchain, "k.so: does not load");
    EXPECT_EQ(record.ExitCode(), 3);
    EXPECT_EQ(record.Result(), "infrastructure");
    EXPECT_EQ(RecordJson(record)["message"], "k.so: does not load");
    record.error = Error(ErrorKind::kInput, "x");
    EXPECT_EQ(record.ExitCode(), 2);
    EXPECT_EQ(record.Result(), "input");
}

TEST(RunRecordTest, TheFileIsWrittenOnlyIntoADirectoryOfOurs) {
    MemoryFileSystem files;
    files.AddDirectory("d");
    WriteLastRun(files, "d", Json::object());
    EXPECT_TRUE(files.writes().empty());
    files.AddDirectory("d/.pto-ninja");
    WriteLastRun(files, "d", Json::object());
    EXPECT_EQ(files.Read("d/.pto-ninja/last_run.json"), "{}\n");
}

TEST(RunRecordTest, AnUnfinishedCommandCountsAsInfrastructure) {
    const Json json = UnfinishedJson(PassingRecord());
    EXPECT_EQ(json["result"], "infrastructure");
    EXPECT_EQ(json["exit_code"], 3);
    EXPECT_EQ(json["message"], "the command did not finish: it crashed, was killed, or is still running");
    EXPECT_TRUE(json["entries"].empty());
}

TEST(RunRecordTest, WhatTheBuildDidNotMakeWasReused) {
    MemoryFileSystem files;
    Manifest manifest;
    manifest.directory = "d";
    manifest.programs.resize(2);
    // A kernel and the orchestration have one name.
    manifest.programs[0].kernels = {{0, "gate", "aiv", "", "o/gate.so"}, {1, "chain", "aiv", "", "o/k/chain.so"}};
    manifest.programs[0].orchestration.source = "orchestration/chain.cpp";
    manifest.programs[0].orchestration.binary = "o/chain.so";
    manifest.programs[1] = manifest.programs[0];
    for (Kernel& kernel : manifest.programs[1].kernels) kernel.binary = "n/" + kernel.binary;
    manifest.programs[1].orchestration.binary = "n/o/chain.so";
    manifest.programs[1].name = "decode";
    manifest.programs[1].directory = "next_levels/decode";
    EXPECT_FALSE(LoadBuildSummary(files, manifest).has_value());
    files.Add("d/.pto-ninja/activity",
              "compiled\tgate\tnever built\to/gate.so\nspliced\tgate\tits .pto\nunknown\tx\nno tab\n"
              "compiled\tchain\t\to/k/chain.so\ncompiled\tdecode/chain\t\tn/o/chain.so\n");
    const std::optional<BuildSummary> summary = LoadBuildSummary(files, manifest);
    ASSERT_TRUE(summary.has_value());
    using Names = std::vector<std::string>;
    EXPECT_EQ(summary->compiled, (Names{"chain", "decode/chain", "gate"}));
    EXPECT_EQ(summary->spliced, Names{"gate"});
    EXPECT_EQ(summary->assembled, Names{});
    EXPECT_THAT(summary->steps, ElementsAre(FieldsAre("compiled", "gate", "never built", "o/gate.so", _),
                                            FieldsAre("spliced", "gate", "its .pto", "", _),
                                            FieldsAre("compiled", "chain", "", "o/k/chain.so", _),
                                            FieldsAre("compiled", "decode/chain", "", "n/o/chain.so", _)));
    EXPECT_EQ(summary->reused, (Names{"chain", "decode/chain", "decode/gate"}));
}

TEST(RunRecordTest, ABuildThatWasRefusedHasALineOfIt) {
    MemoryFileSystem files;
    EXPECT_FALSE(BuildWasRefused(files, "d"));
    files.Add("d/.pto-ninja/activity", "compiled\trefused\tnever built\n");
    EXPECT_FALSE(BuildWasRefused(files, "d"));
    files.Add("d/.pto-ninja/activity", "compiled\tgate\tnever built\nrefused\tgolden\t\n");
    EXPECT_TRUE(BuildWasRefused(files, "d"));
}

TEST(RunRecordTest, DatesAreUtc) {
    EXPECT_EQ(IsoDate(0), "1970-01-01T00:00:00Z");
    EXPECT_EQ(IsoDate(1'787'307'072), "2026-08-21T10:11:12Z");
}

TEST(ConsoleTest, OutputFollowsTheFlags) {
    RunRecord record = PassingRecord();
    Options options;
    EXPECT_EQ(OutputOf(record, options, Style::kPlain),
              ReportText(record, Style::kPlain) + ClosingLine(record, Style::kPlain));
    options.quiet = true;
    EXPECT_EQ(OutputOf(record, options, Style::kPlain), ClosingLine(record, Style::kPlain));
    options.json = true;
    EXPECT_EQ(OutputOf(record, options, Style::kColour), JsonText(RecordJson(record)));
    options = {};
    record.entries.clear();
    record.error = Error(ErrorKind::kToolchain, "x");
    EXPECT_EQ(OutputOf(record, options, Style::kPlain),
              "pto-replay: infrastructure: see the error above; details in .pto-ninja/last_run.json\n");
    record.error = Error(ErrorKind::kUsage, "x");
    EXPECT_EQ(OutputOf(record, options, Style::kPlain), "");
}

TEST(ConsoleTest, NeitherColourNorProgressWithoutATerminal) {
    EXPECT_EQ(StyleOf(-1), Style::kPlain);
    EXPECT_FALSE(ShowsProgress({}, -1));
}

}  // namespace
}  // namespace pto::run
