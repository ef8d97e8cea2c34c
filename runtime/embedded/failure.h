// How failures travel inside the engine, and which of several is reported.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>

#include "base/error.h"

namespace pto::embedded {

// Thrown through a kernel that reported a fault; the task fails with this text.
struct KernelFault : std::exception {
    KernelFault(std::string fault_text, std::string fault_remedy)
        : text(std::move(fault_text)), remedy(std::move(fault_remedy)) {}
    const char* what() const noexcept override { return text.c_str(); }
    std::string text;
    std::string remedy;
};

// Thrown through kernels and the orchestration to end them because the run has failed elsewhere. Not derived from
// std::exception, so that a program's own handlers leave it alone.
struct RunStopped {};

// Orders failures: a task's cores by block and slot; the orchestration after all tasks.
struct FailureOrder {
    uint32_t task = UINT32_MAX;
    int core = 0;
    auto operator<=>(const FailureOrder&) const = default;
};

// The first failure of a run in program order, whatever the order in time. Thread safe.
class FailureBox {
  public:
    // True if this one is now the one to report.
    bool Report(FailureOrder order, Error error) {
        const std::lock_guard lock(mutex_);
        if (error_.has_value() && order_ <= order) return false;
        order_ = order;
        error_ = std::move(error);
        failed_task_.store(order.task, std::memory_order_release);
        any_.store(true, std::memory_order_release);
        return true;
    }

    bool any() const { return any_.load(std::memory_order_acquire); }
    // Tasks after this one need not run any more.
    uint32_t failed_task() const { return failed_task_.load(std::memory_order_acquire); }

    std::optional<Error> Take() {
        const std::lock_guard lock(mutex_);
        return error_;
    }

  private:
    mutable std::mutex mutex_;
    std::optional<Error> error_;
    FailureOrder order_;
    std::atomic<bool> any_{false};
    std::atomic<uint32_t> failed_task_{UINT32_MAX};
};

}  // namespace pto::embedded
