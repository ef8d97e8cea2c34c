// _user_compare in a real python3, with a torch of the tests' own.
#include "runtime/hooks/run_py_compare.h"

#include <gmock/gmock.h>

#include "base/process.h"
#include "tests/support/needs.h"
#include "tests/support/run_py_fixtures.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using test::MakeValues;
using test::RunPy;
using testing::IsEmpty;

class RunPyCompareTest : public testing::Test {
  protected:
    void SetUp() override {
        PTO_NEEDS(test::MissingPython());
        python_ = {{pto::FindProgram("python3"), true}};
        space_.Write("lib/torch.py", test::kFakeTorch);
        space_.MakeDirectory("jit/.pto-ninja");
        manifest_.directory = space_.Path("jit");
        options_.log = [this](std::string_view line) { log_ += std::string(line) + "\n"; };
        const DType* fp32 = FindDType("fp32");
        arguments_ = {{"x", Direction::kIn, false, fp32, 0, MakeValues("x", "fp32", {2, 3}, {0, 1, 2, 3, 4, 5})},
                      {"n", Direction::kIn, true, FindDType("int64"), 7, {}},
                      {"y", Direction::kOut, false, fp32, 0, MakeValues("y", "fp32", {2, 0}, {})}};
    }

    RunPyComparison Compare(const std::string& text) {
        space_.Write("jit/debug/run.py", text);
        return CompareWithRunPy(manifest_, {"debug/run.py", "", "", true}, arguments_, recorded_, python_, options_);
    }
    // Of one with this body.
    std::string Said(const std::string& body) {
        const RunPyComparison comparison = Compare(RunPy("    return []\n", body));
        EXPECT_TRUE(comparison.verdict) << comparison.note;
        return comparison.verdict ? comparison.verdict->text : comparison.note;
    }
    std::string Failure(const std::string& text) {
        std::string message = ErrorOf([&] { Compare(text); });
        for (size_t at = 0; (at = message.find(space_.Root())) != std::string::npos;)
            message.replace(at, space_.Root().size(), "D");
        return message;
    }

    const test::TempSpace space_;
    const test::EnvironmentVariable path_{"PYTHONPATH", space_.Path("lib").c_str()};
    std::vector<Interpreter> python_;
    Manifest manifest_;
    std::vector<Argument> arguments_;
    const std::vector<Param>* recorded_ = nullptr;
    RunnerOptions options_;
    std::string log_;
};

TEST_F(RunPyCompareTest, GetsTheArgumentsInCallOrder) {
    const RunPyComparison comparison = Compare(
        RunPy("    return []\n", "    print(list(x.flat), x.shape, type(n).__name__, n.value, y.shape, __name__)\n"));
    ASSERT_TRUE(comparison.verdict);
    EXPECT_TRUE(comparison.verdict->Passed());
    EXPECT_EQ(comparison.verdict->function, "_user_compare");
    EXPECT_EQ(comparison.verdict->source, "debug/run.py");
    EXPECT_EQ(log_, "[0.0, 1.0, 2.0, 3.0, 4.0, 5.0] (2, 3) c_long 7 (2, 0) run\n");
    EXPECT_EQ(test::ValuesOf(arguments_[0].tensor)[1], 1);
    EXPECT_EQ(space_.Files(), (std::vector<std::string>{"jit/debug/run.py", "lib/torch.py"})) << "nothing is left";
}

TEST_F(RunPyCompareTest, AnNzParameterCanHaveTheShapeOfTheSidecar) {
    const DType* fp32 = FindDType("fp32");
    arguments_[0].tensor = MakeValues("x", "fp32", {16, 16}, {});
    arguments_[2].tensor = MakeValues("y", "fp32", {16, 16}, {});
    const std::string compare = RunPy("    return []\n", "    print(x.shape, y.shape)\n");
    Compare(compare);
    EXPECT_EQ(log_, "(16, 16) (16, 16)\n");
    log_.clear();
    std::vector<Param> params = {{"x", Direction::kIn, std::vector<int64_t>{-1, 2, 1, 16, 8}, fp32},
                                 {"n", Direction::kIn, std::nullopt, FindDType("int64")},
                                 {"y", Direction::kOut, std::vector<int64_t>{16, 16}, fp32}};
    params[0].layout = "NZ";
    recorded_ = &params;
    Compare(compare);
    EXPECT_EQ(log_, "(1, 2, 1, 16, 8) (16, 16)\n");
}

