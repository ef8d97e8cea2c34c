#include "runtime/simpler/simpler_runner.h"

#include <gmock/gmock.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "runtime/app/runners.h"
#include "tests/support/error_of.h"
#include "tests/support/stub_runtime.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using test::Generation;
using testing::ElementsAre;
using testing::IsEmpty;

Argument Fp32(const std::string& name, Direction direction, std::vector<int64_t> shape, std::vector<float> values) {
    Argument argument;
    argument.name = name;
    argument.direction = direction;
    argument.dtype = argument.tensor.dtype = FindDType("fp32");
    argument.tensor.shape = std::move(shape);
    argument.tensor.bytes = TensorBytes(values.size() * sizeof(float));
    if (!values.empty()) std::memcpy(argument.tensor.bytes.data(), values.data(), values.size() * sizeof(float));
    return argument;
}

Argument Scalar(uint64_t bits) {
    Argument argument;
    argument.is_scalar = true;
    argument.scalar = bits;
    return argument;
}

std::vector<float> Values(const Argument& argument) {
    std::vector<float> values(argument.tensor.bytes.size() / sizeof(float));
    std::memcpy(values.data(), argument.tensor.bytes.data(), argument.tensor.bytes.size());
    return values;
}

std::unique_ptr<Runner> Create(const test::StubRuntime& stub, const RunnerOptions& options = {}) {
    return CreateRunner(stub.manifest, stub.manifest.entries[0], options);
}

// Everything holds for each generation of the runtime's interface.
class SimplerRunner : public testing::TestWithParam<Generation> {
  protected:
    // A runtime of the test's generation.
    struct StubRuntime : test::StubRuntime {
        explicit StubRuntime(const std::vector<std::string>& entry_symbols)
            : test::StubRuntime(entry_symbols, GetParam()) {}
    };
};
using SimplerRunnerDeathTest = SimplerRunner;

INSTANTIATE_TEST_SUITE_P(Of2026, SimplerRunner, testing::ValuesIn(test::kGenerations), test::GenerationName);
INSTANTIATE_TEST_SUITE_P(Of2026, SimplerRunnerDeathTest, testing::ValuesIn(test::kGenerations), test::GenerationName);

TEST_P(SimplerRunner, LoadsTheProgramOnItsDevice) {
    StubRuntime stub({"doubles"});
    stub.manifest.programs[0].config.enable_sdma = true;
    RunnerOptions options;
    options.device = 3;
    options.log_level = "timing";
    Create(stub, options).reset();
    std::vector<std::string> expected = test::StartRecord(GetParam(), 3, 25, true);
    expected.insert(expected.end(), {"register 0 doubles ORCHESTRATION(12) 0:CUBE(12) 1:VECTOR(30)", "finalize"});
    EXPECT_EQ(stub.TakeRecord(), expected);
}

TEST_P(SimplerRunner, WorkspacesAreForProgramsThatAskForThem) {
    StubRuntime stub({"doubles"});
    Create(stub).reset();
    const std::vector<std::string> expected = test::StartRecord(GetParam(), 0, 30, false);
    EXPECT_EQ(stub.TakeRecord().at(expected.size() - 1), expected.back());
}

TEST_P(SimplerRunner, RunsOnDeviceMemoryAndCopiesOutsideTheRun) {
    StubRuntime stub({"doubles"});
    stub.manifest.programs[0].config.aicpu_thread_num = 5;
    const std::unique_ptr<Runner> runner = Create(stub);
    EXPECT_EQ(stub.TakeRecord().front(), test::StartRecord(GetParam(), 0, 30, false).front());
    std::vector<Argument> arguments = {Fp32("x", Direction::kIn, {2, 3}, {1, 2, 3, 4, 5, 6}), Scalar(9),
                                       Fp32("y", Direction::kOut, {2, 3}, std::vector<float>(6))};
    runner->Place(arguments);
    EXPECT_THAT(stub.TakeRecord(), ElementsAre("malloc 24", "copy_to 24", "malloc 24", "copy_to 24"));
    runner->Execute();
    EXPECT_THAT(
        stub.TakeRecord(),
        ElementsAre("run 0 device 0 [2:3, 3:1]+0 of 24 device 0 [2:3, 3:1]+0 of 24 scalar 9 config 5 0 0 0 0 0 ''"));
    runner->Fetch(arguments);
    EXPECT_THAT(Values(arguments[2]), ElementsAre(2, 4, 6, 8, 10, 12));
    EXPECT_THAT(stub.TakeRecord(), ElementsAre("copy_from 24"));
}

