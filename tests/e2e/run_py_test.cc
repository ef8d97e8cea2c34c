// An edited debug/run.py of PyPTO's in directories without golden.py, from the build to the verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"
#include "tests/support/run_py_fixtures.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kRunPy[] = "/debug/run.py";
constexpr char kGenerated[] =
    "    x = torch.randn((32, 64), dtype=torch.float32)\n"
    "    y = torch.zeros((32, 64), dtype=torch.float32)\n    return [x, y]\n";
// The program computes y = 2 x + 1.
constexpr char kOwn[] =
    "    x = torch.full((32, 64), 3, torch.float32)\n"
    "    y = torch.zeros((32, 64), dtype=torch.float32)\n    return [x, y]\n";
constexpr char kCompare[] =
    "    worst = max(abs(b - 2 * a - 1) for a, b in zip(x.flat, y.flat))\n"
    "    assert worst == 0 and x.flat[5] == 3, f'{worst} {x.flat[5]}'\n";

class RunPyTest : public testing::Test {
  protected:
    void SetUp() override {
        PTO_NEEDS(MissingPython());
        work_.space().Write("lib/torch.py", kFakeTorch);
        directory_ = work_.CopyExample("scale_shift");
        std::filesystem::remove(directory_ + "/golden.py");
        std::filesystem::remove_all(directory_ + "/data");
        Edit(kGenerated, "    return\n");
        ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    }

    void Edit(const std::string& inputs, const std::string& compare) {
        WriteFile(directory_ + kRunPy, RunPy(inputs, compare, "x, y"));
    }
    Outcome Replay(const std::string& flags = "") {
        return work_.Ninja(directory_, {"replay"},
                           {"PYTHONPATH=" + work_.Path(library_), "PTO_PYTHON=python3", "PTO_REPLAY_FLAGS=" + flags});
    }

    Workspace work_;
    std::string directory_;
    std::string library_ = "lib";
};

TEST_F(RunPyTest, CountsOnlyOnceItIsEdited) {
    EXPECT_THAT(Replay().out, HasSubstr("inputs made up (seed 0)"));
    const std::string build = ReadFile(directory_ + "/build.ninja");
    Edit(kOwn, "    return\n");
    const Outcome inputs = Replay();
    EXPECT_EQ(inputs.exit_code, 0) << inputs.All();
    EXPECT_THAT(inputs.out, HasSubstr("inputs of debug/run.py"));
    EXPECT_THAT(inputs.out, HasSubstr("inputs from debug/run.py,"));
    EXPECT_THAT(inputs.out, HasSubstr("not validated: there is no golden.py\n"));
    EXPECT_NE(ReadFile(directory_ + "/build.ninja"), build);
    EXPECT_THAT(Replay().out, Not(HasSubstr("inputs of debug/run.py"))) << "they are kept";
    Edit(kOwn, kCompare);
    EXPECT_THAT(Replay().out, HasSubstr("PASS _user_compare  (debug/run.py)\n"));
    EXPECT_EQ(LastRun(directory_, "result"), "\"passed\"");
    EditFile(directory_ + kRunPy, "64), 3,", "64), 4,");
    const Outcome other = Replay();
    EXPECT_THAT(other.out, Not(HasSubstr("write build.ninja again"))) << "only what it is used for decides that";
    EXPECT_THAT(other.out, HasSubstr("FAIL _user_compare  (debug/run.py): run.py:26: AssertionError: 0.0 4.0\n"));
    EXPECT_EQ(LastRun(directory_, "exit_code"), "1");
    EXPECT_THAT(Replay("--no-hooks").out, HasSubstr("inputs made up (seed 0)"));
    Edit(kGenerated, "    return\n");
    EXPECT_THAT(Replay().out, HasSubstr("inputs made up (seed 0)"));
    EXPECT_EQ(ReadFile(directory_ + "/build.ninja"), build);
}

TEST_F(RunPyTest, WithoutTorchTheRunGoesOnAndSaysSo) {
    Edit(kOwn, kCompare);
    work_.space().Write("none/torch.py", "raise ImportError('no libtorch.so')\n");
    library_ = "none";
    for (int time = 0; time < 2; ++time) {
        const Outcome outcome = Replay();
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        EXPECT_THAT(outcome.out, HasSubstr("inputs made up (seed 0)"));
        EXPECT_THAT(outcome.out, HasSubstr("note: the inputs are not those of debug/run.py: "));
        EXPECT_THAT(outcome.out, HasSubstr("note: _user_compare of debug/run.py was not called: "));
        EXPECT_THAT(outcome.out, HasSubstr("cannot import 'torch' (ImportError: no libtorch.so)"));
    }
    library_ = "lib";
    EXPECT_THAT(Replay().out, HasSubstr("PASS _user_compare  (debug/run.py)\n")) << "tried again in each build";
    EXPECT_THAT(Replay().out, Not(HasSubstr("inputs of debug/run.py")));
}

