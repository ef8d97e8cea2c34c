// Kernels and hooks that take the process with them, at any point of their life: the verdict is that of the files, and
// where there is none a line says who did what. One compile for all: what to do is a word in the environment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr char kActs[] = R"(
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>
namespace misbehaviour {
inline void Act(const char* point) {
    const char* asked = std::getenv("PTO_TEST_ACT");
    if (asked == nullptr || std::strncmp(asked, point, std::strlen(point)) != 0 || asked[std::strlen(point)] != ':')
        return;
    const char* act = asked + std::strlen(point) + 1;
    const auto is = [&](const char* name) { return std::strcmp(act, name) == 0; };
    if (is("hang")) for (;;) pause();
    if (is("exit")) std::exit(0);
    if (is("_exit")) _exit(0);
    if (is("quick_exit")) std::quick_exit(0);
    if (is("exit_group")) syscall(SYS_exit_group, 0);
    if (is("abort")) std::abort();
    if (is("kill")) raise(SIGKILL);
    if (is("kill_parent")) { kill(getppid(), SIGKILL); for (;;) pause(); }
    if (is("kill_group")) kill(0, SIGTERM);
    if (is("stop")) raise(SIGSTOP);
    if (is("throw")) throw std::runtime_error("thrown");
    if (is("exec")) execlp("true", "true", nullptr);
    if (is("close")) for (int i = 0; i < 1024; ++i) close(i);
    if (is("noise")) { std::printf("noise\n"); std::fprintf(stderr, "noise\n"); }
    if (is("session")) { setpgid(0, 0); setsid(); }
    if (is("thread")) std::thread([] { for (;;) pause(); }).detach();
    if (is("rounding")) std::fesetround(FE_UPWARD);
    if (is("directory") && chdir("/") != 0) std::abort();
    if (is("umask")) umask(0777);
    if (is("handler")) std::signal(SIGUSR1, SIG_IGN);
    if (is("mask")) { sigset_t all; sigfillset(&all); pthread_sigmask(SIG_SETMASK, &all, nullptr); }
    if (is("locale")) std::setlocale(LC_ALL, "C.UTF-8");
    if (is("environment")) { setenv("PTO_TEST_NEW", "1", 1); unsetenv("PATH"); }
    if (is("timer")) { const itimerval hour = {{}, {3600, 0}}; setitimer(ITIMER_REAL, &hour, nullptr); }
    if (is("limit")) { const rlimit none = {0, RLIM_INFINITY}; setrlimit(RLIMIT_CORE, &none); rlimit few; getrlimit(RLIMIT_NOFILE, &few); few.rlim_cur = 20; setrlimit(RLIMIT_NOFILE, &few); }
    if (is("output")) { const int none = open("/dev/null", O_WRONLY); dup2(none, 1); dup2(none, 2); close(none); }
    if (is("fork") && fork() == 0) for (;;) pause();
    if (is("copy")) fork();
    if (is("daemon")) {
        const pid_t first = fork();
        if (first == 0) { setsid(); if (fork() == 0) execlp("sleep", "sleep", "1000", nullptr); _exit(0); }
        waitpid(first, nullptr, 0);
    }
}
struct Life {
    Life() { Act("load"); if (std::getenv("PTO_TEST_ATEXIT") != nullptr) std::atexit([] { Act("atexit"); }); }
    ~Life() { Act("unload"); }
};
static Life life;
}
)";

// After the place of the library.
constexpr char kLoaded[] = "look at the static constructors of its source\n";

