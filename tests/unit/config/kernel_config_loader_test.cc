#include "generator/config/kernel_config_loader.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "generator/config/pure_path.h"
#include "generator/python/python_source.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

ConfigContext InDirectory(const std::string& directory = "") {
    ConfigContext context;
    context.shown_file = directory.empty() ? "d/kernel_config.py" : "d/" + directory + "/kernel_config.py";
    context.root = "/b/d";
    context.directory = directory;
    context.environment = [](const std::string& name) {
        return name == "PLATFORM" ? std::optional<std::string>("a5sim") : std::nullopt;
    };
    context.canonical = [](const std::string& path) {
        return NormalPath(std::filesystem::path(path).lexically_normal().string());
    };
    return context;
}

const std::string kHead =
    "from pathlib import Path\n"
    "from simpler.task_interface import ArgDirection as _D\n"
    "_ROOT_DIR = Path(__file__).parent\n"
    "ORCHESTRATION = {'source': str(_ROOT_DIR / 'orchestration' / 'main.cpp'), 'function_name': 'entry'}\n";
constexpr const char* kGood =
    "{'func_id': 0, 'source': str(_ROOT_DIR / 'kernels' / 'aiv' / 'a.cpp'), 'core_type': 'aiv'}";

std::string WithKernels(const std::string& entries) {
    return kHead + "KERNELS = [\n" + entries + "\n]\n";
}

// First line of the error, or "accepted".
std::string ErrorOf(const std::string& text, const std::string& directory = "") {
    try {
        ParseKernelConfig(text, InDirectory(directory));
        return "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
        const std::string what = error.what();
        return what.substr(0, what.find('\n'));
    }
}

std::string NotesOf(const KernelConfig& config) {
    std::string text;
    for (const Note& note : config.notes) text += note.file + ":" + std::to_string(note.line) + ": " + note.text + "\n";
    return text;
}

TEST(KernelConfig, GeneratedFileOfToday) {
    const KernelConfig config = ParseKernelConfig(
        "# Kernel and Orchestration Configuration\n\nfrom pathlib import Path\n\n"
        "from simpler.task_interface import ArgDirection as _D\n\n_ROOT_DIR = Path(__file__).parent\n\n"
        "RUNTIME_CONFIG = {\n\t\"runtime\": \"host_build_graph\",\n\t\"aicpu_thread_num\": 3,\n\t\"enable_sdma\": "
        "True,\n"
        "\t\"block_dim\": 24,\n\t\"orch_thread_num\": 1,\n}\n\n"
        "ORCHESTRATION = {\n\t\"source\": str(_ROOT_DIR / \"orchestration\" / \"chain.cpp\"),\n"
        "\t\"function_name\": \"aicpu_orchestration_entry\",\n\t\"signature\": [_D.IN, _D.OUT],\n}\n\n"
        "KERNELS = [\n"
        "\t{\"func_id\": 0, \"name\": \"gemm\", \"source\": str(_ROOT_DIR / \"kernels\" / \"aic\" / \"gemm.cpp\"), "
        "\"core_type\": \"aic\", \"signature\": [_D.IN, _D.INOUT, _D.SCALAR]},\n"
        "\t{\"func_id\": 7, \"name\": \"far\", \"source\": '/opt/my k/x.cpp', \"core_type\": \"aiv\", \"external\": "
        "True, "
        "\"extra_include_dirs\": ['/opt/my k/include', str(_ROOT_DIR / 'include'), str(_ROOT_DIR)]},\n]\n",
        InDirectory());
    EXPECT_EQ(config.file, "kernel_config.py");
    ASSERT_EQ(config.kernels.size(), 2u);
    EXPECT_EQ(config.kernels[0].name, "gemm");
    EXPECT_EQ(config.kernels[0].source, "kernels/aic/gemm.cpp");
    EXPECT_EQ(config.kernels[0].core, CoreType::kAic);
    EXPECT_EQ(config.kernels[0].line, 24);
    EXPECT_THAT(config.kernels[0].signature, ElementsAre("IN", "INOUT", "SCALAR"));
    EXPECT_FALSE(config.kernels[0].external);
    EXPECT_EQ(config.kernels[1].func_id, 7);
    EXPECT_EQ(config.kernels[1].source, "/opt/my k/x.cpp");
    EXPECT_TRUE(config.kernels[1].external);
    EXPECT_THAT(config.kernels[1].extra_include_dirs, ElementsAre("/opt/my k/include", "include", "."));
    ASSERT_TRUE(config.orchestration);
    EXPECT_EQ(config.orchestration->source, "orchestration/chain.cpp");
    EXPECT_EQ(config.orchestration->name, "chain");
    EXPECT_EQ(config.orchestration->function_name, "aicpu_orchestration_entry");
    EXPECT_THAT(config.orchestration->signature, ElementsAre("IN", "OUT"));
    EXPECT_EQ(config.orchestration->line, 17);
    EXPECT_EQ(config.runtime.runtime, "host_build_graph");
    EXPECT_EQ(config.runtime.aicpu_thread_num, 3);
    EXPECT_EQ(config.runtime.block_dim, 24);
    EXPECT_EQ(config.runtime.orch_thread_num, 1);
    EXPECT_TRUE(config.runtime.enable_sdma);
    EXPECT_EQ(NotesOf(config), "");
    EXPECT_FALSE(config.unusable);
}

