// Threads that run the pieces of one job side by side, all of them at the same time, because they may wait for another.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace pto::embedded {

// Number of the calling thread within its executor, for timelines.
int ThreadIndex();
// Prepares a thread of an executor.
void StartThread(int index);

class Crew {
  public:
    // Threads are numbered from `first_thread_index`.
    explicit Crew(int first_thread_index) : next_thread_index_(first_thread_index) {}
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // Calls job(0) on this thread and job(1) ... job(count - 1) each on a thread of its own; returns when all have
    // returned. Threads are created as needed and kept. `job` must not throw. Thread safe.
    void Run(int count, const std::function<void(int)>& job);

    // See Executor::Abandon.
    void Abandon();

  private:
    struct Batch;
    struct Item {
        Batch* batch;
        int index;
    };
    void Loop(int thread_index);

    std::mutex mutex_;
    std::condition_variable work_;
    std::deque<Item> items_;
    int idle_ = 0;
    bool quit_ = false;
    int next_thread_index_;
    std::vector<std::thread> threads_;
};

}  // namespace pto::embedded
