#include "generator/golden/golden_python.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "base/dtype_python.h"
#include "base/process.h"
#include "generator/golden/golden.h"
#include "tensors/safetensors.h"
#include "tests/support/golden_fixtures.h"
#include "tests/support/needs.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_fixtures.h"

namespace pto::gen {
namespace {

using test::Values;
using Names = std::vector<std::string>;

TEST(GoldenRunner, IsPartOfTheProgram) {
    const std::string templates = std::string(PTO_SOURCE_DIR) + "/templates/";
    std::string text = DTypesPython();
    for (const char* name : {"surroundings.py", "run_py.py", "golden_runner.py"}) {
        text += RealFileSystem().Read(templates + name);
    }
    EXPECT_EQ(GoldenRunnerText(), text);
}

// The interpreters of this machine that can import `modules`; empty when there is none.
std::vector<Interpreter> PythonWith(const std::string& modules) {
    const test::EnvironmentVariable unset("PTO_PYTHON", nullptr);
    for (const Interpreter& interpreter : FindInterpreters()) {
        ProcessOptions options;
        options.arguments = {interpreter.program, "-c", "import " + modules};
        if (RunProcess(options).Ok()) return {interpreter};
    }
    return {};
}

class GoldenPython : public testing::Test {
  protected:
    GoldenPython() : here_(space_.Root()) {}

    // Looks for an interpreter that all runs of the test take; a reason to skip where there is none.
    std::string Missing(const std::string& modules) {
        python_ = PythonWith(modules);
        return python_.empty() ? "no python3 with " + modules : std::string();
    }
    GoldenRun Run(const std::string& text, ReferenceMode mode = ReferenceMode::kRun) {
        space_.Write("golden.py", text);
        RealFileSystem files;
        trials_.clear();
        std::optional<GoldenRun> run =
            RunGoldenPython(ParseGoldenSource(text, "golden.py"), python_, mode, "scratch/e", files, trials_);
        if (run && run->failure && trials_.empty()) throw ReferenceError(ParseGoldenSource(text, "golden.py"), *run);
        return run ? std::move(*run) : GoldenRun{};
    }
    std::string Failure(const std::string& text) {
        return test::ErrorOf([&] { Run(text); });
    }

