// Kernels that misbehave are reported with their names, and the process ends with a result in last_run.json.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

using testing::HasSubstr;

struct Fault {
    const char* name;
    const char* from;
    const char* to;
    const char* flags;
    const char* text;  // in the output
    const char* result;
};

const Fault kFaults[] = {
    {"nan", "TMULS(tile, tile, 2.0f);", "TEXPANDS(tile, 0.0f); TDIV(tile, tile, tile);", "", "FAIL y", "\"mismatch\""},
    {"null_pointer", "TMULS(tile, tile, 2.0f);", "*reinterpret_cast<volatile int*>(8) = 1;", "", "kernel 'scale_shift'",
     "\"infrastructure\""},
    {"past_the_tensor", "TSTORE(to, tile);", "y[32 * 64 + 20] = 1.0f;", "", "'y'", "\"infrastructure\""},
    {"tile_past_the_tensor", "TSTORE(to, tile);", "Whole late(y + 64); TSTORE(late, tile);", "", "TSTORE",
     "\"infrastructure\""},
    {"tile_past_the_buffer", "TASSIGN(tile, 0);", "TASSIGN(tile, 195000);", "", "TASSIGN", "\"infrastructure\""},
    {"exit", "TMULS(tile, tile, 2.0f);", "exit(0);", "",
     "pto-replay: error: kernel 'scale_shift' (task 0): ended the process by calling exit; return from the function, "
     "or throw an exception\n",
     "\"infrastructure\""},
    {"hang", "TMULS(tile, tile, 2.0f);", "for (volatile int i = 0; i < 2; i = 0) {}", "--timeout 1", "scale_shift",
     "\"infrastructure\""},
};

class FaultTest : public testing::TestWithParam<Fault> {};

TEST_P(FaultTest, IsReportedByName) {
    const Fault& fault = GetParam();
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    EditFile(directory + "/kernels/aiv/scale_shift.cpp", fault.from, fault.to);
    const Outcome outcome = work.Replay(directory, {"PTO_REPLAY_FLAGS=" + std::string(fault.flags)});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.All();
    EXPECT_THAT(outcome.All(), HasSubstr(fault.text));
    EXPECT_EQ(LastRun(directory, "result"), fault.result);
}

INSTANTIATE_TEST_SUITE_P(All, FaultTest, testing::ValuesIn(kFaults),
                         [](const auto& tested) { return std::string(tested.param.name); });

// Private files that are gone or cut off: made again, or the message says how.
class PrivateFileTest : public testing::Test {
  protected:
    void SetUp() override {
        directory_ = work_.CopyExample("scale_shift");
        ASSERT_EQ(work_.Replay(directory_).exit_code, 0);
    }
    std::string Private(const std::string& name) const { return directory_ + "/.pto-ninja/" + name; }

    Workspace work_;
    std::string directory_;
};

TEST_F(PrivateFileTest, TheScanPlanHealsByItself) {
    const std::string plan = ReadFile(Private("scan_plan"));
    for (const std::string damage : {"gone", "", "damaged"}) {
        if (damage == "gone") {
            std::filesystem::remove(Private("scan_plan"));
        } else {
            WriteFile(Private("scan_plan"), damage);
        }
        const Outcome outcome = work_.Ninja(directory_, {"replay"});
        EXPECT_EQ(outcome.exit_code, 0) << damage << outcome.All();
        EXPECT_THAT(outcome.All(),
                    HasSubstr("pto-ninja: note: .pto-ninja/scan_plan: missing or damaged; build.ninja and "
                              "it are written again\n"));
        EXPECT_EQ(ReadFile(Private("scan_plan")), plan) << damage;
        EXPECT_THAT(work_.Ninja(directory_, {"replay"}).All(), testing::Not(HasSubstr("missing or damaged")));
    }
}

TEST_F(PrivateFileTest, AnEmptyToolchainSaysWhatToDoAndAReplayDoesIt) {
    const std::string toolchain = ReadFile(Private("toolchain.ninja"));
    WriteFile(Private("toolchain.ninja"), "");
    const Outcome ninja = work_.Ninja(directory_, {"replay"});
    EXPECT_EQ(ninja.exit_code, 1);
    EXPECT_THAT(ninja.out, HasSubstr("\n.pto-ninja/toolchain.ninja: names no programs; run pto-ninja on this directory "
                                     "again\n"));
    for (const bool gone : {false, true}) {
        if (gone) std::filesystem::remove(Private("toolchain.ninja"));
        const Outcome replayed = work_.Tool({PTO_BIN_DIR "/pto-replay", directory_});
        EXPECT_EQ(replayed.exit_code, 0) << replayed.All();
        EXPECT_EQ(ReadFile(Private("toolchain.ninja")), toolchain);
    }
}

// The same word whether the build is there already or not; a kernel that does not compile is another matter.
TEST_F(PrivateFileTest, WhatTheBuildRefusesIsInput) {
    const auto replay = [this] { return work_.Tool({PTO_BIN_DIR "/pto-replay", directory_}); };
    const std::string sidecar = directory_ + "/compiled_meta.json";
    const std::string good = ReadFile(sidecar);
    WriteFile(sidecar, good.substr(0, good.size() / 2));
    EXPECT_EQ(work_.Generate(directory_).exit_code, 2);
    const Outcome refused = replay();
    EXPECT_EQ(refused.exit_code, 2) << refused.All();
    EXPECT_EQ(LastRun(directory_, "result"), "\"input\"");
    WriteFile(sidecar, good);
    EXPECT_EQ(replay().exit_code, 0);
    EditFile(directory_ + "/kernels/aiv/scale_shift.cpp", "TMULS(", "TMULSS(");
    EXPECT_EQ(replay().exit_code, 3);
    EXPECT_EQ(LastRun(directory_, "result"), "\"infrastructure\"");
}

}  // namespace
}  // namespace pto::test
