// Editors: clangd reads the commands of every kind of directory, and the files for VS Code do what they say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "base/text.h"
#include "tests/e2e/support/language_server.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"
#include "tests/support/simpler_files.h"

namespace pto::test {
namespace {

using nlohmann::json;
using testing::Each;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

class IdeTest : public testing::Test {
  protected:
    Outcome Ide(const std::string& directory, const Environment& env = {}) {
        return work_.Tool({std::string(PTO_BIN_DIR) + "/pto-ninja", "ide", directory}, {}, env);
    }

    json Commands(const std::string& directory) { return json::parse(ReadFile(directory + "/compile_commands.json")); }

    // No file of the directory's has an error, and `instruction` is found in `header`.
    void ExpectUnderstood(const std::string& file, const std::string& instruction, const std::string& header) {
        const LanguageAnswers answers = AskClangd(work_, file, instruction + "(");
        EXPECT_THAT(answers.errors, IsEmpty()) << file;
        ASSERT_FALSE(answers.definitions.empty()) << file;
        for (const Location& place : answers.definitions) {
            EXPECT_THAT(fs::canonical(place.path).string(), HasSubstr(header));
            const std::string text = ReadFile(place.path);
            EXPECT_THAT(std::string(LineAt(text, place.line + 1)), HasSubstr(instruction));
        }
    }