TEST(KernelConfig, ProgramBelowTheRoot) {
    const KernelConfig config = ParseKernelConfig(WithKernels(kGood), InDirectory("next_levels/p"));
    EXPECT_EQ(config.file, "next_levels/p/kernel_config.py");
    EXPECT_EQ(config.kernels[0].source, "next_levels/p/kernels/aiv/a.cpp");
    EXPECT_EQ(config.kernels[0].name, "a");
    EXPECT_EQ(config.orchestration->source, "next_levels/p/orchestration/main.cpp");
    EXPECT_EQ(config.runtime.runtime, "tensormap_and_ringbuffer");
}

TEST(KernelConfig, PathsThatLeaveAndComeBack) {
    const std::string entry = "{'func_id': 0, 'core_type': 'aiv', 'source': ";
    const std::string back = WithKernels(entry + "str(_ROOT_DIR / '..' / 'd' / 'k' / '..' / 'a.cpp')}");
    EXPECT_EQ(ParseKernelConfig(back, InDirectory()).kernels[0].source, "a.cpp");
    const std::string relative = WithKernels(entry + "'kernels/./aiv//a.cpp'}");
    EXPECT_EQ(ParseKernelConfig(relative, InDirectory()).kernels[0].source, "kernels/aiv/a.cpp");
    const std::string sibling = WithKernels(entry + "_ROOT_DIR.parent / 'e' / 'a.cpp', 'external': True}");
    EXPECT_EQ(ParseKernelConfig(sibling, InDirectory()).kernels[0].source, "/b/e/a.cpp");
}

TEST(KernelConfig, SymbolicLinksDoNotMakeASourceForeign) {
    const std::filesystem::path base =
        std::filesystem::temp_directory_path() / ("pto_link_" + std::to_string(::getpid()));
    std::filesystem::create_directories(base / "real/d/kernels");
    std::filesystem::create_directory_symlink(base / "real", base / "link");
    ConfigContext context = InDirectory();
    context.root = (base / "link/d").string();
    context.canonical = CanonicalPath;
    const std::string real_source = (base / "real/d/kernels/a.cpp").string();
    const std::string text = WithKernels("{'func_id': 0, 'core_type': 'aiv', 'source': '" + real_source + "'},\n" +
                                         "{'func_id': 1, 'core_type': 'aiv', 'source': "
                                         "Path(__file__).resolve().parent / 'kernels' / 'b.cpp'}");
    const KernelConfig config = ParseKernelConfig(text, context);
    std::filesystem::remove_all(base);
    EXPECT_EQ(config.kernels[0].source, "kernels/a.cpp");
    EXPECT_EQ(config.kernels[1].source, "kernels/b.cpp");
}

