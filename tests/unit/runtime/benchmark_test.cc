#include "runtime/benchmark.h"

#include <gmock/gmock.h>

#include "base/json.h"
#include "runtime/benchmark_file.h"
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
    return result;
}

TEST(BenchmarkFileTest, HoldsContextStatisticsAndRawSamples) {
    const HostInfo host = {"box", "Linux 6.1 x86_64", "Some CPU", 2, {0.5, 0.25, 0.125}};
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
  "samples": [
    20.0,
    30.0
  ]
}
)");
}

TEST(BenchmarkFileTest, KeepsEarlierResultsAndRenewsTheLatest) {
    MemoryFileSystem files;
    FakeClock clock;
    EXPECT_EQ(WriteBenchmark(files, SimManifest(), Entry{}, TimedResult(), clock),
              "bench_outputs/20260821_101112.json");
    EXPECT_EQ(WriteBenchmark(files, SimManifest(), Entry{}, TimedResult(), clock),
              "bench_outputs/20260821_101112_2.json");
    EXPECT_THAT(files.writes(), ElementsAre("d/bench_outputs/20260821_101112.json", "d/bench_outputs/latest.json",
                                            "d/bench_outputs/20260821_101112_2.json", "d/bench_outputs/latest.json"));
}

TEST(BenchmarkFileTest, EntriesHaveFoldersOfTheirOwn) {
    MemoryFileSystem files;
    FakeClock clock;
    Entry entry;
    entry.name = "prefill";
    WriteBenchmark(files, SimManifest(), entry, TimedResult(), clock);
    EXPECT_THAT(files.writes(),
                ElementsAre("d/bench_outputs/prefill/20260821_101112.json", "d/bench_outputs/prefill/latest.json"));
}

}  // namespace
}  // namespace pto::run
