// A splice and a compile that are killed or interrupted at any of their steps: the user's files are whole at once, and
// one more run ends right.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

enum class How { kKill, kInterruptTool, kInterruptNinja };

struct Case {
    const char* name;
    How how;
    std::vector<const char*> steps;  // of splice_unit.h or compile_step.cc
};

const std::vector<const char*> kSplice = {"assembled",    "after-intent", "before-kernel-1", "after-kernel-1",
                                          "before-raw",   "after-raw",    "before-state",    "after-state",
                                          "before-stamp", "after-stamp"};
const std::vector<const char*> kCompile = {"compiled", "before-object", "after-object", "after-record"};

const Case kCases[] = {
    {"splice_killed", How::kKill, kSplice},
    {"splice_interrupted", How::kInterruptTool, kSplice},
    {"ninja_interrupted_in_a_splice", How::kInterruptNinja, kSplice},
    {"compile_killed", How::kKill, kCompile},
    {"compile_interrupted", How::kInterruptTool, kCompile},
    {"ninja_interrupted_in_a_compile", How::kInterruptNinja, kCompile},
};

// Commands of the processes that work in a directory.
std::vector<std::string> ProcessesIn(const std::string& directory) {
    std::vector<std::string> commands;
    std::error_code code;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
        if (fs::read_symlink(entry.path() / "cwd", code) == directory) {
            commands.push_back(entry.path().filename().string() + " " + ReadFile(entry.path() / "cmdline"));
        }
    }
    return commands;
}

std::vector<std::string> TemporaryFilesBelow(const std::string& directory) {
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
        if (entry.path().filename().string().find(".pto-ninja-") != std::string::npos) found.push_back(entry.path());
    }
    return found;
}

