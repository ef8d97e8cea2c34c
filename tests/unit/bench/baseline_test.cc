#include "runtime/bench/baseline.h"

#include <gmock/gmock.h>

#include "runtime/record/benchmark_file.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::ErrorOf;

Manifest Embedded() {
    Manifest manifest;
    manifest.directory = "d";
    manifest.platform = "a2a3sim";
    manifest.runtime = "embedded";
    return manifest;
}

EntryResult Timed(const BenchmarkPlan& plan, double median_us) {
    BenchmarkResult benchmark;
    benchmark.plan = plan;
    benchmark.samples_us.assign(static_cast<size_t>(plan.rounds), median_us);
    benchmark.arguments = {"x fp32[48, 64]", "n int32"};
    EntryResult result;
    result.program = "chain";
    result.benchmark = std::move(benchmark);
    return result;
}

class EarlierBenchmarkTest : public testing::Test {
  protected:
    EarlierBenchmarkTest() {
        Write(BenchmarkJson(Embedded(), Entry{}, Timed(plan_, 200), HostInfo{}, "2026-08-21T10:11:12Z"));
    }

    void Write(const Json& json) { files_.Write("b.json", JsonText(json)); }
    BenchmarkSettings Settings(const BenchmarkPlan& plan, const std::string& program = "chain") const {
        return SettingsOf(Embedded(), Entry{}, program, plan, {"x fp32[48, 64]", "n int32"});
    }

    BenchmarkPlan plan_{20, 5, 0.5};
    MemoryFileSystem files_;
};

TEST_F(EarlierBenchmarkTest, OfEqualSettingsIsCompared) {
    const Baseline baseline = LoadBaseline(files_, "b.json");
    CheckComparable(baseline, Settings(plan_));
    const BaselineResult result = CompareWithBaseline(baseline, *Timed(plan_, 150).benchmark);
    EXPECT_EQ(result.file, "b.json");
    EXPECT_EQ(result.difference.ratio, 0.75);
    EXPECT_EQ(result.difference.verdict, DifferenceVerdict::kFaster);
}

TEST_F(EarlierBenchmarkTest, OfOtherSettingsIsRefusedByName) {
    const Baseline baseline = LoadBaseline(files_, "b.json");
    EXPECT_EQ(ErrorOf([&] {
                  CheckComparable(baseline, Settings({100, 3, 0.5}));
              }),
              "b.json: taken with rounds 20, warm-up 5, this run has 100, 3; only runs with equal settings compare: "
              "change these, or take the baseline again");
    EXPECT_EQ(ErrorOf([&] {
                  CheckComparable(baseline, Settings({20, 5, 0}, "other"));
              }),
              "b.json: taken with program 'chain', --min-time 0.5, this run has 'other', 0; only runs with equal "
              "settings compare: change these, or take the baseline again");
    Manifest device = Embedded();
    device.platform = "a2a3";
    device.runtime = "simpler";
    Entry entry;
    entry.name = "decode";
    EXPECT_EQ(
        ErrorOf([&] { CheckComparable(baseline, SettingsOf(device, entry, "chain", plan_, {"x fp32[96, 64]"})); }),
        "b.json: taken with platform 'a2a3sim', runtime 'embedded', entry '', arguments 'x fp32[48, 64], n "
        "int32', this run has 'a2a3', 'simpler', 'decode', 'x fp32[96, 64]'; only runs with equal settings "
        "compare: change these, or take the baseline again");
}

TEST_F(EarlierBenchmarkTest, OfAnotherMetricIsRefused) {
    const Baseline baseline = LoadBaseline(files_, "b.json");
    EntryResult device = Timed(plan_, 100);
    device.benchmark->metric = "effective";
    EXPECT_EQ(ErrorOf([&] { CompareWithBaseline(baseline, *device.benchmark); }),
              "b.json: taken with metric 'host', this run has 'effective'; only runs with equal settings compare: "
              "change these, or take the baseline again");
}

TEST_F(EarlierBenchmarkTest, ThatIsNoBenchmarkIsRefused) {
    const std::string remedy = "; give a file that 'ninja benchmark' wrote to bench_outputs/";
    Json json = BenchmarkJson(Embedded(), Entry{}, Timed(plan_, 200), HostInfo{}, "");
    json["samples"] = {1, "2"};
    Write(json);
    EXPECT_EQ(ErrorOf([&] { LoadBaseline(files_, "b.json"); }),
              "b.json: 'samples' is a list, expected a list of one or more numbers" + remedy);
    json["samples"] = Json::array();
    Write(json);
    EXPECT_EQ(ErrorOf([&] { LoadBaseline(files_, "b.json"); }),
              "b.json: 'samples' is a list, expected a list of one or more numbers" + remedy);
    json["schema_version"] = 2;
    Write(json);
    EXPECT_EQ(ErrorOf([&] { LoadBaseline(files_, "b.json"); }), "b.json: 'schema_version' is 2, expected 1" + remedy);
    Write(Json::object());
    EXPECT_EQ(ErrorOf([&] { LoadBaseline(files_, "b.json"); }),
              "b.json: 'schema_version' is missing, expected an integer" + remedy);
}

}  // namespace
}  // namespace pto::run
