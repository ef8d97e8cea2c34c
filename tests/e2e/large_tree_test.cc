// Two hundred compiled directories, twenty of them broken in twenty ways: each of these explains itself in one line,
// and stops none of the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

using testing::HasSubstr;

constexpr size_t kWorking = 180;
const std::string kNinja = std::string(PTO_BIN_DIR) + "/pto-ninja";

struct Breakage {
    const char* name;
    std::function<void(const std::string& directory)> make;
    const char* message;  // what `pto-ninja list` says of it, below the directory's name
};

std::function<void(const std::string&)> Edited(const char* file, const char* from, const char* to) {
    return [=](const std::string& directory) { EditFile(directory + "/" + file, from, to); };
}

std::function<void(const std::string&)> Removed(const char* file) {
    return [=](const std::string& directory) { std::filesystem::remove(directory + "/" + file); };
}

std::function<void(const std::string&)> Added(const char* file, const char* text) {
    return [=](const std::string& directory) { WriteFile(directory + "/" + file, text); };
}

constexpr char kConfig[] = "kernel_config.py";
constexpr char kMeta[] = "compiled_meta.json";

const Breakage kBreakages[] = {
    {"bracket", Edited(kConfig, "KERNELS = [", "KERNELS = [["), "/kernel_config.py:"},
    {"function", Edited(kConfig, "KERNELS = [", "KERNELS = f()\nX = ["), "/kernel_config.py:"},
    {"core", Edited(kConfig, "\"aiv\", \"signature\"", "\"aix\", \"signature\""), "/kernel_config.py:"},
    {"source", Removed("kernels/aiv/scale_shift.cpp"), "source 'kernels/aiv/scale_shift.cpp' does not exist"},
    {"orchestration", Removed("orchestration/scale_shift.cpp"), "'orchestration/scale_shift.cpp' does not exist"},
    {"no_kernels", Edited(kConfig, "KERNELS = [", "KERNELS = []\nOTHERS = ["), "KERNELS"},
    {"no_entry", Edited(kConfig, "ORCHESTRATION = {", "ELSEWHERE = {"), "ORCHESTRATION"},
    {"meta_cut", [](const std::string& d) { std::filesystem::resize_file(d + "/compiled_meta.json", 40); },
     "/compiled_meta.json:"},
    {"meta_empty", Added(kMeta, ""), "/compiled_meta.json"},
    {"meta_list", Added(kMeta, "[]"), "/compiled_meta.json"},
    {"meta_schema", Edited(kMeta, "\"schema\": 1", "\"schema\": 1.0"), "schema is the float 1.0"},
    {"meta_direction", Edited(kMeta, "\"Out\"", "\"Outward\""), "Outward"},
    {"meta_dtype", Edited(kMeta, "\"fp32\"", "32"), "dtype is 32"},
    {"meta_platform", Edited(kMeta, "a2a3sim", "a2a4sim"), "unknown platform 'a2a4sim'"},
    {"meta_shape", Edited(kMeta, "\"shape\": [", "\"shape\": [true, "), "shape"},
    {"published", Added("artifact_manifest.json", "{}"), "artifact_manifest.json"},
    {"two_kinds", Added("orchestration/host_orch.py", ""), "has the files of two kinds of build"},
    {"no_config", Removed(kConfig), "has 'compiled_meta.json' but no 'kernel_config.py'"},
    {"compile_only",
     [](const std::string& d) {
         std::filesystem::remove(d + "/kernel_config.py");
         WriteFile(d + "/kernels/aiv/scale_shift.pto", "module {}\n");
     },
     "is a compile-only build"},
    {"failed",
     [](const std::string& d) {
         std::filesystem::remove(d + "/kernel_config.py");
         WriteFile(d + "/report/codegen_errors.txt", "it did not work\n");
     },
     "the compile failed"},
};

// The line of a table that starts with `directory`.
std::string LineOf(const std::string& table, const std::string& directory) {
    const size_t at = ("\n" + table).find("\n" + directory + " ");
    return at == std::string::npos ? "no line" : table.substr(at, table.find('\n', at) - at);
}

TEST(LargeTreeTest, OneHundredAndEightyReplayAndTwentyExplainThemselves) {
    Workspace work;
    const std::string tree = work.Path("tree");
    std::filesystem::create_directories(tree);
    const std::string first = work.CopyExample("scale_shift", "tree/work_0");
    ASSERT_EQ(work.Replay(first).exit_code, 0);
    const std::string original = work.CopyExample("scale_shift", "original");
    for (size_t i = 1; i < kWorking; ++i) {
        // With its times, so that it arrives built.
        ASSERT_EQ(work.Tool({"cp", "-a", first, tree + "/work_" + std::to_string(i)}).exit_code, 0);
    }
    for (const Breakage& breakage : kBreakages) {
        const std::string directory = tree + "/broken_" + breakage.name;
        std::filesystem::copy(original, directory, std::filesystem::copy_options::recursive);
        breakage.make(directory);
    }
    const Outcome generated = work.Generate(tree);
    EXPECT_EQ(generated.exit_code, 2);
    const std::string table = work.Tool({kNinja, "list", tree}).out;
    for (const Breakage& breakage : kBreakages) {
        const std::string line = LineOf(table, std::string("broken_") + breakage.name);
        EXPECT_THAT(line, HasSubstr("broken  "));
        EXPECT_THAT(line, HasSubstr(breakage.message));
        EXPECT_THAT(generated.err, HasSubstr(std::string("broken_") + breakage.name));
    }
    const Outcome replayed = work.Ninja(tree, {"replay"});
    EXPECT_EQ(replayed.exit_code, 1);
    EXPECT_THAT(replayed.out,
                HasSubstr("pto-ninja: replay: 180 of 200 directories done; failed: broken_bracket (no run), "));
    const std::string after = work.Tool({kNinja, "list", tree}).out;
    for (size_t i = 0; i < kWorking; ++i) {
        const std::string line = LineOf(after, "work_" + std::to_string(i));
        EXPECT_THAT(line, HasSubstr("passed       up to date"));
    }
}

}  // namespace
}  // namespace pto::test
