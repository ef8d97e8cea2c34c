#include "runtime/worker/worker_end.h"

#include <gmock/gmock.h>

#include <csignal>
#include <cstring>
#include <memory>

namespace pto::run {
namespace {

using embedded::ActivityBoard;
using embedded::Phase;
using How = WorkerEnd::How;
using testing::ElementsAre;
using testing::IsEmpty;

const LastActivity kLoading = {Phase::kLoading, "d/gate.so", {}};
const LastActivity kUnloading = {Phase::kUnloading, "d/gate.so", {}};
const LastActivity kRuns = {Phase::kRunning, "orchestration 'f'", {}};
const LastActivity kOneKernel = {Phase::kRunning, "orchestration 'f'", {"kernel 'gate' (task 1)"}};
const LastActivity kTwoKernels = {
    Phase::kRunning, "orchestration 'f'", {"kernel 'gate' (task 1)", "kernel 'up' (task 2)"}};
const LastActivity kHook = {Phase::kCalling, "UserCompare of debug/replay_hooks.cpp", {}};
const LastActivity kNothing = {Phase::kOwn, "", {}};

struct Case {
    How how;
    int number;
    LastActivity activity;
    const char* error;
};

TEST(WorkerEnd, IsToldInOneLine) {
    const Case cases[] = {
        {How::kExited, 0, kLoading,
         "d/gate.so: ended the process with exit code 0 while it was loaded; look at the static constructors of its "
         "source"},
        {How::kExited, 7, kUnloading,
         "d/gate.so: ended the process with exit code 7 while it was unloaded; look at the static destructors of its "
         "source and at what it gives to atexit"},
        {How::kExited, 0, kOneKernel,
         "kernel 'gate' (task 1): ended the process with exit code 0; return from the function, or throw an exception"},
        {How::kExited, 0, kTwoKernels,
         "one of kernel 'gate' (task 1), kernel 'up' (task 2): ended the process with exit code 0; return from the "
         "function, or throw an exception"},
        {How::kExited, 0, kRuns,
         "orchestration 'f': ended the process with exit code 0; return from the function, or throw an exception"},
        {How::kExited, 0, kHook,
         "UserCompare of debug/replay_hooks.cpp: ended the process with exit code 0; return from the function, or "
         "throw an exception"},
        {How::kExited, 0, kNothing,
         "the program: ended the process with exit code 0; look for threads and signal handlers that it leaves "
         "behind"},
        {How::kSignalled, SIGKILL, kOneKernel,
         "kernel 'gate' (task 1): the process was ended by signal 9 (Killed) while it ran; look for who sends it; the "
         "machine may have had no memory left"},
        {How::kSignalled, SIGTERM, kHook,
         "UserCompare of debug/replay_hooks.cpp: the process was ended by signal 15 (Terminated) while it ran; look "
         "for who sends it"},
        {How::kSignalled, SIGKILL, kLoading,
         "d/gate.so: the process was ended by signal 9 (Killed) while it was loaded; look at the static constructors "
         "of its source"},
        {How::kSignalled, SIGKILL, kNothing,
         "the program: the process was ended by signal 9 (Killed) after the program ran; look for threads and signal "
         "handlers that it leaves behind"},
        {How::kStopped, SIGSTOP, kRuns,
         "orchestration 'f': the process was stopped by signal 19 (Stopped (signal)) while it ran; look for who sends "
         "it"},
        {How::kParentKilled, SIGTERM, kOneKernel,
         "kernel 'gate' (task 1): the process that started it was ended by signal 15 (Terminated) while it ran; look "
         "for who sends it"},
        {How::kTimedOut, 0, kLoading,
         "d/gate.so: not done within the time limit of 2.5 s: it was being loaded; look at the static constructors of "
         "its source; --timeout SECONDS sets the limit"},
        {How::kTimedOut, 0, kUnloading,
         "d/gate.so: not done within the time limit of 2.5 s: it was being unloaded; look at the static destructors "
         "of its source and at what it gives to atexit; --timeout SECONDS sets the limit"},
        {How::kTimedOut, 0, kOneKernel,
         "not done within the time limit of 2.5 s: kernel 'gate' (task 1) was running; look for a wait that nobody "
         "answers or a loop that does not end; --timeout SECONDS sets the limit"},
        {How::kTimedOut, 0, kHook,
         "not done within the time limit of 2.5 s: UserCompare of debug/replay_hooks.cpp was running; look for a wait "
         "that nobody answers or a loop that does not end; --timeout SECONDS sets the limit"},
        {How::kTimedOut, 0, kNothing,
         "not done within the time limit of 2.5 s: the process did not end; look for threads and signal handlers that "
         "it leaves behind; --timeout SECONDS sets the limit"},
    };
    for (const Case& c : cases) {
        const Error error = ErrorOfEnd({c.how, c.number, 2.5, "", c.activity});
        EXPECT_STREQ(error.what(), c.error);
        EXPECT_EQ(error.kind(), ErrorKind::kToolchain);
    }
}

TEST(WorkerEnd, ACrashSaysEverythingItself) {
    const WorkerEnd end = {How::kCrashed, 3, 0, "kernel 'gate' (task 1): aborted", kOneKernel};
    EXPECT_STREQ(ErrorOfEnd(end).what(), "kernel 'gate' (task 1): aborted");
    EXPECT_EQ(NoteOfEnd(end), "after the result was known: kernel 'gate' (task 1): aborted");
}

TEST(WorkerEnd, AfterTheResultItIsANote) {
    EXPECT_EQ(NoteOfEnd({How::kExited, 0, 0, "", kUnloading}),
              "after the result was known: d/gate.so: ended the process with exit code 0 while it was unloaded");
    EXPECT_EQ(NoteOfEnd({How::kTimedOut, 0, 5, "", kUnloading}),
              "after the result was known: d/gate.so: not done within the time limit of 5 s: it was being unloaded");
    EXPECT_EQ(NoteOfEnd({How::kTimedOut, 0, 5, "", kNothing}),
              "after the result was known: not done within the time limit of 5 s: the process did not end");
}

TEST(WorkerEnd, WhatWasDoneIsReadOffTheBoard) {
    const auto board = std::make_unique<ActivityBoard>();
    EXPECT_EQ(ReadActivity(*board).phase, Phase::kOwn);
    board->phase = Phase::kRunning;
    std::strcpy(board->subject, "orchestration 'f'");
    for (const size_t slot : {size_t{3}, size_t{200}}) {
        board->kernels[slot].active = 1;
        board->kernels[slot].task = static_cast<uint32_t>(slot);
        std::strcpy(board->kernels[slot].name, "gate");
    }
    std::strcpy(board->kernels[4].name, "done");
    const LastActivity activity = ReadActivity(*board);
    EXPECT_EQ(activity.subject, "orchestration 'f'");
    EXPECT_THAT(activity.kernels, ElementsAre("kernel 'gate' (task 200)", "kernel 'gate' (task 3)"));
    board->phase = Phase::kUnloading;
    EXPECT_THAT(ReadActivity(*board).kernels, IsEmpty()) << "left by threads that were given up";
    // Memory that was written over.
    std::memset(board->subject, 'x', sizeof board->subject);
    EXPECT_EQ(ReadActivity(*board).subject.size(), sizeof board->subject);
}

}  // namespace
}  // namespace pto::run