    test::TempSpace space_;
    test::WorkingDirectory here_;
    std::vector<Interpreter> python_;
    Names trials_;
};

// golden.py with these inputs and this body of compute_golden; line 1 is `head`, the return is on line 5.
std::string Golden(const std::string& head, const std::string& inputs, const std::string& body = "pass") {
    return head + "\n__outputs__ = ['y']\nRTOL = 1e-3\ndef generate_inputs(params):\n    return " + inputs +
           "\ndef compute_golden(tensors, params):\n    " + body + "\n";
}

TEST_F(GoldenPython, PassesScalarsOn) {
    PTO_NEEDS(Missing("ctypes"));
    const GoldenRun run =
        Run(Golden("import ctypes",
                   "[('a', ctypes.c_int64(-5)), ('b', ctypes.c_float(0.5)), ('c', ctypes.c_bool(True)), "
                   "('d', ctypes.c_uint8(200)), ('e', 7), ('f', 2.5), ('g', False), ('h', 2**64 - 1), "
                   "('y', -1)]"));
    EXPECT_EQ(run.inputs.scalars, (Names{"a", "b", "c", "d", "e", "f", "g", "h", "y"}));
    Names types;
    std::vector<double> values;
    for (const Tensor& tensor : run.inputs.tensors) {
        types.push_back(tensor.name + " " + TypeText(*tensor.dtype, tensor.shape));
        values.push_back(Values(tensor)[0]);
    }
    EXPECT_EQ(types, (Names{"a int64 []", "b fp32 []", "c bool []", "d uint8 []", "e int64 []", "f fp64 []",
                            "g bool []", "h uint64 []", "y int64 []"}));
    EXPECT_EQ(values, (std::vector<double>{-5, 0.5, 1, 200, 7, 2.5, 0, 18446744073709551615.0, -1}));
    EXPECT_EQ(run.outputs, Names{"y"});
    EXPECT_EQ(run.rtol, 1e-3);
    EXPECT_EQ(run.atol, 1e-5);
}

TEST_F(GoldenPython, GivesParametersAndKeepsPrints) {
    PTO_NEEDS(Missing("json"));
    const GoldenRun run = Run(Golden("", "{'y': 1 if params == {'name': 'Default'} else 2}", "print('hello', params)"));
    EXPECT_EQ(Values(run.inputs.tensors[0]), std::vector<double>{1});
    EXPECT_EQ(run.printed, "hello {'name': 'Default'}\n");
    EXPECT_EQ(Run(Golden("", "[('y', 1)]", "print('hello')"), ReferenceMode::kSkip).printed, "");
}

TEST_F(GoldenPython, ListsWhatWasRead) {
    PTO_NEEDS(Missing("json"));
    space_.Write("data/in/x.txt", "5");
    space_.Write("values.py", "def make():\n    return int(open('data/in/x.txt').read())\n");
    const GoldenRun run = Run(Golden("import json, values", "[('y', values.make())]"));
    EXPECT_EQ(run.inputs.reads, (Names{"data/in/x.txt", "values.py"}));
    // Nothing is left beside the user's files.
    EXPECT_EQ(space_.Files(), (Names{"data/in/x.txt", "golden.py", "values.py"}));
}

constexpr char kCurious[] = R"(import os, subprocess, ctypes, socket
from pathlib import Path
__outputs__ = ['y']
def generate_inputs(params):
    os.environ.get('PTO_NOT_SET'), os.getenv('PTO_SET'), 'PTO_ASKED' in os.environ
    open('data/in/r.bin', 'r+b').read(), open('data/in/a.bin', 'a+b'), open('data/in/w.bin', 'w+b'), open('data/in/x.bin', 'wb')
    os.close(os.open('data/in/o.bin', os.O_RDWR)), os.close(os.open('data/in/t.bin', os.O_WRONLY))
    Path('override.json').exists(), os.path.isfile('other.json')
    try: open('missing.txt')
    except OSError: pass
    os.listdir('tables'), list(Path('more').glob('*'))
    return [('y', 1)]
def compute_golden(tensors, params):
    what = os.environ['PTO_WHAT']
    if what == 'program': subprocess.run(['true'])
    if what == 'shell': os.system('true')
    if what == 'library': ctypes.CDLL(None)
    if what == 'fork': os.waitpid(os.fork() or os._exit(0), 0)
    if what == 'list': os.listdir('.')
)";

TEST_F(GoldenPython, SeesWhatElseTheValuesDependOn) {
    PTO_NEEDS(Missing("json"));
    if (python_.empty()) return;
    for (const char* name : {"r", "a", "w", "x", "o", "t"}) space_.Write("data/in/" + std::string(name) + ".bin", "1");
    space_.Write("tables/one", "1");
    space_.Write("more/two", "2");
    space_.Write(".pto-ninja/build", "");
    const auto seen = [this](const char* what) {
        const test::EnvironmentVariable variable("PTO_WHAT", what);
        return Run(kCurious).inputs;
    };
    const GoldenInputs inputs = seen("nothing");
    EXPECT_EQ(inputs.reads, (Names{"data/in/a.bin", "data/in/o.bin", "data/in/r.bin"}));
    EXPECT_EQ(inputs.surroundings.files, (Names{"data/in/a.bin", "data/in/o.bin", "data/in/r.bin", "more", "tables"}));
    EXPECT_EQ(inputs.surroundings.absent, (Names{"missing.txt", "other.json", "override.json"}));
    EXPECT_EQ(inputs.surroundings.environment, (Names{"PTO_ASKED", "PTO_NOT_SET", "PTO_SET", "PTO_WHAT"}));
    EXPECT_EQ(inputs.surroundings.untracked, Names{});
    EXPECT_EQ(seen("program").surroundings.untracked, Names{"starts programs"});
    EXPECT_EQ(seen("shell").surroundings.untracked, Names{"starts programs"});
    EXPECT_EQ(seen("library").surroundings.untracked, Names{"calls C libraries"});
    EXPECT_EQ(seen("fork").surroundings.untracked, Names{"starts processes"});
    EXPECT_EQ(seen("list").surroundings.untracked, Names{"lists the compiled directory"});
}

TEST_F(GoldenPython, NamesMissingModules) {
    PTO_NEEDS(Missing("json"));
    Run(Golden("import json, no_such_module_a, no_such_module_b.part", "[]"));
    EXPECT_EQ(trials_, Names{python_[0].program + " has no modules 'no_such_module_a' and 'no_such_module_b'"});
    // One that is only imported on the way counts as well.
    Run(Golden("", "[('y', 1)]", "import no_such_module_a"));
    EXPECT_EQ(trials_, Names{python_[0].program + " has no module 'no_such_module_a'"});
    space_.Write("libs/broken_module/__init__.py", "raise OSError('no libx.so')\n");
    const test::EnvironmentVariable path("PYTHONPATH", space_.Path("libs").c_str());
    Run(Golden("import broken_module", "[]"));
    EXPECT_EQ(trials_, Names{python_[0].program + " cannot import 'broken_module' (OSError: no libx.so)"});
}

TEST_F(GoldenPython, ReportsErrorsAtTheirLine) {
    PTO_NEEDS(Missing("json"));
    space_.Write("helper.py", "def fail():\n    raise ValueError('inside')\n");
    const std::pair<std::string, std::string> cases[] = {
        {Golden("", "[('y', 1)]", "tensors['z']"), "golden.py:7: compute_golden raised KeyError: 'z'"},
        {Golden("", "make()"), "golden.py:5: generate_inputs raised NameError: name 'make' is not defined"},
        {Golden("1 / 0", "[]"), "golden.py:1: golden.py raised ZeroDivisionError: division by zero"},
        {Golden("import helper", "helper.fail()"), "golden.py:5: generate_inputs raised ValueError: inside"},
        {Golden("", "[('y', 1)]", "raise SystemExit"), "golden.py:7: compute_golden raised SystemExit"},
        {Golden("", "5"), "golden.py:4: generate_inputs returned a int, expected a list"},
        {Golden("", "[('y', 1), 5]"), "golden.py:4: generate_inputs returned no (name, value) pair at position 1"},
        {Golden("", "[('y', 1), ('y', 2)]"), "golden.py:4: generate_inputs returned two values named 'y'"},
        {Golden("", "[('y', 'text')]"), "golden.py:4: 'y' is of type str, expected a tensor or a number of 64 bits"},
        {Golden("", "[('y', 2**70)]"),
         "golden.py:4: 'y' is the integer 1180591620717411303424, expected a tensor or a number of 64 bits"},
        {Golden("import ctypes", "[('y', ctypes.c_char(65))]"),
         "golden.py:4: 'y' has dtype c_char, which no kernel takes"},
        {Golden("", "[('y', 1)]", "del tensors['y']"), "golden.py:6: compute_golden removed 'y'"},
        {Golden("", "[('y', 1)]") + "ATOL = 'x'\n", "golden.py:8: ATOL is 'x', expected a number"},
        {Golden("", "[('y', 1)]") + "__outputs__ = 'y'\n", "golden.py:8: __outputs__ is 'y', expected a list of names"},
        {"x = 1\n", "golden.py: does not define generate_inputs"},
        {"__outputs__ = ['y']\ndef generate_inputs(params):\n    return [('y', 1)]\n",
         "golden.py: does not define compute_golden"},
    };
    for (const auto& [text, message] : cases) EXPECT_EQ(Failure(text), message + "; correct golden.py") << text;
    EXPECT_EQ(Failure(Golden("", "[('y', 1)]", "print('a'); print('b'); tensors['z']")),
              "golden.py:7: compute_golden raised KeyError: 'z' after it had printed\n    a\n    b; correct golden.py");
}

TEST_F(GoldenPython, AFailedReferenceLeavesTheInputs) {
    PTO_NEEDS(Missing("json"));
    const auto failure = [this](const std::string& text) {
        space_.Write("golden.py", text);
        RealFileSystem files;
        trials_.clear();
        const std::optional<GoldenRun> run = RunGoldenPython(ParseGoldenSource(text, "golden.py"), python_,
                                                             ReferenceMode::kRun, "scratch/e", files, trials_);
        if (!run || !run->failure) return std::string("none");
        EXPECT_EQ(Values(run->inputs.tensors.at(0)), std::vector<double>{5});
        EXPECT_EQ(run->outputs, Names{"y"});
        EXPECT_EQ(run->rtol, 1e-3);
        EXPECT_EQ(run->data_dir, "there");
        EXPECT_TRUE(run->expected.empty());
        return std::to_string(run->failure->line) + " " + run->failure->type + ": " + run->failure->message;
    };
    const auto golden = [](const std::string& body) {
        return Golden("import os, signal; _DATA_DIR = 'there'", "[('y', 5)]", body);
    };
    EXPECT_EQ(failure(golden("raise NotImplementedError('no source')")),
              "7 NotImplementedError: compute_golden raised NotImplementedError: no source");
    EXPECT_EQ(failure(golden("tensors['y'] = np.zeros(2)")),
              "7 NameError: compute_golden raised NameError: name 'np' is not defined");
    EXPECT_EQ(failure(golden("del tensors['y']")), "6 : compute_golden removed 'y'");
    EXPECT_EQ(failure(golden("import no_such_module")),
              "0 ModuleNotFoundError: compute_golden needs 'no_such_module', which no Python has");
    EXPECT_EQ(failure(golden("os._exit(0)")), "0 : compute_golden ended the interpreter");
    EXPECT_EQ(failure(golden("os.kill(os.getpid(), signal.SIGSEGV)")),
              "0 : '" + python_.at(0).program + "' was ended by signal 11 in compute_golden");
    EXPECT_EQ(failure(golden("pass")), "none");
    // What stands before it is no part of the reference.
    EXPECT_EQ(
        Failure(Golden("import os", "os._exit(3)")),
        "golden.py: '" + python_.at(0).program +
            "' ended with code 3 without a result; run golden.py by hand or set PTO_PYTHON to another interpreter");
}

TEST_F(GoldenPython, PointsAtSyntaxErrors) {
    PTO_NEEDS(Missing("json"));
    const std::string message = Failure("x = 1\ny = = 2\n");
    EXPECT_EQ(message, "golden.py:2:5: syntax error: invalid syntax; correct golden.py\n    y = = 2\n        ^");
}

TEST_F(GoldenPython, TakesNumpyArrays) {
    PTO_NEEDS(Missing("numpy"));
    const GoldenRun run = Run(
        Golden("import numpy as np",
               "[('a', np.arange(6, dtype=np.int16).reshape(2, 3).T), ('b', np.array([1, 2], dtype='>f4')), "
               "('c', np.float16(0.5)), ('d', np.array(3, dtype=np.uint64)), ('y', np.zeros((2, 0), dtype=bool))]"));
    Names types;
    for (const Tensor& tensor : run.inputs.tensors) types.push_back(TypeText(*tensor.dtype, tensor.shape));
    EXPECT_EQ(types, (Names{"int16 [3, 2]", "fp32 [2]", "fp16 []", "uint64 []", "bool [2, 0]"}));
    EXPECT_EQ(Values(run.inputs.tensors[0]), (std::vector<double>{0, 3, 1, 4, 2, 5}));
    EXPECT_EQ(Values(run.inputs.tensors[1]), (std::vector<double>{1, 2}));
    EXPECT_EQ(run.inputs.scalars, Names{"c"});
    EXPECT_EQ(Failure(Golden("import numpy as np", "[('y', np.zeros(1, dtype=complex))]")),
              "golden.py:4: 'y' has dtype complex128, which no kernel takes; correct golden.py");
}

// x and y are one array, and compute_golden overwrites its input as well: both files hold the values from before.
TEST_F(GoldenPython, KeepsValuesFromBeforeTheReference) {
    PTO_NEEDS(Missing("numpy"));
    const GoldenRun run =
        Run(Golden("import numpy as np\nshared = np.array([1.0, 2.0], dtype=np.float32)",
                   "[('x', shared), ('y', shared)]", "tensors['y'] += 10; tensors['x'][:] = tensors['y'] * 100"));
    EXPECT_EQ(Values(run.inputs.tensors[0]), (std::vector<double>{1, 2}));
    EXPECT_EQ(Values(run.inputs.tensors[1]), (std::vector<double>{1, 2}));
    EXPECT_EQ(Values(run.expected[0]), (std::vector<double>{11, 12}));
}

TEST_F(GoldenPython, UnseededInputsAreTheSameEachTime) {
    PTO_NEEDS(Missing("numpy"));
    const std::string text = Golden("import numpy as np, random", "[('x', random.random()), ('y', np.random.rand(4))]");
    const GoldenRun first = Run(text);
    const GoldenRun second = Run(text);
    for (size_t i = 0; i < 2; ++i) EXPECT_EQ(Values(first.inputs.tensors[i]), Values(second.inputs.tensors[i]));
}

TEST_F(GoldenPython, ARebindingOfAnotherTypeIsAnError) {
    PTO_NEEDS(Missing("numpy"));
    space_.Write("golden.py", Golden("import numpy as np", "[('y', np.zeros(2, dtype=np.float16))]",
                                     "tensors['y'] = np.zeros(3, dtype=np.float32)"));
    RealFileSystem files;
    EXPECT_EQ(
        test::ErrorOf([&] {
            RunGolden(
                {"golden.py", "o/i", "o/e", "", ""}, [&] { return python_; }, files, [](const auto&) {});
        }),
        "golden.py:6: compute_golden leaves 'y' as fp32 [3], but generate_inputs gives it as fp16 [2]; write it in "
        "place: tensors[\"y\"][:] = ...");
}

TEST_F(GoldenPython, TakesTorchTensors) {
    PTO_NEEDS(Missing("torch"));
    const GoldenRun run = Run(
        Golden("import torch",
               "[('a', torch.arange(6, dtype=torch.bfloat16).reshape(2, 3).t()), ('b', torch.ones(1, 2, "
               "requires_grad=True)), ('c', torch.tensor(5)), ('d', torch.tensor([True, False])), "
               "('e', torch.zeros(0, 3, dtype=torch.int8)), ('f', torch.nn.Parameter(torch.full((2,), 0.5).half())), "
               "('g', torch.ones(1).expand(3)), ('y', torch.zeros(2))]",
               "tensors['y'][:] = torch.tensor([torch.get_num_threads() <= 16, tensors['a'][2, 1]])"));
    Names types;
    for (const Tensor& tensor : run.inputs.tensors) types.push_back(TypeText(*tensor.dtype, tensor.shape));
    EXPECT_EQ(types, (Names{"bfloat16 [3, 2]", "fp32 [1, 2]", "int64 []", "bool [2]", "int8 [0, 3]", "fp16 [2]",
                            "fp32 [3]", "fp32 [2]"}));
    EXPECT_EQ(Values(run.inputs.tensors[0]), (std::vector<double>{0, 3, 1, 4, 2, 5}));
    EXPECT_EQ(Values(run.inputs.tensors[6]), (std::vector<double>{1, 1, 1}));
    EXPECT_EQ(run.inputs.scalars, Names{});
    EXPECT_EQ(Values(run.expected[0]), (std::vector<double>{1, 5}));
    EXPECT_EQ(Failure(Golden("import torch", "[('y', torch.eye(2).to_sparse())]")),
              "golden.py:4: 'y' is a torch.sparse_coo tensor, expected a dense one; correct golden.py");
}

// Our reader against torch.load on files of today's torch: dense, strided, offset, parameter, every plain type.
TEST_F(GoldenPython, ReadsTorchFilesAsTorchDoes) {
    PTO_NEEDS(Missing("torch"));
    const GoldenRun run =
        Run(Golden("import torch",
                   "save([('a', torch.randn(3, 4)[1:, ::2].t()), ('b', torch.nn.Parameter(torch.randn(2))), "
                   "('c', torch.arange(5, dtype=torch.bfloat16)), ('d', torch.tensor(7, dtype=torch.int16)), "
                   "('e', torch.zeros(0, 2)), ('f', torch.ones(1).expand(2, 2)), ('y', torch.randn(300).double())])\n"
                   "def save(pairs):\n"
                   "    for name, value in pairs:\n"
                   "        torch.save(value, name + '.pt')\n"
                   "    return pairs"));
    const GoldenSource source = ParseGoldenSource(
        "import torch; from pathlib import Path; _DATA_DIR = Path(__file__).parent\n"
        "def generate_inputs(params):\n    return [('a', torch.load(_DATA_DIR / "
        "'a.pt')), "
        "('b', torch.load(_DATA_DIR / 'b.pt')), ('c', torch.load(_DATA_DIR / 'c.pt')), "
        "('d', torch.load(_DATA_DIR / 'd.pt')), ('e', torch.load(_DATA_DIR / 'e.pt')), "
        "('f', torch.load(_DATA_DIR / 'f.pt')), ('y', torch.load(_DATA_DIR / 'y.pt'))]\n",
        "golden.py");
    ASSERT_TRUE(source.inputs);
    const GoldenInputs native = LoadDataFileInputs(source, RealFileSystem());
    ASSERT_EQ(native.tensors.size(), run.inputs.tensors.size());
    for (size_t i = 0; i < native.tensors.size(); ++i) {
        EXPECT_EQ(TypeText(*native.tensors[i].dtype, native.tensors[i].shape),
                  TypeText(*run.inputs.tensors[i].dtype, run.inputs.tensors[i].shape));
        EXPECT_EQ(native.tensors[i].bytes, run.inputs.tensors[i].bytes) << native.tensors[i].name;
    }
}

constexpr char kOtherFormats[] = R"(import torch
x = torch.tensor([1.5, -0.0, 3.0])
torch.save(x, 'zip.pt')
torch.save(x, 'legacy.pt', _use_new_zipfile_serialization=False)
for protocol in (3, 4, 5):
    torch.save(x.half(), f'p{protocol}.pt', pickle_protocol=protocol)
    torch.save(x.half(), f'l{protocol}.pt', pickle_protocol=protocol, _use_new_zipfile_serialization=False)
)";

