// `ninja benchmark` on real directories: what its files hold, and what of them is the same every time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/json.h"
#include "base/text.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Without everything that a clock or the load of the machine decides.
Json WithoutTimes(Json json) {
    static const std::set<std::string> kTimes = {"date",      "timings",   "load_average", "statistics", "samples",
                                                 "warnings",  "median_us", "min_us",       "mean_us",    "max_us",
                                                 "stddev_us", "cv",        "outliers",     "artefacts",  "build"};
    if (!json.is_structured()) return json;
    Json kept = json.is_array() ? Json::array() : Json::object();
    for (const auto& [key, value] : json.items()) {
        if (json.is_array()) {
            kept.push_back(WithoutTimes(value));
        } else if (kTimes.count(key) == 0) {
            kept[key] = WithoutTimes(value);
        }
    }
    return kept;
}

class BenchmarkTest : public testing::Test {
  protected:
    Outcome Benchmark(const std::string& directory, const std::string& flags, const Environment& more = {}) {
        EXPECT_EQ(work_.Generate(directory).exit_code, 0);
        Environment env = {"PTO_REPLAY_FLAGS=" + flags};
        env.insert(env.end(), more.begin(), more.end());
        const Outcome outcome = work_.Ninja(directory, {"benchmark"}, env);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        return outcome;
    }

    Workspace work_;
};

TEST_F(BenchmarkTest, TheSameSeedGivesTheSameFilesButForTimes) {
    const std::string directory = work_.CopyExample("three_steps");
    const std::string flags = "--no-golden --seed 7 --rounds 3 --warmup 1";
    std::vector<Json> benchmarks;
    std::vector<Json> runs;
    for (int i = 0; i < 2; ++i) {
        Benchmark(directory, flags);
        benchmarks.push_back(WithoutTimes(ReadJson(directory + "/bench_outputs/latest.json")));
        runs.push_back(WithoutTimes(ReadJson(directory + "/.pto-ninja/last_run.json")));
    }
    EXPECT_EQ(benchmarks[0], benchmarks[1]);
    EXPECT_EQ(runs[0], runs[1]);
    EXPECT_EQ(benchmarks[0]["rounds"], 3);
    EXPECT_THAT(benchmarks[0]["context"]["inputs"].get<std::string>(), HasSubstr("seed 7"));
}

TEST_F(BenchmarkTest, RoundsComeFromTheEnvironmentUnlessAFlagSaysOtherwise) {
    const std::string directory = work_.CopyExample("scale_shift");
    const Environment env = {"PYPTO_BENCH_ROUNDS=12", "PYPTO_BENCH_WARMUP=2"};
    EXPECT_THAT(Benchmark(directory, "", env).out, HasSubstr("[RUN] effective_us (12 rounds) min="));
    const Json json = ReadJson(directory + "/bench_outputs/latest.json");
    EXPECT_EQ(json["samples"].size(), 12u);
    EXPECT_EQ(json["warmup"], 2);
    EXPECT_EQ(Lines(ReadFile(directory + "/bench_outputs/latest.csv")).size(), 13u);
    EXPECT_THAT(Benchmark(directory, "--rounds 11", env).out, HasSubstr("[RUN] effective_us (11 rounds) min="));
}

TEST_F(BenchmarkTest, RanksAndTheirDispatchesHaveRowsOfTheirOwn) {
    PTO_NEEDS(MissingPython());
    const std::string directory = work_.CopyExample("neighbour_sum");
    const Outcome outcome = Benchmark(directory, "--rounds 10");
    EXPECT_THAT(outcome.out, HasSubstr("\nrank 1: min="));
    EXPECT_THAT(outcome.out, HasSubstr("\nrank 1 dispatch 1 (collect): min="));
    const Json json = ReadJson(directory + "/bench_outputs/latest.json");
    ASSERT_EQ(json["ranks"].size(), 2u);
    ASSERT_EQ(json["dispatches"].size(), 4u);
    for (size_t round = 0; round < 10; ++round) {
        const auto sample = [&](const Json& of) { return of["series"][0]["samples"][round].get<double>(); };
        EXPECT_DOUBLE_EQ(sample(json["ranks"][1]), sample(json["dispatches"][2]) + sample(json["dispatches"][3]));
        EXPECT_GE(json["samples"][round].get<double>(), sample(json["ranks"][0]));
    }
}

TEST_F(BenchmarkTest, QuietAndJsonPrintWhatTheySay) {
    const std::string directory = work_.CopyExample("scale_shift");
    Benchmark(directory, "--rounds 10");
    const auto run = [&](const std::string& flag) {
        return work_.Tool({PTO_BIN_DIR "/pto-replay", directory, "benchmark", "--no-build", "--rounds", "10", flag});
    };
    const Outcome quiet = run("--quiet");
    EXPECT_THAT(quiet.out, StartsWith("pto-replay: passed: "));
    EXPECT_EQ(Lines(quiet.out).size(), 1u);
    EXPECT_EQ(quiet.err, "");
    const Outcome json = run("--json");
    EXPECT_EQ(Json::parse(json.out), ReadJson(directory + "/.pto-ninja/last_run.json"));
}

TEST_F(BenchmarkTest, AnEarlierRunOfOtherSettingsIsNotCompared) {
    const std::string directory = work_.CopyExample("scale_shift");
    Benchmark(directory, "--rounds 10");
    const std::string earlier = directory + "/bench_outputs/latest.json";
    WriteFile(work_.Path("old.json"), ReadFile(earlier));
    EXPECT_THAT(Benchmark(directory, "--rounds 10 --baseline " + work_.Path("old.json")).out,
                HasSubstr(" of '" + work_.Path("old.json") + "' (95 % confidence "));
    const Outcome other =
        work_.Ninja(directory, {"benchmark"}, {"PTO_REPLAY_FLAGS=--rounds 11 --baseline " + work_.Path("old.json")});
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_THAT(other.All(), HasSubstr("pto-replay: error: " + work_.Path("old.json") + ": "));
    EXPECT_THAT(other.All(), HasSubstr("rounds"));
}

}  // namespace
}  // namespace pto::test