class Misbehaviour : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        work_ = new Workspace;
        directory_ = new std::string(work_->CopyExample("scale_shift"));
        const std::string kernel = *directory_ + "/kernels/aiv/scale_shift.cpp";
        EditFile(kernel, "using namespace pto;\n", std::string("using namespace pto;\n") + kActs);
        EditFile(kernel, "TMULS(tile, tile, 2.0f);",
                 "misbehaviour::Act(\"run\");\n    TMULS(tile, tile, std::getenv(\"PTO_TEST_WRONG\") ? 3.0f : 2.0f);");
        EXPECT_EQ(work_->Generate(*directory_).exit_code, 0);
        const Outcome built = work_->Ninja(*directory_, {"ready"});
        EXPECT_EQ(built.exit_code, 0) << built.All();
    }
    static void TearDownTestSuite() {
        delete directory_;
        delete work_;
    }

    static Outcome Go(const std::string& act, const std::vector<std::string>& flags = {}, bool wrong = false) {
        std::vector<std::string> command = {std::string(PTO_BIN_DIR) + "/pto-replay", *directory_, "--no-build"};
        command.insert(command.end(), flags.begin(), flags.end());
        Environment env = {"PTO_TEST_ACT=" + act};
        if (act.starts_with("atexit:")) env.emplace_back("PTO_TEST_ATEXIT=1");
        if (wrong) env.emplace_back("PTO_TEST_WRONG=1");
        Outcome outcome = work_->Tool(command, {}, env);
        const std::string library = *directory_ + "/.pto-ninja/a2a3sim-embedded/kernels/aiv/scale_shift.so";
        for (size_t at = 0; (at = outcome.err.find(library)) != std::string::npos;)
            outcome.err.replace(at, library.size(), "L");
        return outcome;
    }

    static Workspace* work_;
    static std::string* directory_;
};

Workspace* Misbehaviour::work_ = nullptr;
std::string* Misbehaviour::directory_ = nullptr;

TEST_F(Misbehaviour, WithoutAVerdictALineSaysWhoDidWhat) {
    const std::string end_remedy = "; return from the function, or throw an exception\n";
    const std::pair<const char*, std::string> members[] = {
        {"load:_exit", "L: ended the process with exit code 0 while it was loaded; " + std::string(kLoaded)},
        {"load:exit_group", "L: ended the process with exit code 0 while it was loaded; " + std::string(kLoaded)},
        {"load:exec", "L: ended the process with exit code 0 while it was loaded; " + std::string(kLoaded)},
        {"load:exit", "L, while it was loaded: ended the process by calling exit" + end_remedy},
        {"load:quick_exit", "L, while it was loaded: ended the process by calling exit" + end_remedy},
        {"load:abort", "L, while it was loaded: aborted\n"},
        {"load:throw", "L, while it was loaded: aborted\n"},
        {"load:kill", "L: the process was ended by signal 9 (Killed) while it was loaded; " + std::string(kLoaded)},
        {"load:kill_parent",
         "L: the process that started it was ended by signal 9 (Killed) while it was loaded; " + std::string(kLoaded)},
        {"load:stop",
         "L: the process was stopped by signal 19 (Stopped (signal)) while it was loaded; " + std::string(kLoaded)},
        {"load:hang",
         "L: not done within the time limit of 1 s: it was being loaded; look at the static constructors "
         "of its source; --timeout SECONDS sets the limit\n"},
        {"run:_exit", "kernel 'scale_shift' (task 0): ended the process with exit code 0" + end_remedy},
        {"run:exit_group", "kernel 'scale_shift' (task 0): ended the process with exit code 0" + end_remedy},
        {"run:exec", "kernel 'scale_shift' (task 0): ended the process with exit code 0" + end_remedy},
        {"run:exit", "kernel 'scale_shift' (task 0): ended the process by calling exit" + end_remedy},
        {"run:quick_exit", "kernel 'scale_shift' (task 0): ended the process by calling exit" + end_remedy},
        {"run:abort", "kernel 'scale_shift' (task 0): aborted\n"},
        {"run:throw", "kernel 'scale_shift' (task 0): uncaught C++ exception: thrown\n"},
        {"run:kill",
         "kernel 'scale_shift' (task 0): the process was ended by signal 9 (Killed) while it ran; look for who sends "
         "it; the machine may have had no memory left\n"},
        {"run:kill_parent",
         "kernel 'scale_shift' (task 0): the process that started it was ended by signal 9 (Killed) while it ran; "
         "look for who sends it; the machine may have had no memory left\n"},
        {"run:kill_group",
         "kernel 'scale_shift' (task 0): the process was ended by signal 15 (Terminated) while it ran; look for who "
         "sends it\n"},
        {"run:stop",
         "kernel 'scale_shift' (task 0): the process was stopped by signal 19 (Stopped (signal)) while it ran; look "
         "for who sends it\n"},
    };
    for (const auto& [act, text] : members) {
        const bool hangs = std::string(act).ends_with("hang");
        const Outcome outcome = Go(act, {"--timeout", hangs ? "1" : "60"});
        EXPECT_EQ(outcome.exit_code, 3) << act;
        // No exception passes the loader.
        const char* const before = std::string(act) == "load:throw"
                                       ? "terminate called after throwing an instance of 'std::runtime_error'\n"
                                         "  what():  thrown\n"
                                       : "";
        EXPECT_EQ(outcome.err, before + ("pto-replay: error: " + text)) << act;
        EXPECT_EQ(outcome.out,
                  "pto-replay: infrastructure: see the error above; details in .pto-ninja/last_run.json\n");
        EXPECT_EQ(LastRun(*directory_, "result"), "\"infrastructure\"") << act;
        EXPECT_EQ(LastRun(*directory_, "entries"), "[]") << act;
    }
}