TEST_F(RunPyCompareTest, WhatItRaisesIsTheVerdict) {
    EXPECT_EQ(Said("    assert n.value == 8, f'n is {n.value},\\n expected 8'\n"),
              "run.py:23: AssertionError: n is 7, expected 8");
    EXPECT_EQ(Said("    assert n.value == 8\n"), "run.py:23: AssertionError: assert n.value == 8");
    EXPECT_EQ(Said("    x.flat[9]\n"), "run.py:23: IndexError: index out of bounds on dimension 1");
    EXPECT_EQ(Said("    raise ValueError\n"), "run.py:23: ValueError");
    EXPECT_EQ(Said("    sys.exit('differs')\n"), "run.py:23: SystemExit: differs");
    EXPECT_EQ(Said("    sys.exit(0)\n"), "");
    space_.Write("jit/debug/mine.py", "def check(): raise ValueError('inside')\n");
    EXPECT_EQ(Said("    import mine\n    mine.check()\n"), "run.py:24: ValueError: inside");
    const RunPyComparison other = Compare(RunPy("    return []\n", "    assert True\n", "x"));
    ASSERT_TRUE(other.verdict);
    EXPECT_EQ(other.verdict->text, "TypeError: _user_compare() takes 1 positional argument but 3 were given");
}

TEST_F(RunPyCompareTest, WithoutTheModulesThereIsANote) {
    const std::string calls = RunPy("    return []\n", "    import no_such_module\n");
    RunPyComparison comparison = Compare(calls);
    EXPECT_FALSE(comparison.verdict);
    const std::string remedy = "; PTO_PYTHON names a Python that has what it needs";
    EXPECT_EQ(comparison.note, "_user_compare of debug/run.py was not called: " + python_[0].program +
                                   " has no module 'no_such_module'" + remedy);
    space_.Remove("lib/torch.py");
    space_.Write("lib/torch/__init__.py", "raise OSError('no libc10.so')\n");
    comparison = Compare(calls);
    EXPECT_FALSE(comparison.verdict);
    EXPECT_EQ(comparison.note, "_user_compare of debug/run.py was not called: " + python_[0].program +
                                   " cannot import 'torch' (OSError: no libc10.so)" + remedy);
    python_.clear();
    EXPECT_EQ(Compare(calls).note, "_user_compare of debug/run.py was not called: there is no python3" + remedy);
}

TEST_F(RunPyCompareTest, AFileThatCannotBeRunIsAnError) {
    EXPECT_EQ(Failure("x = 1\n"), "D/jit/debug/run.py: does not define _user_compare; correct it, or pass --no-hooks");
    EXPECT_EQ(Failure("\n1 / 0\n"),
              "D/jit/debug/run.py:2: ZeroDivisionError: division by zero; correct it, or pass --no-hooks");
    EXPECT_EQ(Failure("\nx = (\n"),
              "D/jit/debug/run.py:2: SyntaxError: '(' was never closed (run.py, line 2); correct it, or pass "
              "--no-hooks");
    EXPECT_EQ(Failure(RunPy("    return []\n", "    import os\n    os._exit(9)\n")),
              "'" + python_[0].program +
                  "' ended with code 9 while _user_compare of debug/run.py was running; pass --no-hooks");
    options_.timeout_seconds = 0.5;
    EXPECT_EQ(Failure(RunPy("    return []\n", "    import time\n    time.sleep(60)\n")),
              "_user_compare of debug/run.py was not done within the time limit of 0.500000 s; --timeout SECONDS sets "
              "the limit");
    arguments_[2].dtype = FindDType("hf4");
    EXPECT_EQ(Failure(RunPy()),
              "D/jit/debug/run.py: argument 'y' is hf4, which torch has no name for, so that _user_compare cannot get "
              "it; pass --no-hooks");
}

}  // namespace
}  // namespace pto::run