// What our reader does not know is read by torch, through the same call.
TEST_F(GoldenPython, OtherFormatsOfTorchAreReadByTorch) {
    PTO_NEEDS(Missing("torch"));
    if (python_.empty()) return;
    ProcessOptions save;
    save.arguments = {python_.at(0).program, "-c", kOtherFormats};
    ASSERT_TRUE(RunProcess(save).Ok());
    RealFileSystem files;
    int asked = 0;
    const ForeignReader foreign = [&](const Names& paths, const Error&) {
        ++asked;
        std::optional<std::vector<Tensor>> read = ReadByTorch(paths, python_, "scratch/e", files, trials_);
        return read ? std::move(*read) : std::vector<Tensor>(paths.size());
    };
    const Names paths = {"zip.pt", "legacy.pt", "p3.pt", "p4.pt", "p5.pt", "l3.pt", "l4.pt", "l5.pt"};
    const std::vector<Tensor> tensors = LoadTorchFiles(paths, files, foreign);
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(trials_, Names{});
    for (size_t i = 0; i < tensors.size(); ++i) {
        ASSERT_NE(tensors[i].dtype, nullptr) << paths[i];
        EXPECT_EQ(TypeText(*tensors[i].dtype, tensors[i].shape), i < 2 ? "fp32 [3]" : "fp16 [3]") << paths[i];
        EXPECT_EQ(Values(tensors[i]), (std::vector<double>{1.5, 0, 3})) << paths[i];
        EXPECT_TRUE(std::signbit(Values(tensors[i])[1])) << paths[i];
    }
    // Damage stays damage.
    space_.Write("damaged.pt", "PK cut");
    EXPECT_EQ(ReadByTorch({"damaged.pt"}, python_, "scratch/e", files, trials_), std::nullopt);
    ASSERT_EQ(trials_.size(), 1U);
    EXPECT_TRUE(trials_[0].starts_with(python_.at(0).program + ": torch.load of 'damaged.pt' raised ")) << trials_[0];
}