TEST(KernelConfig, SameSourceUnderTwoIdsAndSameStemInTwoCores) {
    const std::string text = WithKernels(
        "{'func_id': 0, 'source': 'kernels/aiv/a.cpp', 'core_type': 'aiv'},\n"
        "{'func_id': 1, 'source': 'kernels/aiv/a.cpp', 'core_type': 'aiv'},\n"
        "{'func_id': 2, 'source': 'kernels/aic/a.cpp', 'core_type': 'aic'},\n"
        "{'func_id': 3, 'source': 'other/a.cpp', 'core_type': 'aic'}");
    EXPECT_EQ(ParseKernelConfig(text, InDirectory()).kernels.size(), 4u);
}

TEST(KernelConfig, RuntimeEnvironmentAndEnvironmentReads) {
    const KernelConfig config =
        ParseKernelConfig(WithKernels(kGood) +
                              "import os\nP = os.environ.get('PLATFORM', 'a2a3sim')\n"
                              "if P not in ('a5', 'a5sim'):\n    raise RuntimeError('no')\n"
                              "RUNTIME_ENV = {'PTO2_RING_HEAP': '1024', 'MODE': os.environ.get('MODE', 'fast')}\n",
                          InDirectory());
    EXPECT_THAT(config.runtime_env, ElementsAre(Pair("MODE", "fast"), Pair("PTO2_RING_HEAP", "1024")));
    EXPECT_THAT(config.environment_reads, ElementsAre(Pair("MODE", "fast"), Pair("PLATFORM", "a5sim")));
    EXPECT_THAT(config.environment_unset, ElementsAre("MODE"));
}

TEST(KernelConfig, UnknownKeysAndTablesBecomeNotes) {
    const KernelConfig config = ParseKernelConfig(
        kHead + "KERNELS = [{'func_id': 0, 'source': 'a.cpp', 'core_type': 'aiv', 'signatur': [], 'x': 1, 3: 4}]\n" +
            "RUNTIME_CONFIG = {'rounds': 2, 'enable_smda': True}\n"
            "RUNTIME_CONFG = {}\n_PRIVATE = {}\nN = 3\n"
            "DISTRIBUTED_CONFIG = {'nranks': 2, 'buffers': [{'name': 'b', 'dtype': 'float32', 'count': N}]}\n",
        InDirectory());
    EXPECT_EQ(NotesOf(config),
              "kernel_config.py:5: KERNELS[0]: unknown key 'signatur' is ignored; did you mean 'signature'?\n"
              "kernel_config.py:5: KERNELS[0]: unknown key 'x' is ignored\n"
              "kernel_config.py:5: KERNELS[0]: unknown key the number 3 is ignored\n"
              "kernel_config.py:6: RUNTIME_CONFIG: unknown key 'enable_smda' is ignored; did you mean 'enable_sdma'?\n"
              "kernel_config.py:10: DISTRIBUTED_CONFIG is not used\n"
              "kernel_config.py:7: RUNTIME_CONFG is not used; did you mean 'RUNTIME_CONFIG'?\n");
}

struct Unusable {
    std::string text;
    int line;
    std::string expected;
};

TEST(KernelConfig, WithoutKernelsIsReadAndDiagnosedWhenUsed) {
    const Unusable cases[] = {
        {"", 0, "d/kernel_config.py: KERNELS is missing"},
        {"KERNELS = []\nORCHESTRATION = {}\n", 1, "d/kernel_config.py:1: KERNELS is empty"},
        {"KERNELS = None", 0, "d/kernel_config.py: KERNELS is missing"},
        {kHead + "KERNEL = [" + kGood + "]", 0,
         "d/kernel_config.py: KERNELS is missing; did you mean 'KERNELS' where it says 'KERNEL'?"},
        {"KERNELS = [{'func_id': 0, 'source': 'a.cpp', 'core_type': 'aiv'}]\nORCHESTRATION = {}\n", 2,
         "d/kernel_config.py:2: ORCHESTRATION is empty"},
        {"KERNELS = [{'func_id': 0, 'source': 'a.cpp', 'core_type': 'aiv'}]\n", 0,
         "d/kernel_config.py: ORCHESTRATION is missing"},
    };
    for (const Unusable& unusable : cases) {
        const KernelConfig config = ParseKernelConfig(unusable.text, InDirectory());
        ASSERT_TRUE(config.unusable) << unusable.text;
        EXPECT_EQ(config.unusable->line, unusable.line);
        try {
            RequireUsable({MemoryFileSystem(), "d"}, config);
            FAIL() << unusable.text;
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()), unusable.expected +
                                                     "; nothing can be run from it; recompile the program "
                                                     "with ir.compile()");
        }
    }
    EXPECT_NO_THROW(RequireUsable({MemoryFileSystem(), "d"}, ParseKernelConfig(WithKernels(kGood), InDirectory())));
}