    Workspace work_;
};

const std::string kEmbeddedHeaders = std::string(PTO_EMBEDDED_INCLUDE) + "/pto/embedded/";

TEST_F(IdeTest, ClangdReadsASimulatorsKernelsBeforeTheFirstBuild) {
    PTO_NEEDS(MissingProgram("clangd"));
    const std::string directory = work_.CopyExample("three_steps");
    ASSERT_EQ(Ide(directory).exit_code, 0);
    ExpectUnderstood(directory + "/kernels/aiv/scale.cpp", "TMULS", kEmbeddedHeaders);
    EXPECT_THAT(AskClangd(work_, directory + "/orchestration/three_steps.cpp", "rt_submit_aiv_task").errors, IsEmpty());
    const std::string matmul = work_.CopyExample("matmul_bias");
    ASSERT_EQ(Ide(matmul).exit_code, 0);
    ExpectUnderstood(matmul + "/kernels/aic/matmul.cpp", "TMATMUL", kEmbeddedHeaders);
}

// What a device compiles is in a dialect that clangd does not know; here the "PTO-ISA" of the checkout is our headers.
TEST_F(IdeTest, ClangdReadsADevicesKernels) {
    PTO_NEEDS(MissingProgram("clangd"));
    WriteSimplerCheckout(work_.space());
    fs::remove_all(work_.Path("simpler/build/pto-isa/include"));
    fs::create_directory_symlink(PTO_EMBEDDED_INCLUDE, work_.Path("simpler/build/pto-isa/include"));
    const std::string directory = work_.CopyExample("three_steps");
    const Outcome generated =
        work_.Generate(directory, {"--platform", "a2a3", "--runtime", "pypto"},
                       {"SIMPLER_ROOT=" + work_.Path("simpler"), "ASCEND_HOME_PATH=" + work_.Path("ascend")});
    ASSERT_EQ(generated.exit_code, 0) << generated.All();
    const Outcome ide = Ide(directory);
    EXPECT_EQ(ide.exit_code, 0) << ide.All();
    EXPECT_THAT(ide.out, HasSubstr("/.vscode/launch.json: not written: a device's kernels cannot be stopped by a "
                                   "debugger of this machine\n"));
    EXPECT_FALSE(fs::exists(directory + "/.vscode/launch.json"));
    EXPECT_THAT(ReadFile(directory + "/.pto-ninja/manifest.json"), HasSubstr("\"platform\": \"a2a3\""));
    ExpectUnderstood(directory + "/kernels/aiv/scale.cpp", "TMULS", kEmbeddedHeaders);
}

TEST_F(IdeTest, ClangdReadsWhatTheCompilerWrote) {
    PTO_NEEDS(MissingProgram("clangd"));
    PTO_NEEDS_DATA("corpus");
    const std::string directory = work_.CopyReference("linear_relu");
    ASSERT_EQ(Ide(directory).exit_code, 0);
    size_t kernels = 0;
    for (const json& entry : Commands(directory)) {
        const std::string file = directory + "/" + entry["file"].get<std::string>();
        if (file.find("/kernels/") == std::string::npos) continue;
        ExpectUnderstood(file, file.find("/aic/") != std::string::npos ? "TMATMUL" : "TSTORE", kEmbeddedHeaders);
        ++kernels;
    }
    EXPECT_GT(kernels, 0u);
}

TEST_F(IdeTest, EveryProgramOfADirectoryIsListed) {
    PTO_NEEDS_DATA("corpus");
    const std::string directory = work_.CopyReference("two_orchs");
    ASSERT_EQ(Ide(directory).exit_code, 0);
    std::string files;
    for (const json& entry : Commands(directory)) files += entry["file"].get<std::string>() + "\n";
    for (const fs::directory_entry& program : fs::directory_iterator(directory + "/next_levels")) {
        EXPECT_THAT(files, HasSubstr("next_levels/" + program.path().filename().string() + "/orchestration/"));
    }
    EXPECT_EQ(Ide(directory).out, directory + "/compile_commands.json: up to date\n" + directory +
                                      "/.clangd: up to date\n" + directory + "/.vscode/tasks.json: up to date\n" +
                                      directory + "/.vscode/launch.json: up to date\n");
}

TEST_F(IdeTest, ABuildOutputHasOneListOverAll) {
    fs::create_directories(work_.Path("tree/deep"));
    const std::string tree = work_.Path("tree");
    work_.CopyExample("scale_shift", "tree/one");
    work_.CopyExample("three_steps", "tree/deep/two");
    const Outcome first = Ide(tree);
    EXPECT_EQ(first.exit_code, 0) << first.All();
    const json commands = Commands(tree);
    EXPECT_EQ(commands.size(), Commands(tree + "/one").size() + Commands(tree + "/deep/two").size());
    EXPECT_EQ(commands.front()["directory"], tree + "/deep/two");
    EXPECT_EQ(commands.back()["directory"], tree + "/one");
    const json tasks = json::parse(ReadFile(tree + "/.vscode/tasks.json"));
    EXPECT_EQ(tasks["inputs"][0]["options"], json({"deep/two", "one"}));
    const Outcome again = Ide(tree);
    EXPECT_THAT(again.out, Not(HasSubstr("written")));
    EXPECT_THAT(again.out, Not(HasSubstr("merged")));
}

TEST_F(IdeTest, WhatTheUserHasStays) {
    const std::string directory = work_.CopyExample("scale_shift");
    WriteFile(directory + "/.clangd", "CompileFlags:\n  Add: [-Wall]\n");
    WriteFile(directory + "/.vscode/tasks.json",
              "{\"version\": \"2.0.0\", \"tasks\": [\n  {\"label\": \"mine\"} // c\n]}\n");
    WriteFile(directory + "/.vscode/launch.json", "{ not JSON");
    const Outcome outcome = Ide(directory);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_EQ(outcome.out, directory + "/compile_commands.json: written\n" + directory +
                               "/.clangd: left as it is: it is not ours\n" + directory +
                               "/.vscode/tasks.json: merged into what was there\n" + directory +
                               "/.vscode/launch.json: left as it is: it is not JSON\n");
    EXPECT_EQ(ReadFile(directory + "/.clangd"), "CompileFlags:\n  Add: [-Wall]\n");
    EXPECT_EQ(ReadFile(directory + "/.vscode/launch.json"), "{ not JSON");
    EXPECT_THAT(ReadFile(directory + "/.vscode/tasks.json"), HasSubstr("\n  {\"label\": \"mine\"}, // c\n"));
    EXPECT_THAT(Ide(directory).out, HasSubstr("/.vscode/tasks.json: up to date\n"));
}

TEST_F(IdeTest, ALinkIsNeitherFollowedNorReplaced) {
    const std::string directory = work_.CopyExample("scale_shift");
    WriteFile(work_.Path("dotfiles/tasks.json"), "{}\n");
    fs::create_directory(directory + "/.vscode");
    fs::create_symlink(work_.Path("dotfiles/tasks.json"), directory + "/.vscode/tasks.json");
    fs::create_symlink("../nowhere", directory + "/.clangd");
    const Outcome outcome = Ide(directory);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    const std::string left = ": left as it is: it is reached by a link, and what that leads to is not ours\n";
    EXPECT_EQ(outcome.out, directory + "/compile_commands.json: written\n" + directory + "/.clangd" + left + directory +
                               "/.vscode/tasks.json" + left + directory + "/.vscode/launch.json: written\n");
    EXPECT_TRUE(fs::is_symlink(directory + "/.vscode/tasks.json"));
    EXPECT_EQ(ReadFile(work_.Path("dotfiles/tasks.json")), "{}\n");
    EXPECT_FALSE(fs::exists(work_.Path("nowhere")));
}

TEST_F(IdeTest, AFileThatCannotBeWrittenKeepsNoOtherBack) {
    const std::string directory = work_.CopyExample("scale_shift");
    WriteFile(directory + "/.vscode", "in the way\n");
    const Outcome outcome = Ide(directory);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("pto-ninja: error: " + directory + "/.vscode"));
    EXPECT_TRUE(fs::exists(directory + "/.clangd"));
    EXPECT_EQ(ReadFile(directory + "/.vscode"), "in the way\n");
}

TEST_F(IdeTest, NotACompiledDirectoryIsOneError) {
    fs::create_directory(work_.Path("empty"));
    const Outcome outcome = Ide(work_.Path("empty"));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_TRUE(fs::is_empty(work_.Path("empty")));
}

// As the task and the launch of VS Code do it.
TEST_F(IdeTest, GdbStopsInAKernel) {
    PTO_NEEDS(MissingProgram("gdb"));
    PTO_NEEDS(MissingProc());
    const std::string directory = work_.CopyExample("three_steps");
    ASSERT_EQ(Ide(directory).exit_code, 0);
    const json launch = json::parse(ReadFile(directory + "/.vscode/launch.json"))["configurations"][0];
    const json tasks = json::parse(ReadFile(directory + "/.vscode/tasks.json"))["tasks"];
    for (const json& task : tasks) {
        if (task["label"] != launch["preLaunchTask"]) continue;
        const Outcome built = work_.Tool({task["command"], task["args"][0]}, directory);
        ASSERT_EQ(built.exit_code, 0) << built.All();
    }
    EXPECT_TRUE(fs::exists(directory + "/.pto-ninja/a2a3sim-embedded-debug/kernels/aiv/scale.so"));
    const std::string kernel = directory + "/kernels/aiv/scale.cpp";
    const std::string source = ReadFile(kernel);
    const int line = LineColumnAt(source, source.find("TMULS(")).line;
    const std::string place = kernel + ":" + std::to_string(line);
    std::vector<std::string> gdb = {"gdb",
                                    "-nx",
                                    "-batch",
                                    "-ex",
                                    "set breakpoint pending on",
                                    "-ex",
                                    "break " + place,
                                    "-ex",
                                    "run",
                                    "-ex",
                                    "print *x@2",
                                    "-ex",
                                    "print factor * 0",
                                    "-ex",
                                    "backtrace 2",
                                    "--args",
                                    launch["program"]};
    for (const json& word : launch["args"]) gdb.push_back(word);
    const Outcome outcome = work_.Tool(gdb, directory);
    PTO_NEEDS(outcome.Has("ptrace: Operation not permitted") ? "this machine lets nobody debug" : "");
    EXPECT_TRUE(outcome.Has("Breakpoint 1, ")) << outcome.All();
    EXPECT_THAT(outcome.out, HasSubstr("kernels/aiv/scale.cpp:" + std::to_string(line) + "\n"));
    EXPECT_THAT(outcome.out, testing::ContainsRegex("\\$1 = \\{-?[0-9.e-]+, -?[0-9.e-]+\\}"));
    EXPECT_THAT(outcome.out, HasSubstr("$2 = 0"));
    EXPECT_THAT(outcome.out, HasSubstr("kernel_entry"));
}

TEST_F(IdeTest, BinariesForADebuggerLieBesideTheOthers) {
    const std::string directory = work_.CopyExample("scale_shift");
    const std::string replay = std::string(PTO_BIN_DIR) + "/pto-replay";
    ASSERT_EQ(work_.Replay(directory).exit_code, 0);
    EXPECT_THAT(work_.Ninja(directory, {"help"}).out, Not(HasSubstr("ninja debug")));
    const Outcome debugged = work_.Tool({replay, directory, "--debug"});
    EXPECT_EQ(debugged.exit_code, 0) << debugged.All();
    EXPECT_THAT(work_.Compiled(directory), testing::ElementsAre("scale_shift", "scale_shift"));
    EXPECT_TRUE(fs::exists(directory + "/.pto-ninja/a2a3sim-embedded-debug/kernels/aiv/scale_shift.so"));
    EXPECT_THAT(work_.Ninja(directory, {"help"}).out, HasSubstr("ninja debug"));
    // The others were not touched, nor are those for a debugger part of the ordinary build.
    const std::string kernel = directory + "/kernels/aiv/scale_shift.cpp";
    WriteFile(kernel, ReadFile(kernel) + "//\n");
    EXPECT_EQ(work_.Ninja(directory, {"replay"}).exit_code, 0);
    EXPECT_THAT(work_.Compiled(directory), testing::ElementsAre("scale_shift"));
    EXPECT_THAT(work_.Tool({std::string(PTO_BIN_DIR) + "/pto-ninja", "list", directory}).out, HasSubstr("up to date"));
    EXPECT_EQ(work_.Tool({replay, directory, "--debug", "--no-build"}).exit_code, 0);
    const Outcome timed = work_.Tool({replay, directory, "benchmark", "--debug"});
    EXPECT_EQ(timed.exit_code, 2);
    EXPECT_THAT(timed.err, HasSubstr("--debug is for replay and run, not for measuring\n"));
}

}  // namespace
}  // namespace pto::test