// Every literal that is read without Python is what Python makes of it, bit for bit.
TEST_F(GoldenPython, LiteralsAgreeWithTorch) {
    PTO_NEEDS(Missing("torch"));
    if (python_.empty()) return;
    std::string pairs;
    int count = 0;
    for (const char* dtype : {"float32", "float16", "bfloat16", "float64", "int8", "int16", "int64", "uint8", "bool"}) {
        const std::string end = std::string(", dtype=torch.") + dtype + ")), ";
        const bool floating = std::string(dtype).find("float") != std::string::npos;
        for (const char* value : {"0", "-0", "1", "True"}) {
            pairs += "('v" + std::to_string(count++) + "', torch.full((2,), " + value + end;
        }
        for (const char* value : {"-0.0", "0.1", "-65504.0", "6e-8", "1.00048828125"}) {
            if (floating) pairs += "('v" + std::to_string(count++) + "', torch.full((2,), " + value + end;
            if (floating) pairs += "('v" + std::to_string(count++) + "', torch.tensor([1, " + value + "]" + end;
        }
        // Old versions make none of the half types.
        const bool half = std::string(dtype).find("float16") != std::string::npos;
        if (!half) pairs += "('v" + std::to_string(count++) + "', torch.eye(2" + end;
        pairs += "('v" + std::to_string(count++) + "', torch.ones([2]" + end;
    }
    pairs += "('c', ctypes.c_float(-0.0)), ('d', ctypes.c_int8(-128)), ('e', -0.0), ('f', -0), ('y', 1)";
    const std::string text = Golden("import torch, ctypes", "[" + pairs + "]");
    const GoldenSource source = ParseGoldenSource(text, "golden.py");
    ASSERT_TRUE(source.inputs) << source.obstacle;
    const GoldenInputs native = LoadDataFileInputs(source, RealFileSystem());
    const GoldenRun run = Run(text);
    ASSERT_EQ(native.tensors.size(), run.inputs.tensors.size());
    for (size_t i = 0; i < native.tensors.size(); ++i) {
        EXPECT_EQ(native.tensors[i].dtype, run.inputs.tensors[i].dtype) << native.tensors[i].name;
        EXPECT_EQ(native.tensors[i].bytes, run.inputs.tensors[i].bytes) << native.tensors[i].name;
    }
    EXPECT_EQ(native.scalars, run.inputs.scalars);
}

