#include "base/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "tests/support/seconds_since.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

using test::SecondsSince;

using Clock = std::chrono::steady_clock;

ProcessOptions Shell(const std::string& script) {
    ProcessOptions options;
    options.arguments = {"/bin/sh", "-c", script};
    return options;
}

// A killed process is gone, or a zombie that nobody of ours has to reap.
bool IsRunning(const std::string& pid) {
    const ProcessResult state = RunProcess(Shell("ps -o stat= -p " + pid));
    return state.exit_code == 0 && state.out.find('Z') == std::string::npos;
}

bool EndsWithin(const std::string& pid, double seconds) {
    for (const Clock::time_point start = Clock::now(); SecondsSince(start) < seconds;) {
        if (!IsRunning(pid)) return true;
        usleep(20'000);
    }
    return false;
}

TEST(RunProcess, ReportsOutputAndExitCode) {
    struct Case {
        const char* script;
        int exit_code;
        const char *out, *err;
    };
    const Case cases[] = {
        {"exit 0", 0, "", ""},
        {"exit 1", 1, "", ""},
        {"exit 255", 255, "", ""},
        {"printf out; printf err >&2; exit 7", 7, "out", "err"},
        {"printf 'no newline\\n\\nlast'", 0, "no newline\n\nlast", ""},
    };
    for (const Case& c : cases) {
        const ProcessResult result = RunProcess(Shell(c.script));
        EXPECT_EQ(result.exit_code, c.exit_code) << c.script;
        EXPECT_EQ(result.out, c.out);
        EXPECT_EQ(result.err, c.err);
        EXPECT_EQ(result.signal, 0);
        EXPECT_EQ(result.Ok(), c.exit_code == 0);
    }
}

TEST(RunProcess, ArgumentsAreNotInterpreted) {
    ProcessOptions options;
    options.arguments = {"printf", "[%s]", "", "a b", "$HOME", "'\"", "*", "\\", "\n", "\xc3\xa4"};
    EXPECT_EQ(RunProcess(options).out, "[][a b][$HOME]['\"][*][\\][\n][\xc3\xa4]");
}

TEST(RunProcess, ReportsTheSignal) {
    const ProcessResult result = RunProcess(Shell("printf before; kill -SEGV $$"));
    EXPECT_EQ(result.signal, SIGSEGV);
    EXPECT_EQ(result.out, "before");
    EXPECT_FALSE(result.Ok());
    EXPECT_FALSE(result.timed_out);
}

// More than a pipe holds, on both at once: reading one after the other would hang.
TEST(RunProcess, LargeOutputOnBothPipes) {
    const ProcessResult result = RunProcess(
        Shell("i=0; while [ $i -lt 400 ]; do printf '%01000d' $i; printf '%02000d' $i >&2; i=$((i+1)); done"));
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out.size(), 400'000u);
    EXPECT_EQ(result.err.size(), 800'000u);
    EXPECT_EQ(result.out.substr(399'990), "0000000399");
}

TEST(RunProcess, StandardInputIsEmpty) {
    const Clock::time_point start = Clock::now();
    const ProcessResult result = RunProcess(Shell("cat; printf done"));
    EXPECT_EQ(result.out, "done");
    EXPECT_LT(SecondsSince(start), 30.0);
}

TEST(RunProcess, ClosedOutputsDoNotEndTheWait) {
    const ProcessResult result = RunProcess(Shell("exec >&- 2>&-; sleep 0.2; exit 5"));
    EXPECT_EQ(result.exit_code, 5);
}

TEST(RunProcess, MissingProgram) {
    ProcessOptions options;
    options.arguments = {"no-such-program-of-ours", "x"};
    const ProcessResult missing = RunProcess(options);
    EXPECT_EQ(missing.exit_code, 127);
    EXPECT_EQ(missing.err, "no-such-program-of-ours: not found");
    EXPECT_FALSE(missing.Ok());
    options.arguments = {"/no/such/program"};
    EXPECT_EQ(RunProcess(options).err, "/no/such/program: not found");
    options.arguments = {""};
    EXPECT_EQ(RunProcess(options).exit_code, 127);
}

TEST(RunProcess, ProgramThatTheKernelRefuses) {
    const test::TempSpace space;
    space.WriteProgram("garbage",
                       "\x7f"
                       "ELFgarbage");
    space.WriteProgram("lost", "#!/no/such/interpreter\n");
    ProcessOptions options;
    for (const char* name : {"garbage", "lost"}) {
        options.arguments = {space.Path(name)};
        EXPECT_EQ(RunProcess(options).exit_code, 127) << name;
    }
}

TEST(RunProcess, WorkingDirectory) {
    const test::TempSpace space;
    space.MakeDirectory("a b");
    ProcessOptions options = Shell("pwd");
    options.directory = space.Path("a b");
    EXPECT_EQ(RunProcess(options).out, space.Path("a b") + "\n");
    options.directory = space.Path("nothing");
    EXPECT_EQ(RunProcess(options).exit_code, 127);
}

TEST(RunProcess, RelativeProgramIsMeantFromOurDirectory) {
    const test::TempSpace space;
    const test::WorkingDirectory inside(space.Root());
    space.WriteProgram("bin/tool", "#!/bin/sh\npwd\n");
    space.MakeDirectory("elsewhere");
    const test::EnvironmentVariable path("PATH", "bin:/usr/bin:/bin");
    ProcessOptions options;
    options.directory = "elsewhere";
    for (const char* name : {"bin/tool", "./bin/tool", "tool"}) {
        options.arguments = {name};
        EXPECT_EQ(RunProcess(options).out, space.Path("elsewhere") + "\n") << name;
    }
}

TEST(RunProcess, EnvironmentIsAddedAndReplaced) {
    const test::EnvironmentVariable first("PTO_TEST_FIRST", "ours");
    const test::EnvironmentVariable longer("PTO_TEST_FIRST_LONGER", "kept");
    ProcessOptions options = Shell(
        "printf '%s|%s|%s|%s' \"$PTO_TEST_FIRST\" \"$PTO_TEST_FIRST_LONGER\" "
        "\"$PTO_TEST_NEW\" \"$PTO_TEST_EMPTY\"; env | grep -c '^PTO_TEST_FIRST='");
    EXPECT_EQ(RunProcess(options).out, "ours|kept||1\n");
    options.environment = {"PTO_TEST_FIRST=theirs", "PTO_TEST_NEW=a=b c", "PTO_TEST_EMPTY="};
    EXPECT_EQ(RunProcess(options).out, "theirs|kept|a=b c|1\n");
    EXPECT_STREQ(getenv("PTO_TEST_FIRST"), "ours");
}

TEST(RunProcess, WithoutCaptureTheOutputIsOurs) {
    ProcessOptions options = Shell("printf text; exit 3");
    options.capture_output = false;
    testing::internal::CaptureStdout();
    const ProcessResult result = RunProcess(options);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "text");
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.exit_code, 3);
}

TEST(RunProcess, TimeoutKillsTheWholeGroup) {
    ProcessOptions options = Shell("sleep 300 & echo $!; sleep 300 & echo $!; wait");
    options.timeout_seconds = 1;
    const Clock::time_point start = Clock::now();
    const ProcessResult result = RunProcess(options);
    EXPECT_TRUE(result.timed_out);
    EXPECT_FALSE(result.Ok());
    EXPECT_GE(SecondsSince(start), 1.0);
    EXPECT_LT(SecondsSince(start), 30.0);
    const size_t newline = result.out.find('\n');
    ASSERT_NE(newline, std::string::npos) << result.out;
    EXPECT_TRUE(EndsWithin(result.out.substr(0, newline), 30.0));
    EXPECT_TRUE(EndsWithin(result.out.substr(newline + 1, result.out.size() - newline - 2), 30.0));
}

// The grandchild holds the pipes open and ignores SIGTERM, and its parent is gone.
TEST(RunProcess, TimeoutKillsWhoeverIgnoresTheFirstSignal) {
    ProcessOptions options = Shell("sh -c 'trap \"\" TERM; echo $$; while :; do sleep 0.1; done' & exit 0");
    options.timeout_seconds = 1;
    const Clock::time_point start = Clock::now();
    const ProcessResult result = RunProcess(options);
    EXPECT_TRUE(result.timed_out);
    EXPECT_LT(SecondsSince(start), 30.0);
    ASSERT_GT(result.out.size(), 1u);
    EXPECT_TRUE(EndsWithin(result.out.substr(0, result.out.size() - 1), 30.0));
}

TEST(RunProcess, TimeoutWithEndlessOutput) {
    ProcessOptions options = Shell("while :; do echo yes; done");
    options.timeout_seconds = 0.2;
    EXPECT_TRUE(RunProcess(options).timed_out);
}

TEST(RunProcess, TimeLimitsThatAreNotReached) {
    for (const double seconds : {0.0, -1.0, 30.0, 1e7, 1e18}) {
        ProcessOptions options = Shell("sleep 0.1; exit 4");
        options.timeout_seconds = seconds;
        const ProcessResult result = RunProcess(options);
        EXPECT_EQ(result.exit_code, 4) << seconds;
        EXPECT_FALSE(result.timed_out) << seconds;
    }
}

// The script sends us the signal itself, so that it cannot come before we are ready for it.
TEST(RunProcess, InterruptionReachesTheGroup) {
    for (const char* signal : {"INT", "TERM", "HUP"}) {
        const Clock::time_point start = Clock::now();
        const ProcessResult result =
            RunProcess(Shell("sleep 300 & echo $!; kill -" + std::string(signal) + " $PPID; wait"));
        EXPECT_TRUE(result.interrupted) << signal;
        EXPECT_FALSE(result.Ok());
        EXPECT_LT(SecondsSince(start), 30.0);
        ASSERT_GT(result.out.size(), 1u);
        EXPECT_TRUE(EndsWithin(result.out.substr(0, result.out.size() - 1), 30.0));
    }
}

TEST(RunProcess, SignalHandlersAreRestored) {
    struct sigaction before {};
    struct sigaction after {};
    before.sa_handler = SIG_IGN;
    struct sigaction original {};
    sigaction(SIGHUP, &before, &original);
    RunProcess(Shell("exit 0"));
    sigaction(SIGHUP, &original, &after);
    EXPECT_EQ(after.sa_handler, SIG_IGN);
}

TEST(RunProcess, GroupIsItsOwnUnlessAskedOtherwise) {
    ProcessOptions options = Shell("ps -o pgid= -p $$ | tr -d ' '");
    EXPECT_NE(RunProcess(options).out, std::to_string(getpgrp()) + "\n");
    options.own_group = false;
    EXPECT_EQ(RunProcess(options).out, std::to_string(getpgrp()) + "\n");
}

TEST(FindProgram, LooksThroughPathInOrder) {
    const test::TempSpace space;
    space.WriteProgram("one/tool", "#!/bin/sh\n");
    space.WriteProgram("two/tool", "#!/bin/sh\n");
    space.WriteProgram("two/other", "#!/bin/sh\n");
    space.Write("one/other", "not a program");
    space.MakeDirectory("one/folder");
    space.WriteProgram("two/folder", "#!/bin/sh\n");
    const std::string value = space.Path("none") + ":" + space.Path("one") + ":" + space.Path("two");
    const test::EnvironmentVariable path("PATH", value.c_str());
    EXPECT_EQ(FindProgram("tool"), space.Path("one/tool"));
    EXPECT_EQ(FindProgram("other"), space.Path("two/other")) << "a file that cannot be executed is passed over";
    EXPECT_EQ(FindProgram("folder"), space.Path("two/folder")) << "so is a directory";
    EXPECT_EQ(FindProgram("nothing"), "");
    EXPECT_EQ(FindProgram(space.Path("two/tool")), space.Path("two/tool"));
    EXPECT_EQ(FindProgram(space.Path("one/other")), "");
    EXPECT_EQ(FindProgram(space.Path("one/folder")), "");
    EXPECT_EQ(FindProgram(""), "");
}

// Whatever the user's variables say, messages are English, and bytes are read as before.
TEST(RunProcess, EnglishKeepsTheCharacterSet) {
    const auto seen = [] {
        ProcessOptions options;
        options.arguments = {"sh", "-c", "printf '%s|%s|%s|%s' \"$LC_ALL\" \"$LC_CTYPE\" \"$LC_MESSAGES\" \"$LANG\""};
        options.english = true;
        return RunProcess(options).out;
    };
    const test::EnvironmentVariable lang("LANG", "de_DE.UTF-8");
    const test::EnvironmentVariable messages("LC_MESSAGES", "fr_FR.UTF-8");
    const test::EnvironmentVariable type("LC_CTYPE", nullptr);
    const test::EnvironmentVariable all("LC_ALL", nullptr);
    EXPECT_EQ(seen(), "||C|de_DE.UTF-8");
    const test::EnvironmentVariable some("LC_CTYPE", "zh_CN.UTF-8");
    EXPECT_EQ(seen(), "|zh_CN.UTF-8|C|de_DE.UTF-8");
    const test::EnvironmentVariable over("LC_ALL", "ja_JP.UTF-8");
    EXPECT_EQ(seen(), "|ja_JP.UTF-8|C|de_DE.UTF-8");
}

TEST(OwnProgram, IsTheRunningOne) {
    EXPECT_EQ(OwnProgram(), std::filesystem::canonical(std::string(PTO_BIN_DIR) + "/unit_tests"));
}

TEST(FindProgram, WithoutPathTheSystemsDirectories) {
    const test::EnvironmentVariable path("PATH", nullptr);
    EXPECT_EQ(FindProgram("sh"), "/usr/bin/sh");
}

}  // namespace
}  // namespace pto