TEST_F(Misbehaviour, AVerdictStandsWhateverComesAfterIt) {
    const std::string known = "after the result was known: L";
    const std::pair<const char*, std::string> members[] = {
        {"unload:_exit", known + ": ended the process with exit code 0 while it was unloaded"},
        {"unload:exit_group", known + ": ended the process with exit code 0 while it was unloaded"},
        {"unload:exec", known + ": ended the process with exit code 0 while it was unloaded"},
        {"unload:exit", known + ", while it was unloaded: ended the process by calling exit; return from the function, "
                                "or throw an exception"},
        {"unload:abort", known + ", while it was unloaded: aborted"},
        {"unload:kill", known + ": the process was ended by signal 9 (Killed) while it was unloaded"},
        {"unload:stop", known + ": the process was stopped by signal 19 (Stopped (signal)) while it was unloaded"},
        {"unload:hang", known + ": not done within the time limit of 1 s: it was being unloaded"},
        {"atexit:_exit", known + ": ended the process with exit code 0 while it was unloaded"},
        {"atexit:hang", known + ": not done within the time limit of 1 s: it was being unloaded"},
    };
    for (const auto& [act, text] : members) {
        for (const bool wrong : {false, true}) {
            const bool hangs = std::string(act).ends_with("hang");
            const Outcome outcome = Go(act, {"--timeout", hangs ? "1" : "60"}, wrong);
            EXPECT_EQ(outcome.exit_code, wrong ? 1 : 0) << act;
            EXPECT_EQ(outcome.err, "pto-replay: note: " + text + "\n") << act;
            EXPECT_THAT(outcome.out,
                        HasSubstr(wrong ? "pto-replay: mismatch: y FAIL" : "pto-replay: passed: y PASS 0"));
            EXPECT_EQ(LastRun(*directory_, "result"), wrong ? "\"mismatch\"" : "\"passed\"") << act;
            EXPECT_THAT(LastRun(*directory_, "entries"), HasSubstr("after the result was known: ")) << act;
        }
    }
}

TEST_F(Misbehaviour, WhatDoesNoHarmChangesNothing) {
    for (const char* act : {"load:close", "run:close", "unload:close", "run:session", "run:thread", "run:nothing"}) {
        for (const bool wrong : {false, true}) {
            const Outcome outcome = Go(act, {}, wrong);
            EXPECT_EQ(outcome.exit_code, wrong ? 1 : 0) << act;
            EXPECT_EQ(outcome.err, "") << act;
            EXPECT_EQ(LastRun(*directory_, "result"), wrong ? "\"mismatch\"" : "\"passed\"") << act;
        }
    }
    const Outcome noisy = Go("unload:noise");
    EXPECT_THAT(noisy.out, testing::StartsWith("noise\n"));
    EXPECT_THAT(noisy.out, HasSubstr("pto-replay: passed: y PASS 0"));
    EXPECT_EQ(noisy.err, "noise\n");
}