std::vector<std::string> Canonical(std::vector<std::string> paths) {
    for (std::string& path : paths) path = std::filesystem::weakly_canonical(path).string();
    std::sort(paths.begin(), paths.end());
    return paths;
}

// Real golden files: what is read without Python is what torch loads, and the reference gives data/out again.
TEST_F(GoldenPython, AgreesWithTheNativeReaderOnRealGoldens) {
    PTO_NEEDS(Missing("torch"));
    PTO_NEEDS_DATA("corpus");
    const std::string shared = test::SharedRoot();
    // An InOut of fp16, inputs of bf16, two outputs.
    for (const char* name : {"accumulate_inout", "linear_relu", "map_reduce_l3"}) {
        const std::string path = shared + "/corpus/" + name + "/golden.py";
        RealFileSystem files;
        const GoldenSource source = ParseGoldenSource(files.Read(path), path);
        const GoldenInputs native = LoadDataFileInputs(source, files);
        const std::optional<GoldenRun> run =
            RunGoldenPython(source, python_, ReferenceMode::kRun, "scratch/e", files, trials_);
        ASSERT_TRUE(run) << path;
        ASSERT_EQ(run->inputs.tensors.size(), native.tensors.size());
        for (size_t i = 0; i < native.tensors.size(); ++i) {
            EXPECT_EQ(native.tensors[i].name, run->inputs.tensors[i].name);
            EXPECT_EQ(native.tensors[i].bytes, run->inputs.tensors[i].bytes) << path;
        }
        EXPECT_EQ(source.outputs, run->outputs);
        EXPECT_EQ(source.rtol, run->rtol);
        const std::vector<Tensor> recorded = LoadDataOut(source, files);
        for (size_t i = 0; i < recorded.size(); ++i) {
            const std::vector<double> expected = Values(recorded[i]);
            const std::vector<double> computed = Values(run->expected[i]);
            double largest = 0;
            for (size_t k = 0; k < expected.size(); ++k)
                largest = std::max(largest, std::abs(expected[k] - computed[k]));
            EXPECT_LE(largest, *source.atol) << path;  // another torch may round differently
        }
        EXPECT_EQ(Canonical(run->inputs.reads), Canonical(native.reads)) << path;
    }
}

}  // namespace
}  // namespace pto::gen
