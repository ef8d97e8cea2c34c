#include "runtime/embedded/watchdog.h"

#include <utility>

namespace pto::embedded {
namespace {

// The thread looks at the clock this often instead of being woken by each Arm: runs take microseconds, limits seconds.
constexpr std::chrono::milliseconds kInterval{20};

}  // namespace

Watchdog::~Watchdog() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Watchdog::Arm(std::chrono::nanoseconds limit, std::chrono::nanoseconds again, std::function<void(int)> on_expiry) {
    const std::lock_guard lock(mutex_);
    deadline_ = std::chrono::steady_clock::now() + limit;
    again_ = again;
    on_expiry_ = std::move(on_expiry);
    expiries_ = 0;
    armed_ = true;
    if (!thread_.joinable()) thread_ = std::thread([this] { Loop(); });
}

void Watchdog::Disarm() {
    const std::lock_guard lock(mutex_);
    armed_ = false;
    on_expiry_ = nullptr;
}

void Watchdog::Loop() {
    std::unique_lock lock(mutex_);
    while (!quit_) {
        changed_.wait_for(lock, kInterval);
        if (!armed_ || expiries_ == 2 || std::chrono::steady_clock::now() < deadline_) continue;
        deadline_ += again_;
        on_expiry_(expiries_++);  // with the lock held, so that Disarm waits for it
    }
}

}  // namespace pto::embedded
