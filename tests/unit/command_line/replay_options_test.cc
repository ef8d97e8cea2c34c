#include <gmock/gmock.h>

#include <map>

#include "base/shell_words.h"
#include "runtime/command_line/options.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Variables = std::map<std::string, std::string>;

Options Parse(const std::vector<std::string>& arguments, const Variables& variables = {}) {
    return ParseOptions(arguments, [&](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    });
}

std::string Failure(const std::vector<std::string>& arguments, const Variables& variables = {}) {
    return ErrorOf([&] { Parse(arguments, variables); });
}

TEST(ReplayOptionsTest, Defaults) {
    const Options options = Parse({});
    EXPECT_EQ(options.directory, ".");
    EXPECT_EQ(options.command, Command::kReplay);
    EXPECT_EQ(options.plan.rounds, 100);
    EXPECT_EQ(options.plan.warmup, 5);
    EXPECT_EQ(options.runner.timeout_seconds, 600);
    EXPECT_EQ(options.runner.workers, 0);
    EXPECT_EQ(options.inputs.seed, 0U);
    EXPECT_TRUE(options.inputs.use_golden);
    EXPECT_FALSE(options.validate.has_value());
    EXPECT_TRUE(options.text.empty());
}

TEST(ReplayOptionsTest, Benchmark) {
    const Options options = Parse({"d", "benchmark", "--min-time", "2.5", "--baseline", "old.json"});
    EXPECT_EQ(options.plan.min_time_seconds, 2.5);
    EXPECT_EQ(options.baseline, "old.json");
    EXPECT_EQ(Parse({"d", "benchmark"}).plan.min_time_seconds, 0);
    EXPECT_EQ(Failure({"d", "benchmark", "--min-time", "long"}),
              "--min-time: 'long' given, expected a number of seconds");
    EXPECT_EQ(Failure({"d", "compare", "--min-time", "1"}), "--min-time is for benchmark; pto-replay DIR benchmark");
    EXPECT_EQ(Failure({"d", "--baseline", "x.json"}), "--baseline is for benchmark; pto-replay DIR benchmark");
}

TEST(ReplayOptionsTest, Diagnostics) {
    const auto parse = [](const std::vector<std::string>& arguments) { return Parse(arguments).runner.diagnostics; };
    EXPECT_FALSE(parse({}).Any());
    EXPECT_EQ(parse({"--swimlane"}).swimlane_level, 4);
    EXPECT_EQ(parse({"--swimlane", "d"}).swimlane_level, 4);
    EXPECT_EQ(parse({"--swimlane", "--swimlane-level", "2"}).swimlane_level, 2);
    EXPECT_EQ(parse({"--swimlane-level", "0", "--swimlane"}).swimlane_level, 0);
    EXPECT_EQ(parse({"--pmu", "2"}).pmu, 2);
    EXPECT_FALSE(parse({"--pmu", "0"}).Any());
    EXPECT_TRUE(parse({"--dep-gen"}).dep_gen);
    EXPECT_TRUE(parse({"--scope-stats"}).scope_stats);
    EXPECT_FALSE(parse({"--log-sync-pypto"}).Any());
    EXPECT_TRUE(Parse({"--log-sync-pypto"}).runner.log_sync_pypto);
}

// The level may be left out, also before a directory or another flag; the last one wins.
TEST(ReplayOptionsTest, LevelOfTheArgumentDump) {
    const auto level = [](const std::vector<std::string>& arguments) {
        return Parse(arguments).runner.diagnostics.dump_args;
    };
    EXPECT_EQ(level({"--dump-args"}), 1);
    EXPECT_EQ(level({"--dump-args", "2"}), 2);
    EXPECT_EQ(level({"--dump-args=2"}), 2);
    EXPECT_EQ(level({"--dump-args", "--swimlane"}), 1);
    EXPECT_EQ(level({"--dump-args", "2", "--dump-args"}), 1);
    EXPECT_EQ(Parse({"--dump-args", "build_output/x"}).directory, "build_output/x");
    EXPECT_EQ(level({"--dump-args", "3"}), 3);
    EXPECT_EQ(Failure({"--dump-args", "4"}), "--dump-args: '4' given, expected a number from 0 to 3");
    EXPECT_EQ(Failure({"--swimlane-level", "5"}), "--swimlane-level: '5' given, expected a number from 0 to 4");
    EXPECT_EQ(Failure({"--pmu", "x"}), "--pmu: 'x' given, expected a number from 0 to 2147483647");
}