// Whatever a program does to its process, the next one, the judge and the files find it as it was.
TEST_F(Misbehaviour, WhatAProgramChangesOfItsProcessIsPutBackAndNamed) {
    const std::string floats = "how floating-point numbers are computed (rounding, traps or denormal numbers)";
    const std::pair<const char*, std::string> members[] = {
        {"load:rounding", "loading the program changed " + floats},
        {"run:rounding", "kernel 'scale_shift' changed " + floats},
        {"load:directory", "loading the program changed the working directory"},
        {"run:directory", "the program changed the working directory"},
        {"run:umask", "the program changed the umask"},
        {"run:handler", "the program changed the handler of SIGUSR1"},
        {"load:mask", "loading the program changed which signals are blocked"},
        {"run:locale", "the program changed the locale"},
        {"run:environment",
         "the program changed the environment variable 'PTO_TEST_NEW', the environment variable 'PATH'"},
        {"run:timer", "the program changed a timer"},
        {"run:limit", "the program changed a resource limit"},
        {"run:output", "the program changed standard output, standard error"},
    };
    for (const auto& [act, text] : members) {
        for (const bool wrong : {false, true}) {
            const Outcome outcome = Go(act, {"--save-outputs", "out.npy"}, wrong);
            EXPECT_EQ(outcome.exit_code, wrong ? 1 : 0) << act << outcome.All();
            EXPECT_EQ(outcome.err, "") << act;
            EXPECT_THAT(outcome.out,
                        HasSubstr("note: " + text + "; that was put back, so that nothing else finds it so\n"))
                << act;
            EXPECT_EQ(LastRun(*directory_, "result"), wrong ? "\"mismatch\"" : "\"passed\"") << act;
        }
        const Outcome rounds = Go(act, {"benchmark", "--rounds", "3"});
        EXPECT_EQ(rounds.exit_code, 0) << act << rounds.All();
    }
}

// That the outcome is there is the proof: its pipes end with the last process that has them.
TEST_F(Misbehaviour, NoProcessOfAProgramOutlivesIt) {
    for (const char* act : {"load:fork", "run:fork", "unload:fork", "run:copy", "run:daemon", "load:daemon"}) {
        const Outcome outcome = Go(act, {}, true);
        EXPECT_EQ(outcome.exit_code, 1) << act;
        EXPECT_EQ(outcome.err, "pto-replay: note: 1 process that the program left running was ended\n") << act;
    }
}

TEST_F(Misbehaviour, JsonIsThatOfTheFile) {
    for (const char* act : {"unload:_exit", "run:_exit"}) {
        const Outcome outcome = Go(act, {"--json"}, true);
        EXPECT_EQ(outcome.out, ReadFile(*directory_ + "/.pto-ninja/last_run.json")) << act;
    }
    EXPECT_EQ(LastRun(*directory_, "message"),
              "\"kernel 'scale_shift' (task 0): ended the process with exit code 0; return from the function, or throw "
              "an exception\"");
}

TEST_F(Misbehaviour, OtherCommandsAreNoDifferent) {
    EXPECT_EQ(Go("unload:_exit", {"benchmark", "--rounds", "2"}, true).exit_code, 1);
    EXPECT_EQ(Go("run:_exit", {"benchmark", "--rounds", "2"}).exit_code, 3);
    // The samples are lost with the process.
    EXPECT_EQ(Go("unload:_exit", {"benchmark", "--rounds", "2"}).exit_code, 3);
    EXPECT_EQ(Go("unload:_exit", {"run"}).exit_code, 0);
    EXPECT_EQ(LastRun(*directory_, "result"), "\"not validated\"");
}

