#include "runtime/simpler/simpler_plan_runner.h"

#include <gmock/gmock.h>

#include <cstring>
#include <mutex>

#include "base/error.h"
#include "base/json.h"
#include "runtime/app/runners.h"
#include "tests/support/stub_runtime.h"

namespace pto::run {
namespace {

using test::StubRuntime;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::StartsWith;
using testing::UnorderedElementsAre;

Json View(int storage, int offset) {
    return {{"storage", storage}, {"offset", offset}, {"shape", {4}},
            {"strides", {1}},     {"dtype", "fp32"},  {"tag", "INOUT"}};
}

// y[1] = 2 x[0] on rank 1, then z = 2 y[1] on rank 0: the second waits for the first.
Json ChainPlan() {
    Json plan = Json::parse(R"({"schema": 1, "source": "host_orch.py", "device_ids": [4, 7], "domains": [],
      "parameters": [{"name": "x", "shape": [4]}, {"name": "y", "shape": [2, 4]}, {"name": "z", "shape": [4]}],
      "storages": [{"name": "x", "parameter": 0, "bytes": 16}, {"name": "y", "parameter": 1, "bytes": 32},
                   {"name": "z", "parameter": 2, "bytes": 16}]})");
    plan["dispatches"] = {{{"program", "p0"}, {"rank", 1}, {"line", 5}, {"depends_on", Json::array()}},
                          {{"program", "p1"}, {"rank", 0}, {"line", 6}, {"depends_on", {0}}}};
    plan["dispatches"][0]["tensors"] = {View(0, 0), View(1, 4)};
    plan["dispatches"][1]["tensors"] = {View(1, 4), View(2, 0)};
    for (Json& dispatch : plan["dispatches"]) dispatch["scalars"] = Json::array();
    return plan;
}

// Everything holds for each generation of the runtime's interface.
class SimplerPlanRunner : public testing::TestWithParam<test::Generation> {};
INSTANTIATE_TEST_SUITE_P(Of2026, SimplerPlanRunner, testing::ValuesIn(test::kGenerations), test::GenerationName);

class PlanStub : public StubRuntime {
  public:
    PlanStub(const std::vector<std::string>& entry_symbols, const Json& plan)
        : StubRuntime(entry_symbols, SimplerPlanRunner::GetParam()) {
        RealFileSystem().Write(Path("plan.json"), plan.dump());
        manifest.kind = "l3";
        manifest.entries = {{"", "", "plan.json", std::nullopt, std::nullopt}};
        manifest.distributed = Distributed{{4, 7}, 0, "", 6};
    }

