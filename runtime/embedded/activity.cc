#include "runtime/embedded/activity.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>

namespace pto::embedded {
namespace {

ActivityBoard unread_board;
std::atomic<ActivityBoard*> activity_board{&unread_board};

int64_t ActivityNowNs() {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

void CopyName(std::string_view text, char* field, size_t bytes) {
    const size_t size = std::min(text.size(), bytes - 1);
    text.copy(field, size);
    field[size] = '\0';
}

void WritePhase(Phase phase, std::string_view subject) {
    ActivityBoard& board = *activity_board.load(std::memory_order_acquire);
    const pid_t process = board.process.load(std::memory_order_relaxed);
    if (process != 0 && getpid() != process) return;
    CopyName(subject, board.subject, ActivityBoard::kSubjectBytes);
    board.since_ns.store(ActivityNowNs(), std::memory_order_relaxed);
    board.phase.store(phase, std::memory_order_release);
}

std::string CrashText(Phase phase, std::string_view subject) {
    if (phase == Phase::kLoading) return std::string(subject) + ", while it was loaded";
    if (phase == Phase::kUnloading) return std::string(subject) + ", while it was unloaded";
    return {};
}

// Threads come and go with each loading; those that live at a time are far fewer than slots.
KernelSlot& SlotOfThread() {
    static std::atomic<size_t> next{0};
    thread_local const size_t index = next.fetch_add(1, std::memory_order_relaxed) % ActivityBoard::kSlots;
    return activity_board.load(std::memory_order_acquire)->kernels[index];
}

}  // namespace

void PublishActivity(ActivityBoard& board) {
    board.process = getpid();
    activity_board = &board;
}

ActivityScope::ActivityScope(Phase phase, std::string_view subject)
    : crash_text_(CrashText(phase, subject)), fault_context_(crash_text_.empty() ? nullptr : crash_text_.c_str()) {
    WritePhase(phase, subject);
}

ActivityScope::~ActivityScope() {
    WritePhase(Phase::kOwn, {});
}

KernelActivity::KernelActivity(std::string_view name, uint32_t task) : slot_(SlotOfThread()) {
    CopyName(name, slot_.name, KernelSlot::kNameBytes);
    slot_.task = task;
    slot_.active.store(1, std::memory_order_release);
}

KernelActivity::~KernelActivity() {
    slot_.active.store(0, std::memory_order_release);
}

}  // namespace pto::embedded
