#include "generator/golden/golden_source.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "generator/golden/golden_values.h"
#include "tests/support/golden_fixtures.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/needs.h"
#include "tests/support/tensor_fixtures.h"

namespace pto::gen {
namespace {

using test::DataFileGolden;
using Names = std::vector<std::string>;

GoldenSource Parse(const std::string& text) {
    return ParseGoldenSource(text, "dir/golden.py");
}

TEST(GoldenSource, ReadsWhatGoldenWriterWrites) {
    const GoldenSource source = Parse(DataFileGolden());
    EXPECT_EQ(source.outputs, (Names{"acc", "y"}));
    EXPECT_EQ(source.rtol, 0.001);
    EXPECT_EQ(source.atol, 1e-5);
    EXPECT_EQ(source.data_dir, "dir/data");
    EXPECT_EQ(source.obstacle, "");
    ASSERT_TRUE(source.inputs);
    ASSERT_EQ(source.inputs->size(), 3u);
    EXPECT_EQ((*source.inputs)[0].name, "x");
    EXPECT_EQ((*source.inputs)[0].value.path, "dir/data/in/x.pt");
    EXPECT_EQ((*source.inputs)[0].value.line, 16);
    EXPECT_EQ((*source.inputs)[2].value.kind, GoldenValue::Kind::kFilled);
    EXPECT_EQ((*source.inputs)[2].value.shape, std::vector<int64_t>{2});
    EXPECT_EQ(source.LineOf("RTOL"), 11);
    EXPECT_EQ(source.LineOf("compute_golden"), 27);
    EXPECT_EQ(source.LineOf("nothing"), 0);
}

TEST(GoldenSource, KnowsAllFormsOfTolerances) {
    const auto tolerance = [](const std::string& text) { return Parse("RTOL = " + text + "\n").rtol; };
    EXPECT_EQ(Parse("").rtol, 1e-5);
    EXPECT_EQ(tolerance("0"), 0.0);
    EXPECT_EQ(tolerance("1e-3"), 0.001);
    EXPECT_EQ(tolerance("1.5E-2"), 0.015);
    EXPECT_EQ(tolerance(".5"), 0.5);
    EXPECT_EQ(tolerance("1_0"), 10.0);
    EXPECT_EQ(tolerance("-1e-3"), -0.001);
    EXPECT_EQ(tolerance("1e-3\nRTOL = 2e-3"), 0.002);
    for (const char* text : {"1e-3 * 2", "float('nan')", "x", "'1e-3'", "1e-3 if x else 2", "1e999"}) {
        EXPECT_EQ(tolerance(text), std::nullopt) << text;
        EXPECT_EQ(Parse(std::string("RTOL = ") + text).obstacle, "'RTOL' is computed");
    }
}

TEST(GoldenSource, FindsTheDataDirectory) {
    const std::string import = "from pathlib import Path\n";
    const auto directory = [&](const std::string& expression) {
        return Parse(import + "_DATA_DIR = " + expression + "\n").data_dir;
    };
    EXPECT_EQ(directory("Path(__file__).parent / \"data\""), "dir/data");
    EXPECT_EQ(directory("Path(__file__).parent / 'a' / 'b'"), "dir/a/b");
    EXPECT_EQ(directory("Path(__file__).parent"), "dir");
    EXPECT_EQ(directory("Path(\"/abs/data/\")"), "/abs/data");
    EXPECT_EQ(directory("Path(\"/\")"), "/");
    EXPECT_EQ(directory("Path('')"), ".");
    EXPECT_EQ(directory("Path(__file__).parent / '' / 'a'"), "dir/a");
    EXPECT_EQ(ParseGoldenSource(import + "_DATA_DIR = Path(__file__).parent", "golden.py").data_dir, ".");
    for (const char* expression :
         {"Path(os.environ['D'])", "Path(__file__).parent / '/abs'", "Path(__file__).parents[0]",
          "(Path(__file__).parent)", "'data'", "Path(__file__).parent / name"}) {
        EXPECT_EQ(Parse(import + "_DATA_DIR = " + expression).obstacle, "'_DATA_DIR' is computed") << expression;
    }
    EXPECT_EQ(Parse("_DATA_DIR = Path(__file__).parent").obstacle, "'_DATA_DIR' is computed");
}

// generate_inputs with one value `x`, and what became of it: "" or the obstacle.
std::string ObstacleOf(const std::string& value) {
    const GoldenSource source = Parse(
        "import torch, ctypes; from pathlib import Path; _DATA_DIR = Path(__file__).parent / 'data'\ndef "
        "generate_inputs(params):\n    x = " +
        value + "\n    return [('x', x)]\n");
    if (source.inputs) return "";
    return std::to_string(source.obstacle_line) + ": " + source.obstacle;
}

TEST(GoldenSource, LeavesComputedInputsToPython) {
    EXPECT_EQ(ObstacleOf("torch.zeros((2,), dtype=torch.float32)"), "");
    const std::pair<const char*, const char*> cases[] = {
        {"torch.randn((2,), dtype=torch.float32)", "3: 'torch.randn' is computed"},
        {"torch.as_tensor(make(), dtype=torch.int32)", "3: 'torch.as_tensor' is computed"},
        {"torch.zeros((2,))", "3: ')' is computed"},
        {"torch.zeros((2,), device='npu', dtype=torch.float32)", "3: argument 'device' is not a known one"},
        {"torch.zeros((n,), dtype=torch.float32)", "3: a number is expected"},
        {"torch.zeros((True,), dtype=torch.float32)", "3: a dimension is not a positive integer"},
        {"torch.full(2, 1.5, dtype=torch.float32)", "3: torch.full takes a tuple"},
        {"torch.eye((2,), dtype=torch.float32)", "3: torch.eye takes one number"},
        {"torch.full((2,), 1e39, dtype=torch.float32)", "3: a number does not fit fp32"},
        {"torch.tensor([65505.0], dtype=torch.float16)", "3: a number does not fit fp16"},
        {"torch.zeros_like(y)", "3: 'torch.zeros_like' is computed"},
        {"torch.full((2,), float('inf'), dtype=torch.float32)", "3: a number is expected"},
        {"torch.full((2,), -torch.inf, dtype=torch.float32)", "3: a number is expected"},
        {"torch.zeros((-1,), dtype=torch.float32)", "3: a dimension is not a positive integer"},
        {"torch.zeros((2,), dtype=torch.complex64)", "3: 'torch.complex64' is not a known dtype"},
        {"torch.full((2,), 300, dtype=torch.uint8)", "3: a number does not fit uint8"},
        {"torch.full((2,), 1.5, dtype=torch.int32)", "3: a number does not fit int32"},
        {"torch.full((2,), inf, dtype=torch.float32)", "3: a number is expected"},
        {"torch.tensor([[1], [2, 3]], dtype=torch.int32)", "3: the lists differ in length"},
        {"torch.tensor([[1], 2], dtype=torch.int32)", "3: the lists differ in depth"},
        {"torch.tensor([1, [2]], dtype=torch.int32)", "3: the lists differ in depth"},
        {"torch.load('x.pt')", "3: ''x.pt'' is computed"},
        {"torch.load(_DATA_DIR / name)", "3: a plain string is expected"},
        {"torch.load(_DATA_DIR / '/etc/x.pt')", "3: an absolute path is joined to _DATA_DIR"},
        {"torch.load(_DATA_DIR / 'x.pt') * 2", "3: '*' is computed"},
        {"ctypes.c_int8(200)", "3: a number does not fit int8"},
        {"ctypes.c_int64(a)", "3: a number is expected"},
        {"ctypes.c_char(1)", "3: 'ctypes.c_char' is not a known scalar"},
        {"x + 1", "3: a number is expected"},
        {"0b11", "3: '0b11' is not a plain number"},
        {"99999999999999999999", "3: '99999999999999999999' is not a plain number"},
    };
    for (const auto& [value, obstacle] : cases) EXPECT_EQ(ObstacleOf(value), obstacle) << value;
}

TEST(GoldenSource, LeavesUnusualStatementsToPython) {
    const std::string body = "def generate_inputs(params):\n    return []\n";
    const std::pair<std::string, const char*> cases[] = {
        {"", "generate_inputs is not defined"},
        {"if x:\n    __outputs__ = ['y']\n" + body, "'if' starts a statement that has to be run"},
        {"\"\"\"two\nlines\"\"\" x\n" + body, "'\"\"\"two?lines\"\"\"' starts a statement that has to be run"},
        {"__outputs__ += ['y']\n" + body, "'__outputs__' is computed"},
        {"__outputs__ = names\n" + body, "'__outputs__' is computed"},
        {"__outputs__ = ('y')\n" + body, "'__outputs__' is computed"},
        {"from helpers import *\n" + body, "'import *' may bind any name"},
        {"torch = fake\n" + body, "'torch' is computed"},
        {"def generate_inputs(params):\n    x = torch.load(_DATA_DIR / 'x.pt')\n    return [('x', x)]\n",
         "'torch' is not imported"},
        {"def generate_inputs():\n    return []\n", "a name is expected"},
        {"def generate_inputs(params, seed):\n    return []\n", "generate_inputs takes more than 'params'"},
        {"def generate_inputs(torch):\n    return []\n", "generate_inputs takes more than 'params'"},
        {"def generate_inputs(params):\n    torch = 1\n    return []\n", "'torch' is not imported"},
        {"import torch\ndef generate_inputs(params):\n    torch = 1\n    return []\n", "'torch' is a local name"},
        {"def generate_inputs(params):\n    return {'a': 1, 'a': 2}\n", "a key stands in a dict twice"},
        {body + "generate_inputs = other\n", "'generate_inputs' is computed"},
        {body + "def f():\n    global RTOL\n    RTOL = 1\n", "'global' rebinds names"},
        {"@cached\n" + body, "a decorator has to be run"},
        {"import torch\n@torch.no_grad()\n" + body, "generate_inputs is decorated"},
        {"def generate_inputs(params): return []\n", "generate_inputs is a single line"},
        {"def generate_inputs(params):\n    for i in x:\n        pass\n    return []\n",
         "generate_inputs computes its values"},
        {"def generate_inputs(params):\n    x = 1\n", "generate_inputs does not end with 'return [...]'"},
        {"def generate_inputs(params):\n    return make()\n", "'make' is computed"},
        {"import torch\ndef generate_inputs(params):\n    x = torch.load(_DATA_DIR / 'x.pt')\n    return [('x', x)]\n",
         "'_DATA_DIR' is not set"},
        {"x = (\n" + body, "a string or bracket is not closed"},
    };
    for (const auto& [text, obstacle] : cases) {
        const GoldenSource source = Parse(text);
        EXPECT_EQ(source.obstacle, obstacle) << text;
        EXPECT_FALSE(source.inputs) << text;
    }
}

TEST(GoldenSource, TakesOlderAndHandWrittenForms) {
    const GoldenSource dict = Parse(
        "import ctypes\ndef generate_inputs(params):\n    n = ctypes.c_int32(-3)\n    return {'n': n, 'm': n,}\n");
    ASSERT_TRUE(dict.inputs);
    EXPECT_EQ(dict.inputs->size(), 2u);
    EXPECT_EQ(Parse("__outputs__ = (\"a\", 'b',)\n").outputs, (Names{"a", "b"}));
    EXPECT_EQ(Parse("__outputs__ = []\n").outputs, Names{});
    // The last binding wins, and the functions' bodies do not matter.
    const GoldenSource twice = Parse(
        "RTOL = 1\ndef generate_inputs(p):\n    return f()\ndef generate_inputs(p):\n"
        "    return [('n', 5)]\nRTOL = 2\ndef compute_golden(t, p):\n    print(RTOL)\n");
    ASSERT_TRUE(twice.inputs);
    EXPECT_EQ(twice.rtol, 2.0);
}

TEST(GoldenSource, HashesTheReferenceOnly) {
    const std::string hash = Parse(DataFileGolden()).reference_hash;
    const auto hash_of = [](const std::string& text) { return Parse(text).reference_hash; };
    EXPECT_EQ(hash_of(DataFileGolden() + "\n\n# a note\n"), hash);
    EXPECT_EQ(hash_of(DataFileGolden("tensors[\"y\"][:]  =  tensors[\"x\"]*2   # twice")), hash);
    EXPECT_EQ(hash_of(DataFileGolden("tensors[\"y\"][:] = tensors[\"x\"] * 2", "ATOL = 1\n")), hash);
    EXPECT_EQ(hash_of("'''doc'''\n" + DataFileGolden()), hash);
    EXPECT_NE(hash_of(DataFileGolden("tensors[\"y\"][:] = tensors[\"x\"] * 3")), hash);
    EXPECT_NE(hash_of(DataFileGolden("if tensors: tensors[\"y\"][:] = tensors[\"x\"] * 2")), hash);
    EXPECT_NE(hash_of("scale = 2\n" + DataFileGolden()), hash);
    EXPECT_NE(hash_of("x = ("), hash_of("y = ("));
    // A tolerance that the reference computes with, or that is bound with something else, is part of it.
    const std::string uses = "tensors[\"y\"][:] = tensors[\"x\"] * RTOL";
    EXPECT_NE(hash_of(DataFileGolden(uses, "RTOL = 1\n")), hash_of(DataFileGolden(uses, "RTOL = 2\n")));
    EXPECT_NE(hash_of(DataFileGolden("pass", "RTOL = K = 1\n")), hash_of(DataFileGolden("pass", "RTOL = K = 2\n")));
    EXPECT_NE(hash_of("def f(): a; b"), hash_of("def f(): a\nb"));
}

// Every golden.py the real compiler wrote is in data-file mode.
TEST(GoldenSource, ReadsEveryRealOne) {
    PTO_NEEDS_DATA("corpus");
    const std::string shared = test::SharedRoot();
    int read = 0;
    for (const auto& entry : std::filesystem::directory_iterator(shared + "/corpus")) {
        const std::string path = (entry.path() / "golden.py").string();
        const RealFileSystem files;
        if (!IsFile(files, path)) continue;
        const GoldenSource source = ParseGoldenSource(files.Read(path), path);
        EXPECT_EQ(source.obstacle, "") << path;
        ASSERT_TRUE(source.inputs && source.outputs) << path;
        const GoldenInputs inputs = LoadDataFileInputs(source, files);
        EXPECT_EQ(inputs.tensors.size(), source.inputs->size());
        for (const Tensor& expected : LoadDataOut(source, files)) {
            const Tensor* input = FindTensor(inputs.tensors, expected.name);
            ASSERT_NE(input, nullptr) << path;
            EXPECT_EQ(TypeText(*input->dtype, input->shape), TypeText(*expected.dtype, expected.shape)) << path;
        }
        ++read;
    }
    EXPECT_GE(read, 8);
}

// The values themselves.
Tensor ValueOf(const std::string& value) {
    const GoldenSource source =
        Parse("import torch, ctypes\ndef generate_inputs(params):\n    return [('x', " + value + ")]\n");
    if (!source.inputs) throw std::runtime_error(source.obstacle);
    return std::move(LoadDataFileInputs(source, MemoryFileSystem()).tensors[0]);
}

TEST(GoldenValues, MakesEveryConstant) {
    const struct {
        const char* expression;
        const char* type;
        std::vector<double> values;
    } cases[] = {
        {"torch.zeros((1, 2), dtype=torch.float16)", "fp16 [1, 2]", {0, 0}},
        {"torch.zeros((), dtype=torch.int8)", "int8 []", {0}},
        {"torch.zeros((0, 3), dtype=torch.int8)", "int8 [0, 3]", {}},
        {"torch.ones([2], dtype=torch.bfloat16)", "bfloat16 [2]", {1, 1}},
        {"torch.full((2,), -0.5, dtype=torch.float32)", "fp32 [2]", {-0.5, -0.5}},
        {"torch.full((1,), -7, dtype=torch.int16)", "int16 [1]", {-7}},
        {"torch.full((1,), True, dtype=torch.bool)", "bool [1]", {1}},
        {"torch.eye(2, dtype=torch.float64)", "fp64 [2, 2]", {1, 0, 0, 1}},
        {"torch.tensor([[1.5, -2.0], [3, 4]], dtype=torch.float32)", "fp32 [2, 2]", {1.5, -2, 3, 4}},
        {"torch.tensor([], dtype=torch.float)", "fp32 [0]", {}},
        {"torch.tensor(5, dtype=torch.long)", "int64 []", {5}},
        {"torch.tensor([True, False], dtype=torch.bool)", "bool [2]", {1, 0}},
        {"torch.zeros((2,), dtype=torch.float8_e4m3fn)", "fp8e4m3fn [2]", {0, 0}},
        {"ctypes.c_int64(-9)", "int64 []", {-9}},
        {"ctypes.c_uint32(4294967295)", "uint32 []", {4294967295.0}},
        {"ctypes.c_float(0.25)", "fp32 []", {0.25}},
        {"ctypes.c_bool(True)", "bool []", {1}},
        {"3", "int64 []", {3}},
        {"-2.5", "fp64 []", {-2.5}},
        {"False", "bool []", {0}},
    };
    for (const auto& c : cases) {
        const Tensor tensor = ValueOf(c.expression);
        EXPECT_EQ(TypeText(*tensor.dtype, tensor.shape), c.type) << c.expression;
        EXPECT_EQ(test::Values(tensor), c.values) << c.expression;
    }
}

TEST(GoldenValues, KeepsTheSignOfZero) {
    const auto is_negative = [](const std::string& value) {
        const Tensor tensor = ValueOf(value);
        return std::signbit(test::Values(tensor).at(0));
    };
    for (const char* dtype : {"float32", "float16", "bfloat16", "float64", "float8_e4m3fn", "float8_e5m2"}) {
        const std::string end = std::string(", dtype=torch.") + dtype + ")";
        EXPECT_TRUE(is_negative("torch.full((2,), -0.0" + end)) << dtype;
        EXPECT_TRUE(is_negative("torch.tensor([-0.0, 1.0]" + end)) << dtype;
        EXPECT_TRUE(is_negative("torch.tensor(-0e0" + end)) << dtype;
        EXPECT_FALSE(is_negative("torch.full((2,), 0.0" + end)) << dtype;
        EXPECT_FALSE(is_negative("torch.full((2,), -0" + end)) << dtype;  // an int has no -0
        EXPECT_FALSE(is_negative("torch.tensor([-0]" + end)) << dtype;
        EXPECT_FALSE(is_negative("torch.zeros((2,)" + end)) << dtype;
    }
    EXPECT_TRUE(is_negative("ctypes.c_float(-0.0)"));
    EXPECT_TRUE(is_negative("ctypes.c_double(-0.0)"));
    EXPECT_FALSE(is_negative("ctypes.c_float(-0)"));
    EXPECT_TRUE(is_negative("-0.0"));
    EXPECT_EQ(test::Values(ValueOf("torch.full((1,), -0, dtype=torch.int8)")), std::vector<double>{0});
    EXPECT_EQ(test::Values(ValueOf("torch.full((1,), -1e-45, dtype=torch.float32)")).at(0), -0x1p-149);
}

TEST(GoldenValues, KeepsAllBitsOfIntegers) {
    const auto bits = [](const std::string& value) {
        const Tensor tensor = ValueOf(value);
        uint64_t number = 0;
        tensor.bytes.view().copy(reinterpret_cast<char*>(&number), sizeof number);
        return number;
    };
    EXPECT_EQ(bits("ctypes.c_uint64(18446744073709551615)"), UINT64_MAX);
    EXPECT_EQ(bits("18446744073709551615"), UINT64_MAX);
    EXPECT_EQ(bits("ctypes.c_int64(-9223372036854775808)"), uint64_t{1} << 63);
    EXPECT_EQ(bits("torch.full((1,), 9007199254740993, dtype=torch.int64)"), 9007199254740993u);
}

TEST(GoldenValues, NamesTheLineOfAMissingFile) {
    const GoldenSource source = Parse(DataFileGolden());
    EXPECT_EQ(test::ErrorOf([&] { LoadDataFileInputs(source, MemoryFileSystem()); }),
              "dir/golden.py:16: 'dir/data/in/x.pt' does not exist; restore the file or compile the program again");
}

}  // namespace
}  // namespace pto::gen
