#include "generator/config/run_py.h"

#include <gtest/gtest.h>

#include "generator/config/directory_listing.h"
#include "tests/support/error_of.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/run_py_fixtures.h"

namespace pto::gen {
namespace {

using test::RunPy;

const std::vector<Param> kParams = {{"x", "In", std::vector<int64_t>{2, 3}, "fp32"},
                                    {"n", "In", std::nullopt, "int64"},
                                    {"y", "Out", std::vector<int64_t>{2, -1}, "fp32"}};

// "", "inputs", "comparison" or both.
std::string Edits(const std::string& text, const std::vector<Param>* params = &kParams) {
    const RunPyEdits edits = FindRunPyEdits(text, params);
    return std::string(edits.makes_inputs ? "inputs" : "") + (edits.compares ? "comparison" : "");
}

std::string Replaced(const std::string& from, const std::string& to) {
    std::string text = RunPy();
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(RunPyEdits, NothingInWhatTheCompilerWrites) {
    EXPECT_EQ(Edits(RunPy()), "");
    EXPECT_EQ(Edits(RunPy(), nullptr), "");
    const std::vector<Param> params = {{"a", "InOut", std::vector<int64_t>{4}, "int8"},
                                       {"b", "In", std::vector<int64_t>{}, "bool"},
                                       {"c", "Out", std::vector<int64_t>{1, 2, 3}, "bfloat16"},
                                       {"d", "In", std::vector<int64_t>{5}, "fp8e5m2"}};
    EXPECT_EQ(Edits(RunPy("    a = torch.randint(0, 8, (4,), dtype=torch.int8)\n"
                          "    b = torch.randint(0, 2, (), dtype=torch.bool)\n"
                          "    c = torch.empty((1, 2, 3), dtype=torch.bfloat16)\n"
                          "    d = torch.randn((5,), dtype=torch.float32)\n"
                          "    return [a, b, c, d]\n"),
                    &params),
              "");
    const std::vector<Param> none;
    EXPECT_EQ(Edits(RunPy("    pass\n    return []\n", "    return\n", ""), &none), "");
    EXPECT_EQ(Edits(""), "") << "neither function";
    EXPECT_EQ(Edits("def other():\n    return 1\n"), "");
}

TEST(RunPyEdits, OfTheInputs) {
    const std::pair<const char*, const char*> kCases[] = {
        {"torch.randn((2, 3)", "torch.randn((2, 4)"},
        {"torch.zeros((2, 1)", "torch.zeros((2, 48)"},
        {"torch.randn((2, 3)", "torch.ones((2, 3)"},
        {"torch.randn((2, 3)", "torch.zeros((2, 3)"},
        {"torch.zeros((2, 1)", "torch.randn((2, 1)"},
        {"torch.randn((2, 3), dtype=torch.float32)", "torch.randint(0, 9, (2, 3), dtype=torch.float32)"},
        {"torch.randn((2, 3), dtype=torch.float32)", "torch.randint(0, 2, (2, 3), dtype=torch.float32)"},
        {"torch.randn((2, 3), dtype=torch.float32)", "torch.randn((2, 3), dtype=torch.float32) * 2"},
        {"torch.randn((2, 3), dtype=torch.float32)", "torch.randn((2, 3), dtype=torch.float32, device=\"cpu\")"},
        {"torch.randn((2, 3), dtype=torch.float32)", "torch.load(_WORK_DIR / \"x.pt\")"},
        {"n = None", "n = ctypes.c_int64(3)"},
        {"    x = torch", "    torch.manual_seed(7)\n    x = torch"},
        {"    n = None  # a scalar\n", ""},
        {"return [x, n, y]", "x[0, 0] = 1\n    return [x, n, y]"},
        {"return [x, n, y]", "return [y, n, x]"},
        {"return [x, n, y]", "return [x, n, y.t()]"},
        {"return [x, n, y]", "return (x, n, y)"},
        {"    return [x, n, y]\n", ""},
        {"    x = torch", "    z = torch"},
        {"\ndef _inline_inputs", "\n@cached\ndef _inline_inputs"},
        {"\ndef _user_compare", "\ndef _inline_inputs():\n    return make()\n\n\ndef _user_compare"},
        {"\ndef _user_compare", "\nfrom mine import _inline_inputs\n\n\ndef _user_compare"},
        {"\nif __name__", "\n_inline_inputs = make\n\nif __name__"},
        {"\nif __name__", "\nif True:\n    def _inline_inputs(): return []\n\nif __name__"},
    };
    for (const auto& [from, to] : kCases) EXPECT_EQ(Edits(Replaced(from, to)), "inputs") << from << " -> " << to;
    EXPECT_EQ(Edits("def _inline_inputs(): return [1]\n"), "inputs");
}

TEST(RunPyEdits, WithoutRecordedParametersOnlyTheFormsCount) {
    EXPECT_EQ(Edits(Replaced("torch.randn((2, 3)", "torch.randn((2, 4)"), nullptr), "");
    EXPECT_EQ(Edits(Replaced("torch.randn((2, 3)", "torch.zeros((2, 3)"), nullptr), "");
    EXPECT_EQ(Edits(Replaced("torch.randn((2, 3)", "torch.ones((2, 3)"), nullptr), "inputs");
    EXPECT_EQ(Edits(Replaced("return [x, n, y]", "return [y, n, x]"), nullptr), "inputs");
}

TEST(RunPyEdits, OfTheComparison) {
    for (const char* body : {"    return\n", "    return None\n", "    pass\n", "    # assert x\n", "    'text'\n"}) {
        EXPECT_EQ(Edits(RunPy() + "\ndef _user_compare(x, n, y):\n" + body), "") << body;
    }
    for (const char* body :
         {"    assert y\n", "    return\n    assert y\n", "    return check(y)\n", "    print(y)\n"}) {
        EXPECT_EQ(Edits(RunPy() + "\ndef _user_compare(x, n, y):\n" + body), "comparison") << body;
    }
    EXPECT_EQ(Edits(RunPy() + "_user_compare = print\n"), "comparison");
    EXPECT_EQ(Edits(RunPy() + "def _user_compare(*_): assert True\n"), "comparison");
    EXPECT_EQ(Edits(Replaced("_main(\n        [", "_main(user_compare=_user_compare, argv=[")), "") << "only named";
}

TEST(RunPyEdits, AFileThatIsNotClosedIsReadBySomebodyElse) {
    EXPECT_EQ(Edits(Replaced("return [x, n, y]", "return [x, n, y")), "inputscomparison");
    EXPECT_EQ(Edits("x = (1\n"), "");
}

constexpr char kTwoParameters[] = R"({"schema": 1, "params": [
 {"name": "x", "direction": "In", "shape": [2, 3], "dtype": "fp32"},
 {"name": "n", "direction": "In", "shape": null, "dtype": "int64"},
 {"name": "y", "direction": "Out", "shape": [2, -1], "dtype": "fp32"}],
 "num_return_types": 1, "platform": "a2a3sim", "backend_type": "Ascend910B"})";

