#include "base/process_family.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>

#include "base/process.h"

namespace pto {
namespace {

// Runs `body` in a process of its own, which adopts and is ended as it likes; its status.
int StatusOf(const std::function<int()>& body) {
    const pid_t child = fork();
    if (child == 0) _exit(body());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

[[noreturn]] void WaitForEver() {
    for (;;) pause();
}

// The end of a pipe that `body` and all it starts hold; true when it comes after `body` said that it is there.
bool AllEnd(const std::function<void(int alive)>& body) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        body(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    char byte = 0;
    const bool there = read(ends[0], &byte, 1) == 1;
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const bool gone = read(ends[0], &byte, 1) == 0;
    close(ends[0]);
    return there && gone;
}

TEST(ProcessFamily, AChildEndsWithAParentThatIsKilled) {
    EXPECT_TRUE(AllEnd([](int alive) {
        const pid_t parent = getpid();
        if (fork() == 0) {
            EndWithParent(SIGKILL, parent);
            if (write(alive, "x", 1) == 1) WaitForEver();
        }
        WaitForEver();
    }));
}

TEST(ProcessFamily, AParentThatIsGoneAlreadyCounts) {
    EXPECT_EQ(StatusOf([] {
                  EndWithParent(SIGTERM, 1 + getppid());
                  return 5;
              }),
              -SIGTERM);
    EXPECT_EQ(StatusOf([] {
                  EndWithParent(SIGTERM, getppid());
                  return 5;
              }),
              5);
}

// The shell lives until the process that it started is gone: its input ends with that.
TEST(ProcessFamily, WhatABuildStartsEndsWithItAlsoThroughAShell) {
    EXPECT_TRUE(AllEnd([](int alive) {
        int started[2];
        int input[2];
        if (pipe2(started, O_CLOEXEC) != 0 || pipe(input) != 0) return;
        if (fork() == 0) {
            if (fork() == 0) {
                char byte = 0;
                close(started[1]);
                close(input[0]);
                if (read(started[0], &byte, 1) != 0) _exit(1);  // it is a shell now
                EndWithBuild();
                WatchBuild();
                if (write(alive, "x", 1) == 1) WaitForEver();
            }
            close(alive);
            close(input[1]);
            dup2(input[0], STDIN_FILENO);
            execlp("sh", "sh", "-c", "read never; :", nullptr);
        }
        close(started[1]);
        close(input[1]);
        WaitForEver();
    }));
}

TEST(ProcessFamily, ChildrenAndWhatTheyLeaveAreEndedAndCounted) {
    EXPECT_EQ(StatusOf([] {
                  AdoptOrphans();
                  EXPECT_EQ(EndChildren(), 0U);
                  int ends[2];
                  if (pipe(ends) != 0) return 100;
                  if (fork() == 0) {
                      if (fork() == 0) {
                          setsid();
                          if (write(ends[1], "x", 1) == 1) WaitForEver();
                      }
                      WaitForEver();
                  }
                  const pid_t gone = fork();
                  if (gone == 0) _exit(0);
                  siginfo_t info;
                  if (waitid(P_PID, gone, &info, WEXITED | WNOWAIT) != 0) return 103;  // ended, and not yet waited for
                  char byte = 0;
                  if (read(ends[0], &byte, 1) != 1) return 101;
                  close(ends[1]);
                  const size_t ended = EndChildren();
                  return read(ends[0], &byte, 1) == 0 ? static_cast<int>(ended) : 102;
              }),
              2);
}

TEST(ProcessFamily, TheRunningCommandIsKilledWithUs) {
    EXPECT_TRUE(AllEnd([](int alive) {
        dup2(alive, 9);
        ProcessOptions options;
        options.arguments = {"/bin/sh", "-c", "printf x >&9; exec sleep 1000"};
        RunProcess(options);
    }));
}

TEST(ProcessFamily, ATracerIsNoticed) {
    EXPECT_EQ(StatusOf([] { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 && !IsTraced() ? 1 : 0; }), 0);
}

}  // namespace
}  // namespace pto
