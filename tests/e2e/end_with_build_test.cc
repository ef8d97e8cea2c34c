// A ninja that is ended takes what it started with it, whatever ended it. Who works holds a pipe with a name open and
// says that it is there; the end of the pipe is that nobody is left.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

constexpr int kSignalsOfANinja[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL};

class EndWithBuild : public testing::Test {
  protected:
    void SetUp() override {
        directory_ = work_.CopyExample("scale_shift");
        ASSERT_EQ(mkfifo(Fifo().c_str(), 0600), 0);
    }

    std::string Fifo() const { return work_.Path("alive"); }

    pid_t StartNinja(const Environment& env) const {
        const pid_t ninja = fork();
        if (ninja != 0) return ninja;
        setpgid(0, 0);
        const int output = open(work_.Path("log").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        for (const std::string& variable : env) putenv(const_cast<char*>(variable.c_str()));
        execlp("ninja", "ninja", "-C", directory_.c_str(), "replay", nullptr);
        _exit(127);
    }

    // One byte, or the end: 1 or 0; -1 when neither comes.
    static ssize_t Next(int pipe) {
        constexpr int kSoonMs = 120'000;
        pollfd descriptor = {pipe, POLLIN, 0};
        char byte = 0;
        return poll(&descriptor, 1, kSoonMs) == 1 ? read(pipe, &byte, 1) : -1;
    }

    void ExpectNobodyLeft(const Environment& env) {
        for (const int number : kSignalsOfANinja) {
            const pid_t ninja = StartNinja(env);
            const int pipe = open(Fifo().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
            EXPECT_EQ(Next(pipe), 1) << ReadFile(work_.Path("log"));
            kill(ninja, number);
            EXPECT_EQ(Next(pipe), 0) << "somebody outlived ninja after signal " << number;
            close(pipe);
            if (testing::Test::HasFailure()) kill(-ninja, SIGKILL);
            waitpid(ninja, nullptr, 0);
            if (testing::Test::HasFailure()) break;
        }
    }

    Workspace work_;
    std::string directory_;
};

TEST_F(EndWithBuild, Replay) {
    const std::string kernel = directory_ + "/kernels/aiv/scale_shift.cpp";
    EditFile(kernel, "using namespace pto;\n",
             "using namespace pto;\n#include <fcntl.h>\n#include <unistd.h>\n#include <cstdlib>\n");
    EditFile(kernel, "TMULS(tile, tile, 2.0f);",
             "if (const char* name = std::getenv(\"PTO_TEST_ALIVE\")) {\n"
             "        const int fifo = open(name, O_WRONLY);\n"
             "        if (fork() == 0) { setsid(); for (;;) pause(); }\n"
             "        if (write(fifo, \"x\", 1) == 1) for (;;) pause();\n"
             "    }\n"
             "    TMULS(tile, tile, 2.0f);");
    const Outcome built = work_.Replay(directory_);
    ASSERT_EQ(built.exit_code, 0) << built.All();
    ExpectNobodyLeft({"PTO_TEST_ALIVE=" + Fifo()});
}

TEST_F(EndWithBuild, Compile) {
    work_.space().WriteProgram("slow-c++",
                               "#!/bin/sh\nif [ -n \"$PTO_TEST_ALIVE\" ] && [ \"$1\" != --version ]; then\n"
                               "exec 3> \"$PTO_TEST_ALIVE\"; printf x >&3; sleep 1000 & wait; fi\nexec c++ \"$@\"\n");
    const Environment env = {"PTO_SIM_CXX=" + work_.Path("slow-c++")};
    ASSERT_EQ(work_.Replay(directory_, env).exit_code, 0);
    EditFile(directory_ + "/kernels/aiv/scale_shift.cpp", "2.0f", "3.0f");
    Environment slow = env;
    slow.push_back("PTO_TEST_ALIVE=" + Fifo());
    ExpectNobodyLeft(slow);
}

TEST_F(EndWithBuild, Golden) {
    PTO_NEEDS(MissingPython());
    work_.space().WriteProgram(
        "slow-python",
        "#!/bin/sh\nif [ -n \"$PTO_TEST_ALIVE\" ]; then\n"
        "exec 3> \"$PTO_TEST_ALIVE\"; printf x >&3; sleep 1000 & wait; fi\nexec python3 \"$@\"\n");
    const Environment env = {"PTO_PYTHON=" + work_.Path("slow-python")};
    ASSERT_EQ(work_.Generate(directory_, {}, env).exit_code, 0);
    ASSERT_EQ(work_.Ninja(directory_, {"ready"}, env).exit_code, 0);
    EditFile(directory_ + "/golden.py", "* 2.0", "* (1.0 + 1.0)");
    EditFile(directory_ + "/golden.py", "import torch\n", "import torch\nimport math\n");
    Environment slow = env;
    slow.push_back("PTO_TEST_ALIVE=" + Fifo());
    ExpectNobodyLeft(slow);
}

}  // namespace
}  // namespace pto::test
