#include "runtime/dfx/graph_pass.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>

#include "base/error.h"
#include "tests/support/replay_fakes.h"
#include "tests/support/temp_space.h"

namespace pto::run {
namespace {

using test::FakeProgram;
using test::FakeRunner;

Manifest Of(const std::string& platform, const std::string& runtime) {
    Manifest manifest;
    manifest.platform = platform;
    manifest.runtime = runtime;
    return manifest;
}

TEST(GraphPassTest, OnlyASwimlaneOfADeviceTakesTwo) {
    Diagnostics swimlane;
    swimlane.swimlane_level = 4;
    Diagnostics others;
    others.dep_gen = true;
    others.pmu = 2;
    EXPECT_TRUE(TakesTwoPasses(Of("a2a3", "simpler"), swimlane));
    EXPECT_FALSE(TakesTwoPasses(Of("a2a3sim", "simpler"), swimlane));
    EXPECT_FALSE(TakesTwoPasses(Of("a2a3sim", "embedded"), swimlane));
    EXPECT_FALSE(TakesTwoPasses(Of("a2a3", "pypto"), swimlane));
    EXPECT_FALSE(TakesTwoPasses(Of("a2a3", "simpler"), others));
}

TEST(GraphPassTest, TheGraphIsRecordedInOneAndEverythingElseInTheOther) {
    Diagnostics asked;
    asked.swimlane_level = 4;
    asked.dump_args = 2;
    asked.pmu = 2;
    asked.dep_gen = true;
    asked.directory = "d/dfx_outputs";
    const Diagnostics graph = GraphPass(asked);
    EXPECT_TRUE(graph.dep_gen);
    EXPECT_EQ(graph.directory, "d/dfx_outputs");
    EXPECT_EQ(graph.swimlane_level + graph.dump_args + graph.pmu, 0);
    const Diagnostics timing = TimingPass(asked);
    EXPECT_FALSE(timing.dep_gen);
    EXPECT_EQ(timing.swimlane_level, 4);
    EXPECT_EQ(timing.dump_args, 2);
    EXPECT_EQ(timing.pmu, 2);
}

class CaptureGraphTest : public testing::Test {
  protected:
    std::string Capture() {
        return CaptureGraph([this] { return std::make_unique<FakeRunner>(program_); }, {});
    }

    test::TempSpace space_;
    FakeProgram program_;
};

TEST_F(CaptureGraphTest, RunsInAProcessOfItsOwn) {
    program_.body = [this](std::vector<Argument>&) { space_.Write("pid", std::to_string(getpid())); };
    EXPECT_EQ(Capture(), "");
    EXPECT_THAT(program_.calls, testing::IsEmpty()) << "nothing of it may stay in this process";
    EXPECT_NE(space_.Read("pid"), std::to_string(getpid()));
}

TEST_F(CaptureGraphTest, AFailureIsANote) {
    program_.body = [](std::vector<Argument>&) { throw Error(ErrorKind::kToolchain, "device 3 is lost"); };
    EXPECT_EQ(Capture(), "the timeline has no task graph, its run failed: device 3 is lost");
}

TEST_F(CaptureGraphTest, SoIsAHang) {
    program_.body = [](std::vector<Argument>&) { EndGraphPass(Error(ErrorKind::kToolchain, "took longer than 5 s")); };
    EXPECT_EQ(Capture(), "the timeline has no task graph, its run failed: took longer than 5 s");
}

TEST_F(CaptureGraphTest, AndACrash) {
    program_.body = [](std::vector<Argument>&) { raise(SIGKILL); };
    EXPECT_EQ(Capture(), "the timeline has no task graph, its run failed: ended by Killed");
}

}  // namespace
}  // namespace pto::run