TEST_P(SimplerRunner, ResetBringsOutputsBack) {
    StubRuntime stub({"counts"});
    const std::unique_ptr<Runner> runner = Create(stub);
    const std::vector<Argument> before = {Fp32("n", Direction::kInOut, {1}, {40})};
    runner->Place(before);
    runner->Execute();
    runner->Execute();
    std::vector<Argument> after = before;
    runner->Fetch(after);
    EXPECT_THAT(Values(after[0]), ElementsAre(42));
    runner->Reset(before);
    runner->Execute();
    runner->Fetch(after);
    EXPECT_THAT(Values(after[0]), ElementsAre(41));
}

// Its orchestration runs on the host and reads values there.
TEST_P(SimplerRunner, HostOrchestrationGetsHostMemory) {
    StubRuntime stub({"doubles"});
    stub.manifest.programs[0].config.runtime = "host_build_graph";
    const std::unique_ptr<Runner> runner = Create(stub);
    std::vector<Argument> arguments = {Fp32("x", Direction::kIn, {2}, {1, 2}), Fp32("y", Direction::kOut, {2}, {0, 0})};
    runner->Place(arguments);
    stub.TakeRecord();
    runner->Execute();
    runner->Fetch(arguments);
    EXPECT_THAT(Values(arguments[1]), ElementsAre(2, 4));
    EXPECT_THAT(stub.TakeRecord(), ElementsAre("run 0 host 0 [2:1]+0 of 8 host 0 [2:1]+0 of 8 config 0 0 0 0 0 0 ''"));
}

TEST_P(SimplerRunner, RankZeroAndNoElements) {
    StubRuntime stub({"nothing"});
    const std::unique_ptr<Runner> runner = Create(stub);
    stub.TakeRecord();
    runner->Place({Fp32("x", Direction::kIn, {}, {1}), Fp32("y", Direction::kOut, {0, 8}, {})});
    runner->Execute();
    EXPECT_THAT(stub.TakeRecord(),
                ElementsAre("malloc 4", "copy_to 4",
                            "run 0 device 0 [1:1]+0 of 4 device 0 [0:8, 8:1]+0 of 0 config 0 0 0 0 0 0 ''"));
}

TEST_P(SimplerRunner, DiagnosticsGoToTheirDirectory) {
    StubRuntime stub({"nothing"});
    RunnerOptions options;
    options.diagnostics = {4, 2, 7, true, true, stub.Path("dfx_outputs")};
    const std::unique_ptr<Runner> runner = Create(stub, options);
    stub.TakeRecord();
    runner->Execute();
    EXPECT_THAT(stub.TakeRecord(), ElementsAre("run 0 config 0 4 2 7 1 1 '@/dfx_outputs'"));
    EXPECT_TRUE(IsDirectory(RealFileSystem(), stub.Path("dfx_outputs")));
}

TEST_P(SimplerRunner, FailuresHaveTheRuntimesOwnText) {
    const std::string log = "; its own messages are above; --log-level info shows more";
    RunnerOptions options;
    options.device = 13;
    EXPECT_EQ(ErrorOf([&] { Create(StubRuntime({"doubles"}), options); }),
              "the runtime '/opt/simpler' cannot start on device 13: simpler_init failed with code -7" + log);
    EXPECT_EQ(ErrorOf([&] { Create(StubRuntime({"no_entry"})); }),
              "the runtime '/opt/simpler' cannot load 'p0': register_callable failed with code -1" + log);
    const StubRuntime fails({"fails"});
    EXPECT_EQ(ErrorOf([&] { Create(fails)->Execute(); }),
              "the runtime '/opt/simpler' cannot run the program: finalize_native_run failed with code -100" + log);
    const StubRuntime throws({"throws"});
    EXPECT_EQ(ErrorOf([&] { Create(throws)->Execute(); }),
              "the runtime '/opt/simpler' cannot run the program: an exception of unknown type" + log);
}

