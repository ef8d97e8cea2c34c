#include "generator/golden/run_py_inputs.h"

#include <gtest/gtest.h>

#include "base/process.h"
#include "tensors/safetensors.h"
#include "tests/support/needs.h"
#include "tests/support/run_py_fixtures.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_fixtures.h"

namespace pto::gen {
namespace {

using test::RunPy;
using test::Values;
using Names = std::vector<std::string>;

class RunPyInputs : public testing::Test {
  protected:
    RunPyInputs() : here_(space_.Root()) {}
    void SetUp() override {
        PTO_NEEDS(test::MissingPython());
        python_ = {{FindProgram("python3"), true}};
        space_.Write("lib/torch.py", test::kFakeTorch);
    }

    void Make(const std::string& text) {
        space_.Write("debug/run.py", text);
        RealFileSystem files;
        MakeRunPyInputs({"debug/run.py", "o/inputs", "o/missing", "o/depfile"}, python_, files,
                        [this](const std::string& line) { notes_.push_back(line); });
    }
    std::string Failure(const std::string& text) {
        return test::ErrorOf([&] { Make(text); });
    }

    const test::TempSpace space_;
    const test::WorkingDirectory here_;
    const test::EnvironmentVariable path_{"PYTHONPATH", space_.Path("lib").c_str()};
    std::vector<Interpreter> python_;
    Names notes_;
};

TEST_F(RunPyInputs, AreNamedByPositionAndKeepWhatIsOpen) {
    space_.Write("debug/mine.py", "def count(): return int(open('count.txt').read())\n");
    space_.Write("count.txt", "6");
    Make(
        RunPy("    import ctypes, mine\n    print('making', __name__, __file__ != '')\n"
              "    return [torch.arange(mine.count(), (2, 3), torch.float32), None, torch.zeros((2, 2), "
              "torch.int64)]\n"));
    const SafetensorsFile made = ReadSafetensors("o/inputs");
    ASSERT_EQ(made.tensors.size(), 2u);
    // The file has them by falling alignment.
    const auto [y, x] = std::tie(made.tensors[0], made.tensors[1]);
    EXPECT_EQ(TypeText(*x.dtype, x.shape), "fp32 [2, 3]");
    EXPECT_EQ(Values(x), (std::vector<double>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(TypeText(*y.dtype, y.shape), "int64 [2, 2]");
    EXPECT_EQ(made.metadata, (TensorMetadata{{"order", R"(["x","n","y"])"},
                                             {"scalars", "[]"},
                                             {"open", R"(["n"])"},
                                             {"maker", "_inline_inputs in debug/run.py"}}));
    EXPECT_EQ(notes_, Names{"debug/run.py: making run True"});
    EXPECT_EQ(space_.Read("o/depfile"), "o/inputs: \\\n  count.txt \\\n  debug/mine.py \\\n  debug/run.py\n");
    EXPECT_EQ(space_.Files(), (Names{"count.txt", "debug/mine.py", "debug/run.py", "lib/torch.py", "o/depfile",
                                     "o/inputs", "o/witness.surroundings"}));
}

TEST_F(RunPyInputs, TakeScalars) {
    Make(RunPy("    import ctypes\n    return [ctypes.c_int64(-5), 2.5]\n", "    return\n", "a, b"));
    const SafetensorsFile made = ReadSafetensors("o/inputs");
    EXPECT_EQ(made.metadata.at("scalars"), R"(["a","b"])");
    EXPECT_EQ(Values(made.tensors[0]), std::vector<double>{-5});
    // _user_compare takes another number of arguments, so nobody names them.
    Make(RunPy("    return [1, 2]\n"));
    EXPECT_EQ(ReadSafetensors("o/inputs").metadata.at("order"), R"(["1","2"])");
    Make(RunPy("    return [1, 2]\n", "    return\n", "*all"));
    EXPECT_EQ(ReadSafetensors("o/inputs").metadata.at("order"), R"(["1","2"])");
}

TEST_F(RunPyInputs, AreGoneWhereNoPythonHasTheModules) {
    Make(RunPy("    return [1, 2, 3]\n"));
    EXPECT_TRUE(space_.Exists("o/inputs"));
    space_.Remove("lib/torch.py");
    space_.Write("lib/torch/__init__.py", "import no_such_part\n");
    Make(RunPy("    return [1, 2, 3]\n"));
    EXPECT_FALSE(space_.Exists("o/inputs"));
    EXPECT_EQ(space_.Read("o/missing"), python_[0].program +
                                            " cannot import 'torch' (ModuleNotFoundError: No module named "
                                            "'no_such_part')");
    space_.Write("lib/torch/__init__.py", test::kFakeTorch);
    Make(RunPy("    return [1, 2, 3]\n"));
    EXPECT_TRUE(space_.Exists("o/inputs"));
    EXPECT_FALSE(space_.Exists("o/missing"));
    python_.clear();
    Make(RunPy("    return [1, 2, 3]\n"));
    EXPECT_EQ(space_.Read("o/missing"), "there is no python3");
}

TEST_F(RunPyInputs, MayUsePyptoWhereItIs) {
    const std::string uses = RunPy("    import pypto.language\n    return [pypto.language.value]\n");
    Make(uses);
    EXPECT_EQ(space_.Read("o/missing"), python_[0].program + " has no module 'pypto'");
    space_.Write("lib/pypto/language.py", "value = 5\n");
    for (const char* package : {"lib/pypto/", "lib/pypto/runtime/", "lib/pypto/runtime/debug/"})
        space_.Write(std::string(package) + "__init__.py", "");
    space_.Write("lib/pypto/runtime/debug/replay.py", "def _main(*args, **kwargs): raise SystemExit('was run')\n");
    Make(uses);
    EXPECT_EQ(Values(ReadSafetensors("o/inputs").tensors[0]), std::vector<double>{5});
}

TEST_F(RunPyInputs, ErrorsNameTheLine) {
    const std::pair<std::string, std::string> kCases[] = {
        {RunPy("    return make()\n"), "debug/run.py:15: _inline_inputs raised NameError: name 'make' is not defined"},
        {RunPy("    return torch.zeros((1,), torch.float32)\n"),
         "debug/run.py:13: _inline_inputs returned a Tensor, expected a list"},
        {RunPy("    return ['text']\n"),
         "debug/run.py:13: '1' is of type str, expected a tensor or a number of 64 bits"},
        {RunPy("    return [1, 'text', 2]\n"),
         "debug/run.py:13: 'n' is of type str, expected a tensor or a number of 64 bits"},
        {"1 / 0\n", "debug/run.py:1: run.py raised ZeroDivisionError: division by zero"},
        {"x = 1\n", "debug/run.py: does not define _inline_inputs"},
    };
    for (const auto& [text, message] : kCases) EXPECT_EQ(Failure(text), message + "; correct debug/run.py");
    EXPECT_EQ(Failure("x = (1\n"),
              "debug/run.py:1:5: syntax error: '(' was never closed; correct debug/run.py\n    x = (1\n        ^");
    EXPECT_EQ(Failure("import os\nos._exit(3)\n"),
              "debug/run.py: '" + python_[0].program +
                  "' ended with code 3 without a result; run debug/run.py by hand or set PTO_PYTHON to another "
                  "interpreter");
}

}  // namespace
}  // namespace pto::gen