TEST(ReplayOptionsTest, DirectoryAndCommand) {
    EXPECT_EQ(Parse({"d", "benchmark"}).command, Command::kBenchmark);
    EXPECT_EQ(Parse({"d", "benchmark"}).directory, "d");
    EXPECT_EQ(Parse({"run"}).command, Command::kRun);
    EXPECT_EQ(Parse({"run"}).directory, ".");
    EXPECT_EQ(Parse({"run", "d"}).directory, "d");
    EXPECT_EQ(Parse({"./run"}).directory, "./run");
    EXPECT_EQ(
        Failure({"d", "reply"}),
        "unknown command 'reply', expected one of 'replay', 'run', 'benchmark' and 'compare'; did you mean 'replay'?");
    EXPECT_EQ(Failure({"d", "run", "x"}), "'x' after the command, expected at most a directory and a command");
}

TEST(ReplayOptionsTest, ReadsEveryFlag) {
    const Options options = Parse({"d",
                                   "--entry",
                                   "e",
                                   "--inputs",
                                   "i",
                                   "--expected",
                                   "x",
                                   "--save-outputs",
                                   "o.npy",
                                   "--no-golden",
                                   "--seed",
                                   "18446744073709551615",
                                   "--shape",
                                   "a=4x8",
                                   "--shape",
                                   "b=2,3",
                                   "--shape",
                                   "c=7",
                                   "--dynamic",
                                   "6",
                                   "--scalar",
                                   "n=-3",
                                   "--scalar",
                                   "s=a=b",
                                   "--no-validate",
                                   "--rtol",
                                   "1e-3",
                                   "--atol=0",
                                   "--rounds",
                                   "7",
                                   "--warmup",
                                   "0",
                                   "--timeout",
                                   "1.5",
                                   "--workers",
                                   "3",
                                   "--log-level",
                                   "debug",
                                   "--json",
                                   "--quiet",
                                   "--no-build"});
    EXPECT_EQ(options.entry, "e");
    EXPECT_EQ(options.inputs.file, "i");
    EXPECT_EQ(options.expected, "x");
    EXPECT_EQ(options.save_outputs, "o.npy");
    EXPECT_FALSE(options.inputs.use_golden);
    EXPECT_EQ(options.inputs.seed, UINT64_MAX);
    EXPECT_THAT(options.inputs.shapes.at("a"), ElementsAre(4, 8));
    EXPECT_THAT(options.inputs.shapes.at("b"), ElementsAre(2, 3));
    EXPECT_THAT(options.inputs.shapes.at("c"), ElementsAre(7));
    EXPECT_EQ(options.inputs.dynamic_size, 6);
    EXPECT_EQ(options.inputs.scalars.at("n"), "-3");
    EXPECT_EQ(options.inputs.scalars.at("s"), "a=b");
    EXPECT_EQ(options.validate, false);
    EXPECT_EQ(options.rtol, 1e-3);
    EXPECT_EQ(options.atol, 0);
    EXPECT_EQ(options.plan.rounds, 7);
    EXPECT_EQ(options.plan.warmup, 0);
    EXPECT_EQ(options.runner.timeout_seconds, 1.5);
    EXPECT_EQ(options.runner.workers, 3);
    EXPECT_EQ(options.runner.log_level, "debug");
    EXPECT_TRUE(options.json && options.quiet && options.no_build);
}