struct BadConfig {
    std::string text;
    std::string expected;
};

class ConfigError : public ::testing::TestWithParam<BadConfig> {};

// Where nothing better is known.
std::string WithRemedy(const std::string& text) {
    const bool has_one = text == "accepted" || text.find("; ") != std::string::npos;
    return has_one ? text : text + "; correct it, or recompile the program with ir.compile()";
}

TEST_P(ConfigError, NamesEntryKeyAndPlace) {
    EXPECT_EQ(ErrorOf(GetParam().text), WithRemedy(GetParam().expected));
}

const std::string kAt = "d/kernel_config.py:6:";
const std::string kAdd = "; add it, or recompile the program with ir.compile()";

INSTANTIATE_TEST_SUITE_P(
    Kernels, ConfigError,
    ::testing::Values(
        BadConfig{WithKernels(kGood), "accepted"},
        BadConfig{WithKernels("{'func_id': 0, 'core_type': 'aiv'}"), kAt + "1: KERNELS[0] has no 'source'" + kAdd},
        BadConfig{WithKernels("{'source': 'a.cpp', 'core_type': 'aiv'}"),
                  kAt + "1: KERNELS[0] has no 'func_id'" + kAdd},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': 0, 'name': 'k'}"),
                  kAt + "1: KERNELS[0] (k) has no 'core_type'" + kAdd},
        BadConfig{WithKernels("{'source': None, 'func_id': 0}"), kAt + "1: KERNELS[0] has no 'source'" + kAdd},
        BadConfig{WithKernels("{'sorce': 'a.cpp', 'func_id': 0, 'core_type': 'aiv'}"),
                  kAt + "1: KERNELS[0] has no 'source'; did you mean 'source' where it says 'sorce'?"},
        BadConfig{WithKernels("{'sour\\nce': 'a.cpp'}"),
                  kAt + "1: KERNELS[0] has no 'source'; did you mean 'source' where it says 'sour?ce'?"},
        BadConfig{WithKernels("3"), kAt + "1: KERNELS[0] is 3, expected a dict"},
        BadConfig{"KERNELS = {}", "d/kernel_config.py:1:11: KERNELS is a dict, expected a list of dicts"},
        BadConfig{WithKernels("{'source': 3, 'func_id': 0, 'core_type': 'aiv'}"),
                  kAt + "12: KERNELS[0]: 'source' is 3, expected a path or a string"},
        BadConfig{WithKernels("{'source': '', 'func_id': 0, 'core_type': 'aiv'}"),
                  kAt + "12: KERNELS[0]: 'source' is the string '', expected the path of a file"},
        BadConfig{WithKernels("{'source': 'a\\0b', 'func_id': 0, 'core_type': 'aiv'}"),
                  kAt + "12: KERNELS[0]: 'source' is the string 'a?b', expected the path of a file"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': '0', 'core_type': 'aiv'}"),
                  kAt + "32: KERNELS[0]: 'func_id' is the string '0', expected an integer"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': True, 'core_type': 'aiv'}"),
                  kAt + "32: KERNELS[0]: 'func_id' is True, expected an integer"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': -1, 'core_type': 'aiv'}"),
                  kAt + "32: KERNELS[0]: 'func_id' is -1, expected 0 or more"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': 99999999999, 'core_type': 'aiv'}"),
                  kAt + "32: KERNELS[0]: 'func_id' is 99999999999, which is out of range, expected 0 or more"},
        BadConfig{
            WithKernels(std::string(kGood) + ",\n{'func_id': 0, 'source': 'b.cpp', 'core_type': 'aiv', 'name': 'b'}"),
            "d/kernel_config.py:7:13: KERNELS[1] (b): func_id 0 is already used by KERNELS[0] in line 6; give every "
            "kernel "
            "a func_id of its own"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': 0, 'core_type': 'AIV'}"),
                  kAt + "48: KERNELS[0]: 'core_type' is the string 'AIV', expected 'aic' or 'aiv'; did you mean 'aiv'? "
                        "otherwise recompile the program with ir.compile()"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': 0, 'core_type': 'vector'}"),
                  kAt + "48: KERNELS[0]: 'core_type' is the string 'vector', expected 'aic' or 'aiv'"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': 0, 'core_type': 1}"),
                  kAt + "48: KERNELS[0]: 'core_type' is 1, expected a string"},
        BadConfig{WithKernels("{'name': 5}"), kAt + "10: KERNELS[0]: 'name' is 5, expected a string"},
        BadConfig{WithKernels("{'external': 1}"), kAt + "14: KERNELS[0]: 'external' is 1, expected True or False"},
        BadConfig{
            WithKernels("{'source': _ROOT_DIR.parent / 'x.cpp', 'func_id': 0, 'core_type': 'aiv'}"),
            kAt + "12: KERNELS[0]: source '/b/x.cpp' lies outside the directory; add \"external\": True to the entry "
                  "if that "
                  "is meant"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': 0, 'core_type': 'aiv', 'signature': [_D.IN, _D.INN]}"),
                  kAt +
                      "76: KERNELS[0]: 'signature[1]' is 'INN', expected IN, OUT, INOUT or SCALAR; did you mean 'IN'? "
                      "otherwise recompile the program with ir.compile()"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': 0, 'core_type': 'aiv', 'signature': 'IN'}"),
                  kAt + "68: KERNELS[0]: 'signature' is the string 'IN', expected a list"},
        BadConfig{WithKernels("{'source': 'a.cpp', 'func_id': 0, 'core_type': 'aiv', 'extra_include_dirs': [1]}"),
                  kAt + "78: KERNELS[0]: 'extra_include_dirs' is 1, expected a path or a string"}));

