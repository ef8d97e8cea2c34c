// The memory that a worker and its supervisor share: what the worker does, how it crashed, its results. It needs no
// descriptor, so that a program that closes all of them takes nothing away, and no reader while the worker writes.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/embedded/activity.h"
#include "runtime/worker/worker_result.h"

namespace pto::run {

class WorkerBoard {
  public:
    // Throws a toolchain Error when there is no memory. Pages are taken as they are written.
    WorkerBoard();
    ~WorkerBoard();
    WorkerBoard(const WorkerBoard&) = delete;
    WorkerBoard& operator=(const WorkerBoard&) = delete;

    // Made of zeros.
    struct Shared {
        static constexpr size_t kCrashBytes = 1024;
        embedded::ActivityBoard activity;
        std::atomic<pid_t> worker;
        std::atomic<int> status;  // of waitpid, valid once `ended`
        std::atomic<bool> ended;
        std::atomic<int> stopped_by;      // signal, while the worker is stopped
        std::atomic<bool> suspended;      // by the supervisor, on behalf of the user
        std::atomic<bool> left_in_order;  // the worker's last act
        std::atomic<uint32_t> crash_size;
        char crash[kCrashBytes];
        std::atomic<int64_t> complete_ns;  // steady clock, when the last result was complete; 0: not yet
        std::atomic<uint32_t> generation;  // of results; the low bit chooses the half
        std::atomic<uint64_t> sizes[2];
    };
    Shared& shared() { return *shared_; }
    const Shared& shared() const { return *shared_; }

    // By the worker; what was posted before stays readable while this is written. In a process that the user's code
    // forked off the worker it does not return.
    void Post(const WorkerResult& result);
    // In a signal handler.
    void PostCrash(const char* text, size_t size);

    // By the supervisor.
    std::optional<WorkerResult> Latest() const;
    std::string Crash() const;

  private:
    char* Half(uint32_t generation) const;

    Shared* shared_ = nullptr;
    size_t half_bytes_ = 0;
    size_t bytes_ = 0;
};

}  // namespace pto::run
