#include "generator/hooks/hooks_source.h"

#include <gmock/gmock.h>

#include "generator/config/hooks_file.h"
#include "generator/hooks/debug_files.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

TEST(HasCode, OnlyOutsideOfCommentsAndDirectives) {
    const std::pair<const char*, bool> cases[] = {
        {"", false},
        {"// int x;\n\n  \t/* int y;\n */\n#include <a>\n  #define A \\\n  1\n", false},
        {"// goes on \\\nint x;\n", false},
        {"/* never ends", false},
        {"#include <a>", false},
        {"int x;", true},
        {"/* a */ int x;", true},
        {"#include <a>\n}", true},
        {"x # y", true},
    };
    for (const auto& [source, has] : cases) EXPECT_EQ(HasCode(source), has) << source;
}

std::vector<Param> SomeParams() {
    return {{"x", "In", std::vector<int64_t>{48, -1}, "fp32"},
            {"n", "In", std::nullopt, "int32"},
            {"y", "InOut", std::vector<int64_t>{}, "bfloat16"}};
}

TEST(HooksTemplate, IsTheWholeText) {
    EXPECT_EQ(
        HooksTemplate(SomeParams()),
        R"(// Inputs and a comparison of your own, called by pto-replay before and after the run. This file is written once and never
// touched again; it is compiled as soon as there is code in it. <pto_ninja/replay_hooks.h> describes what can be used.
//
// Arguments:
//   x: fp32[48, ?], In
//   n: int32 scalar, In
//   y: bfloat16[], InOut

#include <pto_ninja/replay_hooks.h>

// void MakeInputs(pto_ninja::Arguments& args) {
//     args["x"].Fill([](int64_t i) { return 0.5 * static_cast<double>(i % 7); });
// }

// void UserCompare(const pto_ninja::Arguments& args) {
//     const pto_ninja::Argument& y = args["y"];
//     std::vector<double> expected(static_cast<size_t>(y.Count()));
//     pto_ninja::ExpectClose(y, expected, 1e-5, 1e-5);
// }
)");
    EXPECT_FALSE(HasCode(HooksTemplate(SomeParams())));
    EXPECT_FALSE(HasCode(HooksTemplate({})));
}

TEST(HooksTemplate, NamesAnNzParameterByItsLogicalShape) {
    const Param w = {"w", "In", std::vector<int64_t>{-1, 4, 2, 16, 16}, "fp16", "NZ"};
    EXPECT_THAT(HooksTemplate({w}), testing::HasSubstr("\n//   w: fp16[?, 32, 64] in NZ blocks, In\n"));
}

TEST(RunScript, IsTheWholeText) {
    EXPECT_EQ(RunScript("/opt/a b/pto-replay"),
              "#!/bin/sh\n"
              "# Builds what changed in this directory and replays it; flags are those of pto-replay. Yours to edit.\n"
              "directory=$(dirname \"$(dirname \"$(readlink -f \"$0\")\")\")\n"
              "replay=$(command -v pto-replay || echo '/opt/a b/pto-replay')\n"
              "exec \"$replay\" \"$directory\" \"$@\"\n");
}

class DebugFilesTest : public testing::Test {
  protected:
    DebugFilesTest() { entries_[0].params = &params_; }
    std::vector<std::string> Written(const std::string& setting) {
        WriteDebugFiles(files_, "d", entries_, "/bin/pto-replay", setting);
        return files_.writes();
    }

    std::vector<Param> params_ = SomeParams();
    std::vector<Entry> entries_ = std::vector<Entry>(1);
    MemoryFileSystem files_;
};

TEST_F(DebugFilesTest, AreWrittenOnceAndNeverReplaced) {
    EXPECT_THAT(Written(""), testing::ElementsAre("d/debug/run", "d/debug/replay_hooks.cpp"));
    files_.Add("d/debug/run", "mine");
    files_.Add("d/debug/replay_hooks.cpp", "mine too");
    EXPECT_EQ(Written("1").size(), 2u);
}

TEST_F(DebugFilesTest, TheVariableOfPyPtoSwitchesThemOff) {
    for (const char* setting : {"0", "false", "FALSE", "No"}) EXPECT_TRUE(Written(setting).empty()) << setting;
    EXPECT_FALSE(Written("yes").empty());
}

TEST_F(DebugFilesTest, WithoutRecordedParametersThereAreNone) {
    entries_[0].params = nullptr;
    EXPECT_TRUE(Written("").empty());
}

TEST_F(DebugFilesTest, HooksAreThereWhenTheirFileHasCode) {
    EXPECT_FALSE(HasHooks({files_, "d"}));
    files_.Add("d/debug/replay_hooks.cpp", "// nothing\n");
    EXPECT_FALSE(HasHooks({files_, "d"}));
    files_.Add("d/debug/replay_hooks.cpp", "void MakeInputs();\n");
    EXPECT_TRUE(HasHooks({files_, "d"}));
}

}  // namespace
}  // namespace pto::gen