TEST_P(SimplerRunner, LimitsOfTheRuntimeAreErrors) {
    StubRuntime stub({"nothing"});
    const std::string log = "; its own messages are above; --log-level info shows more";
    const std::unique_ptr<Runner> runner = Create(stub);
    runner->Place(std::vector<Argument>(5, Fp32("x", Direction::kIn, {1}, {1})));
    EXPECT_EQ(ErrorOf([&] { runner->Execute(); }),
              "the runtime '/opt/simpler' cannot run the program: TaskArgs: tensor capacity exceeded" + log);
    RunnerOptions options;
    options.diagnostics.pmu = 1;
    options.diagnostics.directory =
        stub.Path(std::string(200, 'd') + "/" + std::string(200, 'e') + "/" + std::string(200, 'f') + "/" +
                  std::string(200, 'g') + "/" + std::string(220, 'h'));
    const size_t length = options.diagnostics.directory.size();
    EXPECT_EQ(ErrorOf([&] { Create(stub, options)->Execute(); }),
              "the runtime '/opt/simpler' cannot run the program: the directory for diagnostics has " +
                  std::to_string(length) + " characters, at most 1023 are possible" + log);
}

TEST_P(SimplerRunner, ArgumentsThatTheRuntimeCannotDescribe) {
    const StubRuntime stub({"nothing"});
    const std::unique_ptr<Runner> runner = Create(stub);
    Argument wide = Fp32("x", Direction::kIn, {1, 1, 1, 1, 1, 1}, {1});
    EXPECT_EQ(ErrorOf([&] { runner->Place({wide}); }), "argument 'x' has 6 dimensions, the runtime takes at most 5");
    Argument fp64 = Fp32("x", Direction::kIn, {2}, {1, 2});
    fp64.dtype = FindDType("fp64");
    EXPECT_EQ(ErrorOf([&] { runner->Place({fp64}); }), "argument 'x' is of type fp64, which the runtime does not know");
    Argument large = Fp32("x", Direction::kIn, {int64_t{1} << 33, 0}, {});
    EXPECT_EQ(ErrorOf([&] { runner->Place({large}); }),
              "argument 'x' has shape [8589934592, 0], the runtime takes sizes below 4294967296 only");
}

TEST_P(SimplerRunner, MissingBinaryIsNamed) {
    StubRuntime stub({"doubles"});
    stub.manifest.programs[0].kernels[1].binary = "gone.so";
    EXPECT_EQ(ErrorOf([&] { Create(stub); }), stub.Path("gone.so") +
                                                  ": no such file: the program is not built; run 'ninja -C " +
                                                  stub.manifest.directory + " ready'");
}

TEST_P(SimplerRunner, UnknownDirectionIsNamed) {
    StubRuntime stub({"doubles"});
    stub.manifest.programs[0].kernels[1].signature = {"IN", "BOTH"};
    EXPECT_EQ(ErrorOf([&] { Create(stub); }),
              "'vector' has 'BOTH' in its signature, expected one of 'SCALAR', 'IN', 'OUT' and 'INOUT'");
}

TEST_P(SimplerRunner, MessagesGoToWhoWantsThemFirst) {
    const StubRuntime stub({"tells"});
    std::vector<std::string> seen;
    RunnerOptions options;
    options.take_line = [&](std::string_view line) {
        seen.emplace_back(line);
        return true;
    };
    std::unique_ptr<Runner> runner = Create(stub, options);
    runner->Execute();
    runner->Execute();
    runner.reset();
    EXPECT_THAT(seen, ElementsAre("[TIMING] run: how long", "[WARN] run: something else", "[TIMING] run: how long",
                                  "[WARN] run: something else"));
}

// The run cannot be interrupted, so this process would wait for it: another one does.
TEST_P(SimplerRunnerDeathTest, TimeLimitEndsTheProcess) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const StubRuntime stub({"hangs"});
    RunnerOptions options;
    options.timeout_seconds = 0.2;
    options.on_hang = [](const Error& error) {
        fprintf(stderr, "%s\n", error.what());
        _exit(3);
    };
    EXPECT_EXIT(Create(stub, options)->Execute(), testing::ExitedWithCode(3),
                "^'p0' was not done after 0.2 s; look for a wait without its signal in the kernels or for an endless "
                "loop; --timeout SECONDS sets the limit\n$");
}

TEST_P(SimplerRunnerDeathTest, TheLastWordsAreShownAlthoughMessagesAreTaken) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const StubRuntime stub({"hangs"});
    RunnerOptions options;
    options.timeout_seconds = 0.2;
    options.take_line = [](std::string_view) { return true; };
    options.on_hang = [](const Error&) {
        fprintf(stderr, "too long\n");
        _exit(3);
    };
    EXPECT_EXIT(Create(stub, options)->Execute(), testing::ExitedWithCode(3), "^too long\n$");
}

}  // namespace
}  // namespace pto::run