TEST_F(RunPyTest, MistakesAreNamedWithTheirLine) {
    Edit("    x = torch.missing(3)\n    return [x]\n", "    return\n");
    const Outcome raised = Replay();
    EXPECT_EQ(raised.exit_code, 1);
    EXPECT_THAT(raised.All(), HasSubstr("pto-ninja: error: debug/run.py:15: _inline_inputs raised AttributeError: "
                                        "module 'torch' has no attribute 'missing'; correct debug/run.py\n"));
    Edit("    return [torch.zeros((32, 64), torch.float32), None]\n", "    return\n");
    EXPECT_THAT(Replay().All(), HasSubstr("debug/run.py: _inline_inputs leaves 'y' as None, expected fp32 [32, 64]; "
                                          "give it a value there\n"));
    EXPECT_EQ(LastRun(directory_, "exit_code"), "2");
}

TEST_F(RunPyTest, GoldenAndTheHooksInCppGoFirst) {
    Edit(kOwn, "    assert False, 'mine'\n");
    WriteFile(directory_ + "/debug/replay_hooks.cpp",
              "#include <pto_ninja/replay_hooks.h>\nvoid UserCompare(const pto_ninja::Arguments& args) {\n"
              "    if (args[\"x\"].Get(0) != 3) pto_ninja::Fail(\"not from run.py\");\n}\n");
    const Outcome hooks = Replay();
    EXPECT_THAT(hooks.out, HasSubstr("PASS UserCompare  (debug/replay_hooks.cpp)\n")) << hooks.All();
    EXPECT_THAT(hooks.out, Not(HasSubstr("_user_compare")));
    std::filesystem::remove(directory_ + "/debug/replay_hooks.cpp");
    EXPECT_THAT(Replay().out, HasSubstr("FAIL _user_compare  (debug/run.py): run.py:25: AssertionError: mine\n"));
    const std::string whole = work_.CopyExample("scale_shift", "whole");
    WriteFile(whole + kRunPy, RunPy(kOwn, "    assert False\n", "x, y"));
    EXPECT_THAT(work_.Replay(whole).out, HasSubstr("inputs from golden.py"));
    EXPECT_EQ(LastRun(whole, "result"), "\"passed\"");
}

TEST_F(RunPyTest, ADistributedBuildHasOneForTheWhole) {
    directory_ = work_.CopyExample("neighbour_sum");
    std::filesystem::remove(directory_ + "/golden.py");
    WriteFile(directory_ + kRunPy,
              RunPy("    x = torch.arange(1024, (2, 16, 32), torch.float32)\n"
                    "    return [x, torch.zeros((2, 16, 32), dtype=torch.float32)]\n",
                    "    half = len(x.flat) // 2\n"
                    "    for i, got in enumerate(y.flat):\n"
                    "        assert got == 2 * x.flat[i % half] + 2 * x.flat[i % half + half], (i, got)\n",
                    "x, y"));
    ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    const Outcome outcome = Replay();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_THAT(outcome.out, HasSubstr("inputs from debug/run.py"));
    EXPECT_THAT(outcome.out, HasSubstr("PASS _user_compare  (debug/run.py)\n"));
}

// With the torch of this machine, as a user writes it.
TEST_F(RunPyTest, RunsInARealTorch) {
    const std::string python = "/usr/bin/python3";
    PTO_NEEDS(work_.Tool({python, "-c", "import torch"}).exit_code != 0 ? python + " has no torch" : "");
    Edit(
        "    generator = torch.Generator().manual_seed(5)\n"
        "    x = torch.randn((32, 64), dtype=torch.float32, generator=generator)\n"
        "    return [x, torch.full((32, 64), float('nan'))]\n",
        "    torch.testing.assert_close(y, 2 * x + 1)\n");
    const Environment env = {"PTO_PYTHON=" + python};
    const Outcome passed = work_.Ninja(directory_, {"replay"}, env);
    EXPECT_EQ(passed.exit_code, 0) << passed.All();
    EXPECT_THAT(passed.out, HasSubstr("PASS _user_compare  (debug/run.py)\n"));
    EditFile(directory_ + kRunPy, "2 * x + 1", "2 * x");
    const Outcome failed = work_.Ninja(directory_, {"replay"}, env);
    EXPECT_THAT(failed.out, HasSubstr("FAIL _user_compare  (debug/run.py): run.py:25: AssertionError: Tensor-likes are "
                                      "not close! Mismatched elements: 2048 / 2048 (100.0%)"));
}

}  // namespace
}  // namespace pto::test
