#include "generator/umbrella/parallel.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "base/printer.h"
#include "base/put_off_signals.h"

namespace pto::gen {

void PrintAnswer(const DirectoryAnswer& answer) {
    std::fflush(stdout);
    WriteText(STDOUT_FILENO, answer.out);
    WriteText(STDERR_FILENO, answer.err);
}

namespace {

// What the threads share.
class Calls {
  public:
    Calls(size_t count, const std::function<DirectoryAnswer(size_t)>& work) : answers_(count), work_(work) {}

    void Work() {
        for (size_t i = next_++; i < answers_.size(); i = next_++) {
            DirectoryAnswer answer = PutOffSignals::Came() ? DirectoryAnswer() : work_(i);
            const std::lock_guard lock(mutex_);
            answers_[i] = std::move(answer);
            ended_.notify_one();
        }
    }

    DirectoryAnswer Take(size_t i) {
        std::unique_lock lock(mutex_);
        ended_.wait(lock, [&] { return answers_[i].has_value(); });
        return std::move(*answers_[i]);
    }

  private:
    std::vector<std::optional<DirectoryAnswer>> answers_;
    const std::function<DirectoryAnswer(size_t)>& work_;
    std::atomic<size_t> next_ = 0;
    std::mutex mutex_;
    std::condition_variable ended_;
};

}  // namespace

std::vector<int> InParallel(size_t count, size_t threads, const std::function<DirectoryAnswer(size_t)>& work) {
    const PutOffSignals signals;
    Calls calls(count, work);
    std::vector<std::jthread> started;
    threads = std::min(std::max<size_t>(threads, 1), count);
    try {
        while (started.size() < threads) started.emplace_back([&calls] { calls.Work(); });
    } catch (const std::system_error&) {
        if (started.empty()) calls.Work();  // fewer do the same work
    }
    std::vector<int> codes;
    for (size_t i = 0; i < count; ++i) {
        const DirectoryAnswer answer = calls.Take(i);
        PrintAnswer(answer);
        codes.push_back(answer.exit_code);
    }
    return codes;
}

}  // namespace pto::gen