TEST(ReplayOptionsTest, SaysWhatIsWrongInOneLine) {
    EXPECT_EQ(Failure({"--roundz", "3"}), "unknown option '--roundz'; did you mean '--rounds'?");
    EXPECT_EQ(Failure({"--qqqqqqqqqqqq"}), "unknown option '--qqqqqqqqqqqq'; see pto-replay --help");
    EXPECT_EQ(Failure({"-x"}), "unknown option '-x'; see pto-replay --help");
    EXPECT_EQ(Failure({"--rtol"}), "--rtol: a value is missing; see pto-replay --help");
    EXPECT_EQ(Failure({"--expected", ""}), "--expected: an empty value; give one, or leave the flag out");
    EXPECT_EQ(Failure({"--expected", "a.npy", "--save-outputs", "./b/../a.npy"}),
              "--save-outputs: './b/../a.npy' is the file that --expected reads; give another name");
    EXPECT_EQ(Failure({"--inputs", "a.npy", "--save-outputs", "a.npy"}),
              "--save-outputs: 'a.npy' is the file that --inputs reads; give another name");
    EXPECT_EQ(Failure({"--atol", "inf"}), "--atol: 'inf' given, expected a number of 0 or more");
    EXPECT_EQ(Failure({"--rounds", "0"}), "--rounds: '0' given, expected a number from 1 to 1000000");
    EXPECT_EQ(Failure({"--rounds", "1e3"}), "--rounds: '1e3' given, expected a number from 1 to 1000000");
    EXPECT_EQ(Failure({"--warmup", "-1"}), "--warmup: '-1' given, expected a number from 0 to 1000000");
    EXPECT_EQ(Failure({"--timeout", "abc"}), "--timeout: 'abc' given, expected seconds, or 0 for no limit");
    EXPECT_EQ(Failure({"--timeout", "nan"}), "--timeout: 'nan' given, expected seconds, or 0 for no limit");
    EXPECT_EQ(Failure({"--rtol", "-1"}), "--rtol: '-1' given, expected a number of 0 or more");
    EXPECT_EQ(Failure({"--seed", "-1"}), "--seed: '-1' given, expected a number of 0 or more");
    EXPECT_EQ(Failure({"--dynamic", "0"}), "--dynamic: '0' given, expected a number of 1 or more");
    EXPECT_EQ(Failure({"--shape", "x"}), "--shape: 'x' given, expected NAME=48x64");
    EXPECT_EQ(Failure({"--shape", "x=4xa"}), "--shape: 'a' given, expected NAME=48x64 in 'x=4xa'");
    EXPECT_EQ(Failure({"--scalar", "=3"}), "--scalar: '=3' given, expected NAME=VALUE");
    EXPECT_EQ(Failure({"--validate", "--no-validate"}), "--validate and --no-validate exclude each other");
    EXPECT_EQ(Failure({"--validate", "--no-golden"}), "--validate and --no-golden exclude each other");
    EXPECT_EQ(Failure({"--save-outputs", "x.pt"}),
              "--save-outputs: 'x.pt' given, expected a name that ends in .safetensors or .npy");
    EXPECT_EQ(Failure({"--log-level", "inf"}),
              "--log-level: 'inf' given, expected one of 'debug', 'info', 'timing', 'warn', 'error' and 'null'; did "
              "you mean 'info'?");
}

TEST(ReplayOptionsTest, ReadsTheEnvironment) {
    const Options options =
        Parse({}, {{"PYPTO_BENCH_ROUNDS", "12"}, {"PYPTO_BENCH_WARMUP", "3"}, {"PYPTO_RUNTIME_LOG", "timing"}});
    EXPECT_EQ(options.plan.rounds, 12);
    EXPECT_EQ(options.plan.warmup, 3);
    EXPECT_EQ(options.runner.log_level, "timing");
    EXPECT_EQ(Parse({"--rounds", "4"}, {{"PYPTO_BENCH_ROUNDS", "12"}}).plan.rounds, 4);
    EXPECT_EQ(Parse({}, {{"PYPTO_BENCH_ROUNDS", ""}}).plan.rounds, 100);
    EXPECT_EQ(Failure({}, {{"PYPTO_BENCH_ROUNDS", "many"}}),
              "PYPTO_BENCH_ROUNDS: 'many' given, expected a number from 1 to 1000000");
}

