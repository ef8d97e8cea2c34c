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
    EXPECT_NE(outcome.exit_code, 0) << outcome.All();
    EXPECT_THAT(outcome.All(), HasSubstr(fault.text));
    EXPECT_EQ(LastRun(directory, "result"), fault.result);
}

INSTANTIATE_TEST_SUITE_P(All, FaultTest, testing::ValuesIn(kFaults),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace pto::test