INSTANTIATE_TEST_SUITE_P(
    OtherTables, ConfigError,
    ::testing::Values(
        BadConfig{kHead + "RUNTIME_CONFIG = {'runtime': 'host_build_grap'}",
                  "d/kernel_config.py:5:30: RUNTIME_CONFIG: 'runtime' is the string 'host_build_grap', expected one of "
                  "'tensormap_and_ringbuffer', 'host_build_graph', 'aicpu_build_graph' and 'rt2'; did you mean "
                  "'host_build_graph'? otherwise recompile the program with ir.compile()"},
        BadConfig{"RUNTIME_CONFIG = {'runtime': 'foo'}",
                  "d/kernel_config.py:1:30: RUNTIME_CONFIG: 'runtime' is the string 'foo', expected one of "
                  "'tensormap_and_ringbuffer', 'host_build_graph', 'aicpu_build_graph' and 'rt2'"},
        BadConfig{
            "RUNTIME_CONFIG = {'block_dim': 4294967296}",
            "d/kernel_config.py:1:32: RUNTIME_CONFIG: 'block_dim' is 4294967296, which is out of range, expected 0 "
            "or more"},
        BadConfig{"RUNTIME_CONFIG = {'aicpu_thread_num': '4'}",
                  "d/kernel_config.py:1:39: RUNTIME_CONFIG: 'aicpu_thread_num' is the string '4', expected an integer"},
        BadConfig{"RUNTIME_CONFIG = {'enable_sdma': 'yes'}",
                  "d/kernel_config.py:1:34: RUNTIME_CONFIG: 'enable_sdma' is the string 'yes', expected True or False"},
        BadConfig{"RUNTIME_CONFIG = [1]", "d/kernel_config.py:1:18: RUNTIME_CONFIG is a list, expected a dict"},
        BadConfig{"RUNTIME_ENV = {'A': 1}", "d/kernel_config.py:1:21: RUNTIME_ENV: 'A' is 1, expected a string"},
        BadConfig{"RUNTIME_ENV = {'A=B': '1'}",
                  "d/kernel_config.py:1:16: RUNTIME_ENV: the string 'A=B' is no name of an environment variable"},
        BadConfig{"ORCHESTRATION = 'x'", "d/kernel_config.py:1:17: ORCHESTRATION is the string 'x', expected a dict"},
        BadConfig{"ORCHESTRATION = {'function_name': 'f'}",
                  "d/kernel_config.py:1:17: ORCHESTRATION has no 'source'" + kAdd},
        BadConfig{"ORCHESTRATION = {'source': 'o.cpp', 'function': 'f'}",
                  "d/kernel_config.py:1:17: ORCHESTRATION has no 'function_name'" + kAdd},
        BadConfig{
            "ORCHESTRATION = {'source': 'o.cpp', 'function_name': 'f g'}",
            "d/kernel_config.py:1:54: ORCHESTRATION: 'function_name' is the string 'f g', expected the name of a C "
            "function"},
        BadConfig{"ORCHESTRATION = {'source': '/o.cpp', 'function_name': 'f'}",
                  "d/kernel_config.py:1:28: ORCHESTRATION: source '/o.cpp' lies outside the directory; copy it into "
                  "orchestration/ and name it there"}));