// Starts ninja, interrupts it once its edge waits at the step, and gives what it returned.
int InterruptNinja(const std::string& directory, const Environment& env, const std::string& log,
                   const std::string& reached) {
    const pid_t ninja = fork();
    if (ninja == 0) {
        const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        for (const std::string& variable : env) putenv(const_cast<char*>(variable.c_str()));
        execlp("ninja", "ninja", "-C", directory.c_str(), "replay", nullptr);
        _exit(127);
    }
    if (ninja < 0) return -1;
    int status = 0;
    bool ended = false;
    for (int i = 0; i < 6000 && !ended && !fs::exists(reached); ++i) {
        ended = waitpid(ninja, &status, WNOHANG) == ninja;
        usleep(10'000);
    }
    EXPECT_FALSE(ended) << "the step was never reached: " << ReadFile(log);
    if (!ended) {
        kill(ninja, SIGINT);
        waitpid(ninja, &status, 0);
    }
    fs::remove(reached);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

class InterruptedStep : public testing::TestWithParam<Case> {
  protected:
    void SetUp() override {
        PTO_NEEDS_DATA("corpus");
        env_ = WithRecordedPtoas(work_.Path("ptoas.log"));
        directory_ = work_.CopyReference("gated_residual");
        ASSERT_EQ(work_.Replay(directory_, env_).exit_code, 0);
        // Hand edits: of the kernel that is spliced, in its header, and of the body of another.
        EditFile(Kernel(), "#include <cstdint>", "#include <cstdint>\n// my remark");
        EditFile(directory_ + "/kernels/aiv/gate.cpp", "// --- ptoas-generated code ---",
                 "// --- ptoas-generated code ---\n// my body");
        ASSERT_EQ(work_.Ninja(directory_, {"replay"}, env_).exit_code, 0);
    }

    std::string Kernel() const { return directory_ + "/kernels/aiv/residual.cpp"; }

    void Stop(How how, const std::string& step) {
        Environment stopping = env_;
        std::string& variable = stopping.emplace_back("PTO_NINJA_TEST_STOP_AT=" + step);
        if (how == How::kInterruptNinja) {
            variable += ":WAIT:" + work_.Path("reached");
            EXPECT_EQ(InterruptNinja(directory_, stopping, work_.Path("log"), work_.Path("reached")), 2);
            EXPECT_THAT(ReadFile(work_.Path("log")), HasSubstr("interrupted by user"));
            return;
        }
        if (how == How::kInterruptTool) variable += ":INT";
        EXPECT_EQ(work_.Ninja(directory_, {"replay"}, stopping).exit_code, 1) << "the step was never reached";
    }

    // What is the user's and no splice may touch.
    std::map<std::string, std::string> Untouched() const {
        std::map<std::string, std::string> files = UserFiles(directory_);
        for (const char* spliced : {"kernels/aiv/residual.cpp", "ptoas/residual.cpp"}) files.erase(spliced);
        return files;
    }

    Workspace work_;
    Environment env_;
    std::string directory_;
};

TEST_P(InterruptedStep, OneMoreRunEndsInTheRightState) {
    bool edited = false;
    for (const char* step : GetParam().steps) {
        SCOPED_TRACE(step);
        edited = !edited;
        WriteFile(directory_ + "/ptoas/residual.pto",
                  ReadFile(RecordedPto(edited ? "gated_residual__residual__add_instead_of_sub"
                                              : "gated_residual__residual__original")));
        const auto before = Untouched();

        Stop(GetParam().how, step);
        EXPECT_THAT(ProcessesIn(directory_), IsEmpty());
        EXPECT_EQ(Untouched(), before) << "a file is changed or left";
        EXPECT_THAT(ReadFile(Kernel()), HasSubstr("// my remark"));

        const Outcome outcome = work_.Ninja(directory_, {"replay"}, env_);
        EXPECT_EQ(outcome.exit_code == 0, !edited) << outcome.All();
        EXPECT_THAT(outcome.out, HasSubstr(edited ? "FAIL out" : "PASS"));
        EXPECT_EQ(Untouched(), before);
        const std::string kernel = ReadFile(Kernel());
        EXPECT_THAT(kernel, HasSubstr("// my remark"));
        EXPECT_THAT(kernel, HasSubstr(edited ? "TADD(" : "TSUB("));
        EXPECT_THAT(kernel, Not(HasSubstr(edited ? "TSUB(" : "TADD(")));
        EXPECT_THAT(TemporaryFilesBelow(directory_), IsEmpty());
        EXPECT_EQ(work_.Ninja(directory_, {"kernels"}, env_).exit_code, 0);
        EXPECT_THAT(work_.Compiled(directory_), IsEmpty());
    }
}

INSTANTIATE_TEST_SUITE_P(All, InterruptedStep, testing::ValuesIn(kCases),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(InterruptionTest, WhileTheCompilerRunsEndsItToo) {
    Workspace work;
    work.space().WriteProgram(
        "slow-c++",
        "#!/bin/sh\nif [ -n \"$REACHED\" ] && [ \"$1\" != --version ]; then : > \"$REACHED\"; sleep 63.25; fi\n"
        "exec c++ \"$@\"\n");
    const Environment env = {"PTO_SIM_CXX=" + work.Path("slow-c++")};
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory, env).exit_code, 0);
    EditFile(directory + "/kernels/aiv/scale_shift.cpp", "2.0f", "3.0f");
    const auto before = UserFiles(directory);

    Environment slow = env;
    slow.push_back("REACHED=" + work.Path("reached"));
    EXPECT_EQ(InterruptNinja(directory, slow, work.Path("log"), work.Path("reached")), 2);
    EXPECT_THAT(ProcessesIn(directory), IsEmpty());
    EXPECT_EQ(UserFiles(directory), before);
    EXPECT_THAT(TemporaryFilesBelow(directory), IsEmpty());
    EXPECT_THAT(work.Ninja(directory, {"replay"}, env).out, HasSubstr("FAIL y"));
}

}  // namespace
}  // namespace pto::test
