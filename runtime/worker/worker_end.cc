#include "runtime/worker/worker_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <set>

#include "base/text.h"

namespace pto::run {
namespace {

using embedded::ActivityBoard;
using embedded::KernelSlot;
using embedded::Phase;
using How = WorkerEnd::How;

// A field of memory that may have been written over.
std::string FieldText(const char* field, size_t bytes) {
    return {field, strnlen(field, bytes)};
}

struct PhaseWords {
    Phase phase;
    const char* when;     // "while it ..."
    const char* ongoing;  // "it ..."
    const char* remedy;
};
constexpr PhaseWords kPhases[] = {
    {Phase::kOwn, "after the program ran", "the process did not end",
     "look for threads and signal handlers that it leaves behind"},
    {Phase::kLoading, "while it was loaded", "was being loaded", "look at the static constructors of its source"},
    {Phase::kRunning, "while it ran", "was running", "return from the function, or throw an exception"},
    {Phase::kCalling, "while it ran", "was running", "return from the function, or throw an exception"},
    {Phase::kUnloading, "while it was unloaded", "was being unloaded",
     "look at the static destructors of its source and at what it gives to atexit"},
};

const PhaseWords& WordsOf(Phase phase) {
    const auto* found =
        std::find_if(std::begin(kPhases), std::end(kPhases), [&](const PhaseWords& w) { return w.phase == phase; });
    return found == std::end(kPhases) ? kPhases[0] : *found;
}

// A library is named by its file, as in all messages about files.
Place PlaceOf(const LastActivity& activity) {
    const bool library = activity.phase == Phase::kLoading || activity.phase == Phase::kUnloading;
    return {library ? activity.subject : "", 0, 0, {}};
}

std::string WhoRan(const LastActivity& activity) {
    if (activity.kernels.size() == 1) return activity.kernels[0];
    if (activity.kernels.size() > 1) return "one of " + Join(activity.kernels, ", ");
    return activity.subject.empty() ? "the program" : activity.subject;
}

std::string SignalText(int number) {
    return "signal " + std::to_string(number) + " (" + strsignal(number) + ")";
}

std::string WhatHappened(const WorkerEnd& end) {
    switch (end.how) {
        case How::kExited:
            return "ended the process with exit code " + std::to_string(end.number);
        case How::kSignalled:
            return "the process was ended by " + SignalText(end.number);
        case How::kStopped:
            return "the process was stopped by " + SignalText(end.number);
        case How::kParentKilled:
            return "the process that started it was ended by " + SignalText(end.number);
        case How::kTimedOut:
        case How::kCrashed:
            break;
    }
    return {};
}

std::string TimeText(const WorkerEnd& end) {
    const Place place = PlaceOf(end.activity);
    const PhaseWords& words = WordsOf(end.activity.phase);
    const std::string limit = fmt::format("not done within the time limit of {:g} s: ", end.seconds);
    if (!place.file.empty()) return limit + "it " + words.ongoing;
    if (end.activity.phase == Phase::kOwn) return limit + words.ongoing;
    return limit + WhoRan(end.activity) + " " + words.ongoing;
}

// What it was and where, without what to do.
std::string EndText(const WorkerEnd& end) {
    if (end.how == How::kCrashed) return end.crash;
    if (end.how == How::kTimedOut) return TimeText(end);
    const std::string happened = WhatHappened(end);
    const char* const when = WordsOf(end.activity.phase).when;
    if (!PlaceOf(end.activity).file.empty()) return happened + " " + when;
    return WhoRan(end.activity) + ": " + happened + (end.how == How::kExited ? "" : std::string(" ") + when);
}

std::string RemedyOf(const WorkerEnd& end) {
    const PhaseWords& words = WordsOf(end.activity.phase);
    const bool runs = end.activity.phase == Phase::kRunning || end.activity.phase == Phase::kCalling;
    if (end.how == How::kTimedOut) {
        const std::string look =
            runs ? "look for a wait that nobody answers or a loop that does not end" : words.remedy;
        return look + "; --timeout SECONDS sets the limit";
    }
    if (end.how == How::kCrashed) return {};
    if (end.how == How::kExited || !runs) return words.remedy;
    const bool killed = end.number == SIGKILL;
    return killed ? "look for who sends it; the machine may have had no memory left" : "look for who sends it";
}

}  // namespace

LastActivity ReadActivity(const ActivityBoard& board) {
    LastActivity activity;
    activity.phase = board.phase.load(std::memory_order_acquire);
    activity.subject = FieldText(board.subject, ActivityBoard::kSubjectBytes);
    std::set<std::string> kernels;
    for (const KernelSlot& slot : board.kernels) {
        if (slot.active.load(std::memory_order_acquire) == 0) continue;
        kernels.insert(fmt::format("kernel '{}' (task {})", FieldText(slot.name, KernelSlot::kNameBytes), slot.task));
    }
    if (activity.phase == Phase::kRunning) activity.kernels.assign(kernels.begin(), kernels.end());
    return activity;
}

Error ErrorOfEnd(const WorkerEnd& end) {
    if (end.how == How::kCrashed) return {ErrorKind::kToolchain, end.crash};
    return {ErrorKind::kToolchain, PlaceOf(end.activity), EndText(end), RemedyOf(end)};
}

std::string NoteOfEnd(const WorkerEnd& end) {
    const std::string file = end.how == How::kCrashed ? "" : PlaceOf(end.activity).file;
    return "after the result was known: " + (file.empty() ? "" : file + ": ") + EndText(end);
}

}  // namespace pto::run