TEST_F(Misbehaviour, HooksAreTheUsersCodeToo) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Generate(directory).exit_code, 0);
    WriteFile(directory + "/debug/replay_hooks.cpp",
              std::string("#include <pto_ninja/replay_hooks.h>\n") + kActs +
                  "void MakeInputs(pto_ninja::Arguments&) { misbehaviour::Act(\"make\"); }\n"
                  "void UserCompare(const pto_ninja::Arguments&) {\n"
                  "    misbehaviour::Act(\"compare\");\n"
                  "    if (std::getenv(\"PTO_TEST_WRONG\")) throw std::runtime_error(\"wrong\");\n"
                  "}\n");
    ASSERT_EQ(work.Ninja(directory, {"ready"}).exit_code, 0);
    const auto go = [&](const std::string& act, const Environment& more = {}) {
        Environment env = more;
        env.push_back("PTO_TEST_ACT=" + act);
        return work.Tool({std::string(PTO_BIN_DIR) + "/pto-replay", directory, "--no-build", "--timeout", "2"}, {},
                         env);
    };
    EXPECT_EQ(
        go("make:_exit").err,
        "pto-replay: error: MakeInputs of debug/replay_hooks.cpp: ended the process with exit code 0; return from "
        "the function, or throw an exception\n");
    EXPECT_EQ(go("compare:hang").err,
              "pto-replay: error: not done within the time limit of 2 s: UserCompare of debug/replay_hooks.cpp was "
              "running; look for a wait that nobody answers or a loop that does not end; --timeout SECONDS sets the "
              "limit\n");
    EXPECT_THAT(go("load:_exit").err,
                MatchesRegex("pto-replay: error: .*hooks.*\\.so: ended the process with exit code "
                             "0 while it was loaded; look at the static constructors of its "
                             "source\n"));
    const Outcome wrong = go("unload:_exit", {"PTO_TEST_WRONG=1"});
    EXPECT_EQ(wrong.exit_code, 1) << wrong.All();
    EXPECT_THAT(wrong.err, HasSubstr("ended the process with exit code 0 while it was unloaded\n"));
    EXPECT_EQ(go("unload:_exit").exit_code, 0);
}

// Ranks are threads of the worker.
TEST_F(Misbehaviour, RanksAreNoDifferent) {
    PTO_NEEDS(MissingPython());  // a host orchestration is recorded
    Workspace work;
    const std::string directory = work.CopyExample("neighbour_sum");
    const std::string kernel = directory + "/next_levels/collect/kernels/aiv/add_neighbour.cpp";
    EditFile(kernel, "using namespace pto;\n", std::string("using namespace pto;\n") + kActs);
    EditFile(kernel, "    TADD(own, own, theirs);", "    misbehaviour::Act(\"run\");\n    TADD(own, own, theirs);");
    ASSERT_EQ(work.Generate(directory).exit_code, 0);
    const Outcome built = work.Ninja(directory, {"ready"});
    ASSERT_EQ(built.exit_code, 0) << built.All();
    const auto go = [&](const std::string& act) {
        return work.Tool({std::string(PTO_BIN_DIR) + "/pto-replay", directory, "--no-build"}, {},
                         {"PTO_TEST_ACT=" + act});
    };
    const Outcome ended = go("run:_exit");
    EXPECT_EQ(ended.exit_code, 3);
    EXPECT_THAT(ended.err, MatchesRegex("pto-replay: error: .*kernel 'add_neighbour' \\(task 0\\).*: ended the process "
                                        "with exit code 0; return from the function, or throw an exception\n"));
    EXPECT_EQ(go("load:_exit").exit_code, 3);
    const Outcome passed = go("unload:_exit");
    EXPECT_EQ(passed.exit_code, 0) << passed.All();
    EXPECT_THAT(passed.err,
                MatchesRegex("pto-replay: note: after the result was known: .*/add_neighbour\\.so: ended the "
                             "process with exit code 0 while it was unloaded\n"));
}

}  // namespace
}  // namespace pto::test
