#include "runtime/bench/benchmark.h"

#include <gmock/gmock.h>

#include "base/json.h"
#include "runtime/record/benchmark_file.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/replay_fakes.h"

namespace pto::run {
namespace {

using test::FakeClock;
using testing::ElementsAre;

TEST(BenchmarkTest, TimesTheRunAndNotThePreparation) {
    FakeClock clock;
    std::string log;
    int64_t round = 0;
    const BenchmarkResult result = RunBenchmark(
        {3, 2},
        [&] {
            log += "p";
            clock.now_ns += 1'000'000;
        },
        [&] {
            log += "r";
            clock.now_ns += 1000 * ++round;
        },
        clock);
    EXPECT_EQ(log, "prprprprpr");
    EXPECT_THAT(result.samples_us, ElementsAre(3.0, 4.0, 5.0));
    EXPECT_EQ(result.statistics.median, 4.0);
    EXPECT_EQ(result.metric, "host");
}

TEST(BenchmarkTest, RoundsGoOnUntilTheyTookTheTimeAskedFor) {
    FakeClock clock;
    const auto rounds = [&](const BenchmarkPlan& plan) {
        return RunBenchmark(
                   plan, [&] { clock.now_ns += 500'000'000; }, [&] { clock.now_ns += 100'000'000; }, clock)
            .samples_us.size();
    };
    EXPECT_EQ(rounds({3, 2, 0}), 3U);
    EXPECT_EQ(rounds({3, 2, 0.25}), 3U);  // never fewer than asked for
    EXPECT_EQ(rounds({3, 2, 0.95}), 10U);
}

TEST(BenchmarkTest, TellsBetweenRoundsHowFarItIs) {
    FakeClock clock;
    std::string log;
    RunBenchmark(
        {2, 1, 0}, [] {}, [&] { clock.now_ns += 1'000'000'000; }, clock,
        [&](const RoundsDone& done) {
            log += std::to_string(done.warmup) + std::to_string(done.rounds) +
                   std::to_string(static_cast<int>(done.measured_seconds + 0.5)) + " ";
        });
    EXPECT_EQ(log, "000 100 111 ");
}

TEST(BenchmarkTest, WarmupMayBeNone) {
    FakeClock clock;
    int runs = 0;
    const BenchmarkResult result = RunBenchmark(
        {1, 0}, [] {}, [&] { ++runs; }, clock);
    EXPECT_EQ(runs, 1);
    EXPECT_THAT(result.samples_us, ElementsAre(0.0));
}

Manifest SimManifest() {
    Manifest manifest;
    manifest.directory = "d";
    manifest.kind = "l2";
    manifest.platform = "a2a3sim";
    manifest.backend = "Ascend910B";
    manifest.runtime = "embedded";
    manifest.identity = {{"generator", "0.1.0"}, {"compiler", "g++ 12.2.0"}};
    return manifest;
}

EntryResult TimedResult() {
    EntryResult result;
    result.program = "chain";
    result.input_source = "golden.py";
    result.benchmark = BenchmarkResult{{2, 1}, "host", {20, 30}, Summarize(std::vector<double>{20, 30}), {"a warning"}};
    result.benchmark->arguments = {"x fp32[2]"};
    return result;
}

TEST(BenchmarkFileTest, HoldsContextStatisticsAndRawSamples) {
    const HostInfo host = {"box", "Linux 6.1 x86_64", "Some CPU", 2, {0.5, 0.25, 0.125}, {"powersave"}};
    EXPECT_EQ(JsonText(BenchmarkJson(SimManifest(), Entry{}, TimedResult(), host, "2026-08-21T10:11:12Z")), R"({
  "schema_version": 1,
  "context": {
    "date": "2026-08-21T10:11:12Z",
    "host": "box",
    "system": "Linux 6.1 x86_64",
    "cpu": "Some CPU",
    "cpus": 2,
    "load_average": [
      0.5,
      0.25,
      0.125
    ],
    "governor": "powersave",
    "directory": "d",
    "kind": "l2",
    "platform": "a2a3sim",
    "backend": "Ascend910B",
    "runtime": "embedded",
    "entry": "",
    "program": "chain",
    "inputs": "golden.py",
    "result": "not validated",
    "identity": {
      "generator": "0.1.0",
      "compiler": "g++ 12.2.0"
    }
  },
  "metric": "host",
  "unit": "us",
  "comparable_with_device": false,
  "rounds": 2,
  "warmup": 1,
  "min_time_seconds": 0.0,
  "arguments": [
    "x fp32[2]"
  ],
  "statistics": {
    "count": 2,
    "min": 20.0,
    "median": 25.0,
    "mean": 25.0,
    "max": 30.0,
    "stddev": 7.0710678118654755,
    "cv": 0.282842712474619,
    "mad": 5.0,
    "outliers": 0
  },
  "warnings": [
    "a warning"
  ],
  "fallback_flattened": false,
  "dropped_records": 0,
  "baseline": null,
  "samples": [
    20.0,
    30.0
  ],
  "others": [],
  "ranks": [],
  "dispatches": []
}
)");
}

TEST(BenchmarkFileTest, HoldsWhatTheDeviceAndAnEarlierRunSay) {
    EntryResult result = TimedResult();
    BenchmarkResult& benchmark = *result.benchmark;
    benchmark.metric = "effective";
    benchmark.others = {{"host", {90, 92}}};
    benchmark.ranks = {{1, {{"effective", {19, 30}}}}};
    benchmark.dispatches = {{1, 0, "e7a4", {{"effective", {9, 10}}}}};
    benchmark.dropped_records = 3;
    benchmark.baseline = BaselineResult{"old.json", {9, 2, 50, 25, 0.5, 0.25, 0.75, DifferenceVerdict::kFaster}};
    const Json json = BenchmarkJson(SimManifest(), Entry{}, result, {}, "");
    EXPECT_EQ(json["dropped_records"], 3);
    EXPECT_EQ(json["others"][0]["metric"], "host");
    EXPECT_EQ(json["others"][0]["statistics"]["median"], 91.0);
    EXPECT_EQ(json["others"][0]["samples"], Json({90.0, 92.0}));
    EXPECT_EQ(json["ranks"][0]["rank"], 1);
    EXPECT_EQ(json["ranks"][0]["series"][0]["samples"], Json({19.0, 30.0}));
    EXPECT_EQ(json["dispatches"][0]["slot"], 0);
    EXPECT_EQ(json["dispatches"][0]["callable"], "e7a4");
    EXPECT_EQ(json["baseline"],
              Json::parse(R"({"file": "old.json", "median": 50.0, "ratio": 0.5, "low": 0.25, "high": 0.75,
                              "confidence": 0.95, "verdict": "faster"})"));
}

TEST(BenchmarkFileTest, KeepsEarlierResultsAndRenewsTheLatest) {
    MemoryFileSystem files;
    FakeClock clock;
    EXPECT_THAT(WriteBenchmark(files, SimManifest(), Entry{}, TimedResult(), {}, clock),
                ElementsAre("bench_outputs/20260821_101112.json", "bench_outputs/20260821_101112.csv",
                            "bench_outputs/20260821_101112.html"));
    EXPECT_THAT(WriteBenchmark(files, SimManifest(), Entry{}, TimedResult(), {}, clock),
                ElementsAre("bench_outputs/20260821_101112_2.json", "bench_outputs/20260821_101112_2.csv",
                            "bench_outputs/20260821_101112_2.html"));
    for (const char* extension : {".json", ".csv", ".html"}) {
        const std::string folder = "d/bench_outputs/";
        EXPECT_EQ(files.Read(folder + "latest" + extension), files.Read(folder + "20260821_101112_2" + extension));
    }
}

TEST(BenchmarkFileTest, AComparisonHoldsBothSeriesAndTheEdit) {
    MemoryFileSystem files;
    FakeClock clock;
    files.Add("d/.pto-ninja/compare_edit.patch", "--- a/k.cpp\n");
    EntryResult result = TimedResult();
    SideBySide& comparison = result.comparison.emplace();
    comparison.compiled.samples_us = {4, 5};
    comparison.edited.samples_us = {2, 3};
    comparison.edited.plan = {2, 1};
    comparison.ratios = {0.5};
    comparison.difference = {0.5, 0.4, 0.625, DifferenceVerdict::kFaster};
    EXPECT_THAT(WriteComparison(files, SimManifest(), Entry{}, result, {}, clock),
                ElementsAre("bench_outputs/20260821_101112_compare.json"));
    EXPECT_THAT(WriteComparison(files, SimManifest(), Entry{}, result, {}, clock),
                ElementsAre("bench_outputs/20260821_101112_2_compare.json"));
    const Json json = Json::parse(files.Read("d/bench_outputs/latest_compare.json"));
    EXPECT_EQ(json["schema_version"], 1);
    EXPECT_EQ(json["context"]["program"], "chain");
    EXPECT_EQ(json["edit"], "--- a/k.cpp\n");
    EXPECT_EQ(json["comparison"],
              Json::parse(R"({"rounds": 2, "warmup": 1, "unit": "us", "ratio": 0.5, "low": 0.4, "high": 0.625,
                              "confidence": 0.99, "ratios": [0.5], "verdict": "faster",
                              "compiled": [4.0, 5.0], "edited": [2.0, 3.0]})"));
}

TEST(BenchmarkFileTest, EntriesHaveFoldersOfTheirOwn) {
    MemoryFileSystem files;
    FakeClock clock;
    Entry entry;
    entry.name = "prefill";
    WriteBenchmark(files, SimManifest(), entry, TimedResult(), {}, clock);
    const std::string folder = "d/bench_outputs/prefill/";
    EXPECT_THAT(files.writes(),
                ElementsAre(folder + "20260821_101112.json", folder + "latest.json", folder + "20260821_101112.csv",
                            folder + "latest.csv", folder + "20260821_101112.html", folder + "latest.html"));
}

}  // namespace
}  // namespace pto::run
