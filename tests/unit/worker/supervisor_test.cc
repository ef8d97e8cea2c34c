// Workers that do everything but end in order. Each case runs in a process of its own, since the supervisor adopts
// orphans and takes signals.
#include "runtime/worker/supervisor.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

namespace pto::run {
namespace {

using embedded::ActivityScope;
using embedded::Phase;

struct Pipe {
    int ends[2];
    Pipe() { EXPECT_EQ(pipe(ends), 0); }
    void Close(int end) {
        if (ends[end] >= 0) close(ends[end]);
        ends[end] = -1;
    }
    ~Pipe() {
        Close(0);
        Close(1);
    }
};

std::string ReadToEnd(int descriptor) {
    std::string text;
    char buffer[4096];
    for (ssize_t count; (count = read(descriptor, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<size_t>(count));
    return text;
}

void Say(int descriptor, const std::string& text) {
    EXPECT_EQ(write(descriptor, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

[[noreturn]] void Hang() {
    for (;;) pause();
}

void PostResult(WorkerBoard& board, bool complete, int exit_code = 0) {
    WorkerResult result;
    result.complete = complete;
    result.exit_code = exit_code;
    board.Post(result);
}

// "complete 1; d/x.so: ...", what the supervisor found. The text ends when every process that the case started is gone,
// since they hold the pipe.
std::string Found(const std::function<void(WorkerBoard&)>& work, double timeout_seconds = 0) {
    Pipe pipe;
    const pid_t child = fork();
    if (child == 0) {
        WorkerBoard board;
        const Supervised found = Supervise({timeout_seconds, true, 0.1, 0.5}, board, [&] {
            PublishActivity(board.shared().activity);
            work(board);
            board.shared().left_in_order = true;
            _exit(0);
        });
        std::string text = "no result";
        if (found.result) {
            text = (found.result->complete ? "complete " : "partial ") + std::to_string(found.result->exit_code);
        }
        if (found.end) text += "; " + NoteOfEnd(*found.end).substr(std::string("after the result was known: ").size());
        if (found.ended_processes > 0) text += "; ended " + std::to_string(found.ended_processes);
        Say(pipe.ends[1], text);
        _exit(0);
    }
    pipe.Close(1);
    std::string text = ReadToEnd(pipe.ends[0]);
    waitpid(child, nullptr, 0);
    return text;
}

TEST(Supervisor, AWorkerThatEndsInOrder) {
    EXPECT_EQ(Found([](WorkerBoard& board) { PostResult(board, true, 1); }), "complete 1");
}

TEST(Supervisor, TheLastWholeResultStands) {
    const auto two = [](WorkerBoard& board) {
        PostResult(board, false, 3);
        PostResult(board, true, 1);
        const ActivityScope activity(Phase::kUnloading, "d/x.so");
        _exit(0);
    };
    EXPECT_EQ(Found(two), "complete 1; d/x.so: ended the process with exit code 0 while it was unloaded");
    const auto one = [](WorkerBoard& board) {
        PostResult(board, false, 3);
        const ActivityScope activity(Phase::kLoading, "d/y.so");
        _exit(0);
    };
    EXPECT_EQ(Found(one), "partial 3; d/y.so: ended the process with exit code 0 while it was loaded");
}

TEST(Supervisor, EndsOfAllKinds) {
    const auto in = [](Phase phase, const char* subject, const std::function<void()>& body) {
        return [=](WorkerBoard&) {
            const ActivityScope activity(phase, subject);
            body();
        };
    };
    EXPECT_EQ(Found(in(Phase::kRunning, "orchestration 'f'", [] { raise(SIGKILL); })),
              "no result; orchestration 'f': the process was ended by signal 9 (Killed) while it ran");
    EXPECT_EQ(Found(in(Phase::kRunning, "orchestration 'f'", [] { raise(SIGSTOP); })),
              "no result; orchestration 'f': the process was stopped by signal 19 (Stopped (signal)) while it ran");
    EXPECT_EQ(Found(in(Phase::kRunning, "orchestration 'f'",
                       [] {
                           kill(getppid(), SIGKILL);
                           Hang();
                       })),
              "no result; orchestration 'f': the process that started it was ended by signal 9 (Killed) while it ran");
    EXPECT_EQ(Found(in(Phase::kCalling, "UserCompare", [] { kill(0, SIGTERM); })),
              "no result; UserCompare: the process was ended by signal 15 (Terminated) while it ran");
    EXPECT_EQ(Found(in(Phase::kLoading, "d/x.so", [] { execlp("true", "true", nullptr); })),
              "no result; d/x.so: ended the process with exit code 0 while it was loaded");
    EXPECT_EQ(Found([](WorkerBoard& board) {
                  constexpr char kText[] = "kernel 'x': aborted";
                  board.PostCrash(kText, sizeof kText - 1);
                  _exit(3);
              }),
              "no result; kernel 'x': aborted");
}

TEST(Supervisor, SignalsToTheParentDoNotReachTheSupervisor) {
    EXPECT_EQ(Found([](WorkerBoard& board) {
                  for (const int number : {SIGTERM, SIGINT, SIGHUP}) kill(getppid(), number);
                  PostResult(board, true);
              }),
              "complete 0");
}

TEST(Supervisor, TheLimitIsOneOfEachStep) {
    const auto hangs_in = [](Phase phase) {
        return [phase](WorkerBoard&) {
            const ActivityScope activity(phase, "x");
            Hang();
        };
    };
    EXPECT_EQ(Found(hangs_in(Phase::kLoading), 0.2),
              "no result; x: not done within the time limit of 0.2 s: it was being loaded");
    EXPECT_EQ(Found(hangs_in(Phase::kCalling), 0.2),
              "no result; not done within the time limit of 0.2 s: x was running");
    EXPECT_EQ(Found(hangs_in(Phase::kRunning), 0.2),
              "no result; not done within the time limit of 0.2 s: x was running");
    const auto ends_late = [](WorkerBoard& board) {
        PostResult(board, true, 1);
        const ActivityScope activity(Phase::kUnloading, "x");
        Hang();
    };
    EXPECT_EQ(Found(ends_late, 0.2), "complete 1; x: not done within the time limit of 0.2 s: it was being unloaded");
    EXPECT_EQ(Found(ends_late), "complete 1; x: not done within the time limit of 0.5 s: it was being unloaded");
}

TEST(Supervisor, WhatTheProgramLeavesIsEnded) {
    EXPECT_EQ(Found([](WorkerBoard& board) {
                  if (fork() == 0) Hang();
                  PostResult(board, true);
              }),
              "complete 0; ended 1");
    // A daemon, as such are started.
    EXPECT_EQ(Found([](WorkerBoard& board) {
                  const pid_t first = fork();
                  if (first == 0) {
                      setsid();
                      if (fork() == 0) Hang();
                      _exit(0);
                  }
                  waitpid(first, nullptr, 0);
                  PostResult(board, true);
              }),
              "complete 0; ended 1");
}

TEST(Supervisor, AWorkerInAGroupAndSessionOfItsOwnIsEndedToo) {
    EXPECT_EQ(Found(
                  [](WorkerBoard&) {
                      const ActivityScope activity(Phase::kLoading, "x");
                      if (fork() == 0) setsid();
                      Hang();
                  },
                  0.2),
              "no result; x: not done within the time limit of 0.2 s: it was being loaded; ended 1");
}

TEST(Supervisor, ACopyThatTheProgramForksSaysNothing) {
    EXPECT_EQ(Found([](WorkerBoard& board) {
                  const pid_t copy = fork();
                  if (copy == 0) {
                      const ActivityScope activity(Phase::kLoading, "x");
                      PostResult(board, true, 1);  // does not return
                      Hang();
                  }
                  int status = -1;
                  waitpid(copy, &status, 0);
                  PostResult(board, true, status);
              }),
              "complete 0");
}

TEST(Supervisor, DescriptorsAreNotNeeded) {
    EXPECT_EQ(Found([](WorkerBoard& board) {
                  for (int i = 0; i < 256; ++i) close(i);
                  PostResult(board, true, 1);
              }),
              "complete 1");
}

// The worker says that it is there through a pipe; that everybody is gone is its end.
TEST(Supervisor, InterruptionsEndTheWorkerAndAllItStarted) {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        Pipe pipe;
        const pid_t child = fork();
        if (child == 0) {
            WorkerBoard board;
            Supervise({}, board, [&] {
                if (fork() == 0) {
                    setsid();
                    Say(pipe.ends[1], "x");
                    Hang();
                }
                Hang();
            });
            _exit(77);
        }
        pipe.Close(1);
        char there = 0;
        ASSERT_EQ(read(pipe.ends[0], &there, 1), 1);
        kill(child, number);
        EXPECT_EQ(ReadToEnd(pipe.ends[0]), "");
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status));
        EXPECT_EQ(WTERMSIG(status), number);
    }
}

TEST(Supervisor, IgnoredSignalsStayIgnored) {
    Pipe ready;
    Pipe go;
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGHUP, SIG_IGN);
        WorkerBoard board;
        const Supervised found = Supervise({}, board, [&] {
            Say(ready.ends[1], "x");
            char byte = 0;
            if (read(go.ends[0], &byte, 1) == 1) PostResult(board, true);
            board.shared().left_in_order = true;
            _exit(0);
        });
        _exit(found.result && found.result->complete ? 0 : 1);
    }
    char there = 0;
    ASSERT_EQ(read(ready.ends[0], &there, 1), 1);
    kill(child, SIGHUP);
    Say(go.ends[1], "x");
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
}

// Killed, it cannot end anybody; the kernel does.
TEST(Supervisor, TheWorkerEndsWithIt) {
    Pipe pipe;
    const pid_t child = fork();
    if (child == 0) {
        WorkerBoard board;
        Supervise({}, board, [&] {
            Say(pipe.ends[1], "x");
            Hang();
        });
        _exit(77);
    }
    pipe.Close(1);
    char there = 0;
    ASSERT_EQ(read(pipe.ends[0], &there, 1), 1);
    kill(child, SIGKILL);
    EXPECT_EQ(ReadToEnd(pipe.ends[0]), "");
    waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace pto::run