TEST(ReplayOptionsTest, ReplayFlagsAreReadWithNinjaOnlyAndWin) {
    const Variables variables = {{"PTO_REPLAY_FLAGS", "--rounds 9 --scalar 'n=1 2' --quiet"}};
    EXPECT_EQ(Parse({".", "benchmark"}, variables).plan.rounds, 100);
    const Options options = Parse({".", "--from-ninja", "benchmark", "--rounds", "3"}, variables);
    EXPECT_EQ(options.command, Command::kBenchmark);
    EXPECT_EQ(options.plan.rounds, 9);
    EXPECT_EQ(options.inputs.scalars.at("n"), "1 2");
    EXPECT_TRUE(options.quiet);
    EXPECT_EQ(Failure({"--from-ninja"}, {{"PTO_REPLAY_FLAGS", "--quite"}}),
              "unknown option '--quite'; did you mean '--quiet'?");
    EXPECT_EQ(Failure({"--from-ninja"}, {{"PTO_REPLAY_FLAGS", "'a"}}),
              "PTO_REPLAY_FLAGS: a quote is not closed in: 'a");
}

TEST(ReplayOptionsTest, PlatformDeviceAndDebugger) {
    const Options options = Parse({"d", "--platform", "a5sim", "--device-id", "3", "--debug"});
    EXPECT_EQ(options.platform, "a5sim");
    EXPECT_EQ(options.runner.device, 3);
    EXPECT_TRUE(options.debug);
    EXPECT_EQ(Parse({}).runner.device, 0);
    EXPECT_EQ(Failure({"--device-id", "-1"}), "--device-id: '-1' given, expected a number from 0 to 2147483647");
    EXPECT_EQ(Failure({"d", "compare", "--debug"}), "--debug is for replay and run, not for measuring");
    EXPECT_EQ(Failure({"--from-ninja"}, {{"PTO_REPLAY_FLAGS", "--debug"}}),
              "--debug in PTO_REPLAY_FLAGS: ninja has built the other binaries; pto-replay DIR --debug");
}

TEST(ReplayOptionsTest, HelpAndVersionStopTheProgram) {
    EXPECT_THAT(Parse({"--help"}).text, HasSubstr("--save-outputs FILE"));
    EXPECT_EQ(Parse({"-V"}).text.find("pto-replay "), 0U);
}

TEST(ReplayOptionsTest, GuessesTheDirectoryOfAWrongCommandLine) {
    EXPECT_EQ(GuessDirectory({"d", "--wrong"}), "d");
    EXPECT_EQ(GuessDirectory({"--wrong", "d"}), ".");
    EXPECT_EQ(GuessDirectory({"run"}), ".");
    EXPECT_EQ(GuessDirectory({}), ".");
}

TEST(ReplayOptionsTest, FlagsOfTheBuildKeepTheirOrder) {
    EXPECT_THAT(Parse({"--no-recompile", "--recompile"}).build_flags, ElementsAre("--no-recompile", "--recompile"));
    EXPECT_THAT(Parse({"--recompile", "--no-recompile"}).build_flags, ElementsAre("--recompile", "--no-recompile"));
}

TEST(ShellWordsTest, SplitsAsAShellDoes) {
    const auto split = [](std::string_view text) { return SplitShellWords(text, "F"); };
    EXPECT_THAT(split(""), IsEmpty());
    EXPECT_THAT(split("  \t\n"), IsEmpty());
    EXPECT_THAT(split("a  b\tc "), ElementsAre("a", "b", "c"));
    EXPECT_THAT(split("'a b' \"c d\""), ElementsAre("a b", "c d"));
    EXPECT_THAT(split("--x='a b'c"), ElementsAre("--x=a bc"));
    EXPECT_THAT(split("a\\ b \\'"), ElementsAre("a b", "'"));
    EXPECT_THAT(split(R"("a\"b\n\\" '\')"), ElementsAre(R"(a"b\n\)", "\\"));
    EXPECT_THAT(split("'' \"\""), ElementsAre("", ""));
    EXPECT_THAT(split("$HOME"), ElementsAre("$HOME"));
    EXPECT_EQ(ErrorOf([&] { split("a \"b"); }), "F: a quote is not closed in: a \"b");
    EXPECT_EQ(ErrorOf([&] { split("a 'b"); }), "F: a quote is not closed in: a 'b");
    EXPECT_EQ(ErrorOf([&] { split("a\\"); }), "F: a quote is not closed in: a\\");
}

}  // namespace
}  // namespace pto::run