    std::unique_ptr<Runner> Create(const RunnerOptions& options = {}) {
        return CreateRunner(manifest, manifest.entries[0], options);
    }
};

Argument Values(const std::string& name, Direction direction, std::vector<int64_t> shape, std::vector<float> values) {
    Argument argument;
    argument.name = name;
    argument.direction = direction;
    argument.dtype = argument.tensor.dtype = FindDType("fp32");
    argument.tensor.shape = std::move(shape);
    argument.tensor.bytes = TensorBytes(values.size() * sizeof(float));
    std::memcpy(argument.tensor.bytes.data(), values.data(), values.size() * sizeof(float));
    return argument;
}

std::vector<float> ValuesOf(const Argument& argument) {
    std::vector<float> values(argument.tensor.bytes.size() / sizeof(float));
    std::memcpy(values.data(), argument.tensor.bytes.data(), argument.tensor.bytes.size());
    return values;
}

std::vector<Argument> ChainArguments() {
    return {Values("x", Direction::kIn, {4}, {1, 2, 3, 4}), Values("y", Direction::kOut, {2, 4}, std::vector<float>(8)),
            Values("z", Direction::kOut, {4}, std::vector<float>(4))};
}

std::string FailureOf(PlanStub& stub, RunnerOptions options = {}) {
    try {
        const std::unique_ptr<Runner> runner = stub.Create(options);
        runner->Place(ChainArguments());
        runner->Execute();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST_P(SimplerPlanRunner, RanksSeeEachOthersResults) {
    PlanStub stub({"doubles", "doubles"}, ChainPlan());
    const std::unique_ptr<Runner> runner = stub.Create();
    std::vector<Argument> arguments = ChainArguments();
    runner->Place(arguments);
    for (int round = 0; round < 3; ++round) {
        runner->Reset(arguments);
        runner->Execute();
    }
    runner->Fetch(arguments);
    EXPECT_THAT(ValuesOf(arguments[1]), ElementsAre(0, 0, 0, 0, 2, 4, 6, 8));
    EXPECT_THAT(ValuesOf(arguments[2]), ElementsAre(4, 8, 12, 16));
}

TEST_P(SimplerPlanRunner, EachRankHasItsDeviceAndItsPrograms) {
    PlanStub stub({"doubles", "doubles"}, ChainPlan());
    const std::unique_ptr<Runner> runner = stub.Create();
    std::vector<std::string> expected = test::StartRecord(GetParam(), 4, 30, false);
    const std::vector<std::string> other = test::StartRecord(GetParam(), 7, 30, false);
    expected.insert(expected.end(), other.begin(), other.end());
    std::vector<std::string> record = stub.TakeRecord();
    EXPECT_EQ(std::erase_if(record, [](const std::string& line) { return line.starts_with("register 0 doubles "); }),
              2U);
    EXPECT_THAT(record, testing::UnorderedElementsAreArray(expected));
    runner->Place(ChainArguments());
    runner->Execute();
    // The threads are those of the distributed configuration; tensors lie in host memory.
    EXPECT_THAT(stub.TakeRecord(),
                ElementsAre("run 0 host 0 [4:1]+0 of 16 host 0 [4:1]+0 of 16 config 6 0 0 0 0 0 ''",
                            "run 0 host 0 [4:1]+0 of 16 host 0 [4:1]+0 of 16 config 6 0 0 0 0 0 ''"));
}

Json DomainPlan() {
    Json plan = ChainPlan();
    plan["domains"] = Json::parse(R"([{"name": "comm", "workers": [1, 0], "window_bytes": 64,
      "buffers": [{"name": "data", "offset": 0, "bytes": 32}, {"name": "sig", "offset": 32, "bytes": 32}]}])");
    const Json count = {{"domain", 0}, {"rank", 1}, {"buffer", 1}, {"shape", {8}}, {"dtype", "fp32"}, {"tag", "INOUT"}};
    plan["dispatches"][0]["tensors"] = {count, View(1, 4)};
    plan["dispatches"][0]["scalars"] = {{{"device_ctx", {{"domain", 0}, {"rank", 1}}}}};
    return plan;
}

TEST_P(SimplerPlanRunner, WindowsStartEveryRunEmpty) {
    PlanStub stub({"counts", "doubles"}, DomainPlan());
    const std::unique_ptr<Runner> runner = stub.Create();
    std::vector<Argument> arguments = ChainArguments();
    runner->Place(arguments);
    runner->Execute();
    runner->Execute();
    runner->Fetch(arguments);
    EXPECT_EQ(ValuesOf(arguments[1])[4], 2);
    runner->Reset(arguments);
    runner->Execute();
    runner->Fetch(arguments);
    EXPECT_EQ(ValuesOf(arguments[1])[4], 1);
    EXPECT_THAT(stub.TakeRecord(), Contains("run 0 device 0 [8:1]+0 of 32 host 0 [4:1]+0 of 16 scalar 7001 config 6 0 "
                                            "0 0 0 0 ''"));
}

TEST_P(SimplerPlanRunner, RanksJoinAndLeaveTheirDomains) {
    PlanStub stub({"counts", "doubles"}, DomainPlan());
    stub.Create().reset();
    std::vector<std::string> record = stub.TakeRecord();
    std::erase_if(record, [](const std::string& line) {
        return line.starts_with("log") || line.starts_with("init") || line.starts_with("register");
    });
    EXPECT_THAT(record,
                UnorderedElementsAre("comm_init 0 of 2 path", "alloc_windows 70 1 ranks 1 0 position 1 bytes 64",
                                     "release_windows 70 1 of 2 position 1", "comm_destroy 70", "finalize",
                                     "comm_init 1 of 2 path", "alloc_windows 70 1 ranks 1 0 position 0 bytes 64",
                                     "release_windows 70 1 of 2 position 0", "comm_destroy 70", "finalize"));
}

TEST_P(SimplerPlanRunner, WindowOfAnotherRankIsRefused) {
    Json plan = DomainPlan();
    plan["dispatches"][0]["tensors"][0]["rank"] = 0;
    PlanStub stub({"counts", "doubles"}, plan);
    EXPECT_EQ(FailureOf(stub),
              "rank 1, 'p0' (host_orch.py:5): is given the window of domain 'comm' of rank 0, which only that "
              "rank can reach; pass the handle of the rank that runs it");
}

TEST_P(SimplerPlanRunner, DiagnosticsHaveADirectoryPerDispatch) {
    PlanStub stub({"doubles", "doubles"}, ChainPlan());
    RunnerOptions options;
    options.diagnostics.pmu = 2;
    options.diagnostics.directory = stub.Path("dfx");
    const std::unique_ptr<Runner> runner = stub.Create(options);
    runner->Place(ChainArguments());
    runner->Execute();
    EXPECT_EQ(RealFileSystem().Read(stub.Path("dfx/rank1/d0/dispatch_program.json")), R"({"program":"p0"})");
    EXPECT_EQ(RealFileSystem().Read(stub.Path("dfx/rank0/d0/dispatch_program.json")), R"({"program":"p1"})");
    EXPECT_THAT(stub.TakeRecord(),
                Contains("run 0 host 0 [4:1]+0 of 16 host 0 [4:1]+0 of 16 config 6 0 0 2 0 0 '@/dfx/rank1/d0'"));
}

TEST_P(SimplerPlanRunner, FailureIsNamedWithTheFirstErrorOfItsLog) {
    PlanStub stub({"fails", "doubles"}, ChainPlan());
    std::mutex mutex;
    std::vector<std::string> log;
    RunnerOptions options;
    options.log = [&](std::string_view line) {
        const std::lock_guard lock(mutex);
        log.emplace_back(line);
    };
    EXPECT_EQ(FailureOf(stub, options),
              "rank 1, 'p0' (host_orch.py:5): the runtime '/opt/simpler' cannot run the program: finalize_native_run "
              "failed with code -100; the first error in its log: run: the cause; its own messages are above; "
              "--log-level info shows more");
    EXPECT_THAT(log, ElementsAre("[ERROR] run: the cause", "[mono_ns=1][T0x1][ERROR] run: a consequence"));
}

TEST_P(SimplerPlanRunner, MessagesGoToWhoWantsThemFirst) {
    PlanStub stub({"tells", "doubles"}, ChainPlan());
    std::mutex mutex;
    std::vector<std::string> taken;
    std::vector<std::string> shown;
    RunnerOptions options;
    options.take_line = [&](std::string_view line) {
        const std::lock_guard lock(mutex);
        if (line.starts_with("[TIMING]")) taken.emplace_back(line);
        return line.starts_with("[TIMING]");
    };
    options.log = [&](std::string_view line) {
        const std::lock_guard lock(mutex);
        shown.emplace_back(line);
    };
    std::unique_ptr<Runner> runner = stub.Create(options);
    runner->Place(ChainArguments());
    runner->Execute();
    runner.reset();
    EXPECT_THAT(taken, ElementsAre("[TIMING] run: how long"));
    EXPECT_THAT(shown, ElementsAre("[WARN] run: something else"));
}

TEST_P(SimplerPlanRunner, RankThatDiesIsNamed) {
    PlanStub stub({"doubles", "crashes"}, ChainPlan());
    EXPECT_EQ(FailureOf(stub), "rank 0, 'p1' (host_orch.py:6): the process of the rank was ended by signal 9 (Killed)");
}

TEST_P(SimplerPlanRunner, RankThatCannotStartIsNamed) {
    Json plan = ChainPlan();
    plan["device_ids"] = {4, 13};
    PlanStub stub({"doubles", "doubles"}, plan);
    EXPECT_EQ(FailureOf(stub),
              "rank 1: the runtime '/opt/simpler' cannot start on device 13: simpler_init failed with code -7; its own "
              "messages are above; --log-level info shows more");
}

TEST_P(SimplerPlanRunner, RanksThatHangAreNamedAndEnded) {
    Json plan = ChainPlan();
    plan["dispatches"][1]["depends_on"] = Json::array();
    PlanStub stub({"hangs", "hangs"}, plan);
    RunnerOptions options;
    options.timeout_seconds = 0.3;
    EXPECT_EQ(FailureOf(stub, options),
              "rank 0, 'p1' (host_orch.py:6) and rank 1, 'p0' (host_orch.py:5) were not done after 0.3 s; look for a "
              "wait without its signal in the kernels or for an endless loop; --timeout SECONDS sets the limit");
}

TEST_P(SimplerPlanRunner, OneRuntimePerRank) {
    Json plan = ChainPlan();
    plan["dispatches"][1]["rank"] = 1;
    PlanStub stub({"doubles", "doubles"}, plan);
    stub.manifest.programs[1].config.runtime = "host_build_graph";
    EXPECT_EQ(FailureOf(stub),
              "rank 1: runs 'p0' of runtime 'tensormap_and_ringbuffer' and 'p1' of 'host_build_graph', a device "
              "can have one runtime only");
}

}  // namespace
}  // namespace pto::run