TEST(LoadKernelConfig, ShowsSourceLineAndCaret) {
    MemoryFileSystem files;
    files.Add("/b/d/kernel_config.py", "X = 1\n\tKERNELS = []\n");
    try {
        LoadKernelConfig({files, "/b/d/"}, "");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "/b/d/kernel_config.py:2:2: found an indented line, expected a value; correct it, or recompile "
                     "the program with ir.compile()\n    \tKERNELS = []\n    \t^");
    }
    EXPECT_THAT(files.reads(), ElementsAre("/b/d/kernel_config.py"));
}

constexpr const char* kPackaged =
    "KERNELS = []\nORCHESTRATION = {}\nfor _entry in [*KERNELS, ORCHESTRATION]:\n"
    "    _entry[\"signature\"] = [getattr(_D, s) for s in _entry[\"signature\"]]\n";

TEST(LoadKernelConfig, PackagedArtefactIsReadFromItsJson) {
    MemoryFileSystem files;
    files.Add("/b/d/kernel_config.py", kPackaged);
    files.Add(
        "/b/d/kernel_config.json",
        R"({"kernels": [{"func_id": 2, "name": "k", "source": "extern/0/k.cpp", "core_type": "aiv", "external": true,
                   "signature": ["IN", "InOut"]}],
                  "orchestration": {"source": "/b/d/orchestration/o.cpp", "function_name": "entry", "signature": null},
                  "runtime": {"runtime": "rt2", "aicpu_thread_num": 4, "unknwon": 1}})");
    const KernelConfig config = LoadKernelConfig({files, "/b/d"}, "");
    EXPECT_EQ(config.file, "kernel_config.json");
    ASSERT_EQ(config.kernels.size(), 1u);
    EXPECT_EQ(config.kernels[0].source, "extern/0/k.cpp");
    EXPECT_THAT(config.kernels[0].signature, ElementsAre("IN", "INOUT"));
    EXPECT_EQ(config.orchestration->source, "orchestration/o.cpp");
    EXPECT_EQ(config.runtime.runtime, "rt2");
    EXPECT_EQ(NotesOf(config),
              "kernel_config.json:0: runtime: unknown key 'unknwon' is ignored\n"
              "kernel_config.py:3: unsupported: for statement; kernel_config.json was read instead\n");
}

TEST(LoadKernelConfig, PackagedArtefactWithoutJsonIsUnsupported) {
    MemoryFileSystem files;
    files.Add("/b/d/kernel_config.py", kPackaged);
    EXPECT_THROW(LoadKernelConfig({files, "/b/d"}, ""), UnsupportedConstruct);
}