std::string Inspected(const MemoryFileSystem& files, const std::string& directory = "") {
    const RunPyEdits edits = InspectRunPy({files, "/d"}, directory);
    return std::string(edits.makes_inputs ? "inputs" : "") + (edits.compares ? "comparison" : "");
}

TEST(RunPyEdits, AreFoundBesideTheSidecar) {
    MemoryFileSystem files;
    EXPECT_EQ(Inspected(files), "");
    files.Add("/d/debug/run.py", Replaced("torch.randn((2, 3)", "torch.randn((2, 4)"));
    EXPECT_EQ(Inspected(files), "") << "nobody says what the shape was";
    files.Add("/d/compiled_meta.json", kTwoParameters);
    EXPECT_EQ(Inspected(files), "inputs");
    files.Add("/d/compiled_meta.json", "{");
    EXPECT_EQ(Inspected(files), "");
    files.Add("/d/compiled_meta.json", kTwoParameters).Add("/d/golden.py");
    EXPECT_EQ(Inspected(files), "") << "golden.py goes first";
    files.Add("/d/next_levels/a/debug/run.py", RunPy("    return make()\n"));
    EXPECT_EQ(Inspected(files, "next_levels/a"), "inputs");
}

TEST(RunPyEdits, AScriptThatCannotBeReadIsNotOneWithoutEdits) {
    MemoryFileSystem files;
    files.Add("/d/debug/run.py", RunPy("    return make()\n")).MakeUnreadable("/d/debug/run.py");
    EXPECT_EQ(test::ErrorOf([&] { Inspected(files); }), "/d/debug/run.py: cannot be read: Permission denied");
}

TEST(RunPyEdits, StandInTheListingWithoutTheContent) {
    MemoryFileSystem files;
    files.Add("/d/debug/run.py", RunPy());
    const auto listing = [&files] { return ListingText({files, "/d"}, ReadingPtoFunctions(files)); };
    EXPECT_EQ(listing(), "");
    files.Add("/d/debug/run.py", RunPy("    return make()\n"));
    EXPECT_EQ(listing(), "debug/run.py: inputs\n");
    files.Add("/d/debug/run.py", RunPy("    return make(7)\n"));
    EXPECT_EQ(listing(), "debug/run.py: inputs\n");
    files.Add("/d/debug/run.py", RunPy("    return make(7)\n", "    assert y\n"));
    files.Add("/d/next_levels/a/debug/run.py", RunPy("    return make(7)\n"));
    EXPECT_EQ(listing(), "debug/run.py: inputs comparison\nnext_levels/a/\nnext_levels/a/debug/run.py: inputs\n");
}

}  // namespace
}  // namespace pto::gen
