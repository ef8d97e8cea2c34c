// Calls a function when something has not been done in time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace pto::embedded {

// One deadline at a time. The thread is created by the first Arm.
class Watchdog {
  public:
    Watchdog() = default;
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    // After `limit`, calls on_expiry(0); if still armed `again` later, on_expiry(1), and no more. Both come from the
    // watchdog's thread.
    void Arm(std::chrono::nanoseconds limit, std::chrono::nanoseconds again, std::function<void(int)> on_expiry);
    // Returns once on_expiry is not running and will not be called any more.
    void Disarm();

  private:
    void Loop();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::chrono::steady_clock::time_point deadline_;
    std::chrono::nanoseconds again_{};
    std::function<void(int)> on_expiry_;
    int expiries_ = 0;
    bool armed_ = false;
    bool quit_ = false;
    std::thread thread_;
};

}  // namespace pto::embedded