TEST(LoadKernelConfig, MistakesInTheJsonNameTheField) {
    MemoryFileSystem files;
    files.Add("/b/d/kernel_config.py", kPackaged);
    const BadConfig cases[] = {
        {"[1]", "/b/d/kernel_config.json: found a list, expected an object; recompile the program with ir.compile()"},
        {"{",
         "/b/d/kernel_config.json:1:2: malformed: the JSON text ends too early; recompile the program with "
         "ir.compile()"},
        {R"({"kernels": [{"source": "a.cpp", "func_id": 1e3}]})",
         "/b/d/kernel_config.json: kernels[0]: 'func_id' is the number 1000.0, expected an integer; correct it, or "
         "recompile the program with ir.compile()"},
        {R"({"kernels": [{"source": "a.cpp", "func_id": 18446744073709551615}]})",
         "/b/d/kernel_config.json: kernels[0]: 'func_id' is 18446744073709551615, which is out of range, expected 0 or "
         "more; correct it, or recompile the program with ir.compile()"},
        {R"({"kernels": [{"source": "a", "func_id": 1, "core_type": "aiv"}, {"source": "b", "func_id": 1}]})",
         "/b/d/kernel_config.json: kernels[1]: func_id 1 is already used by kernels[0]; give every kernel a func_id of "
         "its own"},
    };
    for (const BadConfig& mistake : cases) {
        files.Add("/b/d/kernel_config.json", mistake.text);
        try {
            LoadKernelConfig({files, "/b/d"}, "");
            FAIL() << mistake.text;
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()), mistake.expected);
        }
    }
}

TEST(FindMissingSource, NamesTheFirst) {
    MemoryFileSystem files;
    files.AddDirectory("/b/d");
    KernelConfig config = ParseKernelConfig(
        WithKernels("{'func_id': 0, 'source': 'a.cpp', 'core_type': 'aiv', 'extra_include_dirs': ['include']}"),
        InDirectory());
    const auto text = [&] {
        const std::optional<MissingSource> missing = FindMissingSource({files, "/b/d"}, config);
        return missing ? std::to_string(missing->line) + " " + missing->path + ": " + missing->text : "nothing";
    };
    EXPECT_EQ(text(), "6 a.cpp: KERNELS[0] (a): source 'a.cpp' does not exist");
    files.Add("/b/d/a.cpp");
    EXPECT_EQ(text(), "6 include: KERNELS[0] (a): directory 'include' of extra_include_dirs does not exist");
    files.Add("/b/d/include/x.h");
    EXPECT_EQ(text(), "4 orchestration/main.cpp: ORCHESTRATION: source 'orchestration/main.cpp' does not exist");
    files.Add("/b/d/orchestration/main.cpp");
    EXPECT_EQ(text(), "nothing");
}

TEST(FindMissingSource, StaysOnOneLine) {
    MemoryFileSystem files;
    files.AddDirectory("/b/d");
    const KernelConfig config = ParseKernelConfig(
        WithKernels("{'func_id': 0, 'name': 'k\\n', 'source': 'a\\x1b.cpp', 'core_type': 'aiv'}"), InDirectory());
    EXPECT_EQ(FindMissingSource({files, "/b/d"}, config)->text, "KERNELS[0] (k?): source 'a?.cpp' does not exist");
}

TEST(PurePath, FollowsPython) {
    EXPECT_EQ(NormalPath(""), ".");
    EXPECT_EQ(NormalPath("./a//b/./"), "a/b");
    EXPECT_EQ(NormalPath("/"), "/");
    EXPECT_EQ(NormalPath("/../a"), "/../a");
    EXPECT_EQ(JoinPath("/a", "../b"), "/a/../b");
    EXPECT_EQ(JoinPath("", "b"), "b");
    EXPECT_EQ(JoinPath("/", "b"), "/b");
    EXPECT_EQ(JoinPath("a", "."), "a");
    EXPECT_EQ(ParentPath("a/b"), "a");
    EXPECT_EQ(ParentPath("a"), ".");
    EXPECT_EQ(ParentPath("/a"), "/");
    EXPECT_EQ(PathStem("a/.bashrc"), ".bashrc");
    EXPECT_EQ(PathStem("a/b.c"), "b");
    EXPECT_EQ(ShownPath(".", "x"), "x");
    EXPECT_EQ(ShownPath("a/", ""), "a");
    EXPECT_EQ(ShownPath("", ""), ".");
}

}  // namespace
}  // namespace pto::gen
