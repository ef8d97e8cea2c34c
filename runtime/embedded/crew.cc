#include "runtime/embedded/crew.h"

#include <sys/prctl.h>

#include "runtime/embedded/fault_guard.h"

namespace pto::embedded {
namespace {
thread_local int this_thread_index = 0;
}

int ThreadIndex() {
    return this_thread_index;
}

void StartThread(int index) {
    this_thread_index = index;
    // By default the kernel lengthens short sleeps by 50 microseconds, longer than most kernels run.
    prctl(PR_SET_TIMERSLACK, 1000, 0, 0, 0);
}

struct Crew::Batch {
    const std::function<void(int)>& job;
    int left;
    std::condition_variable all_done;
};

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Crew::Abandon() {
    const std::lock_guard lock(mutex_);
    for (std::thread& thread : threads_) thread.detach();
    threads_.clear();
}

void Crew::Run(int count, const std::function<void(int)>& job) {
    Batch batch{job, count - 1, {}};
    {
        const std::lock_guard lock(mutex_);
        for (int i = 1; i < count; i++) items_.push_back({&batch, i});
        // Every waiting item needs a thread of its own now: a piece that queues behind another could block it for ever.
        for (int missing = static_cast<int>(items_.size()) - idle_; missing > 0; missing--) {
            threads_.emplace_back([this, index = next_thread_index_++] { Loop(index); });
            idle_++;
        }
    }
    work_.notify_all();
    job(0);
    std::unique_lock lock(mutex_);
    batch.all_done.wait(lock, [&] { return batch.left == 0; });
}

void Crew::Loop(int thread_index) {
    StartThread(thread_index);
    const SignalStack signal_stack;
    std::unique_lock lock(mutex_);
    for (;;) {
        work_.wait(lock, [&] { return quit_ || !items_.empty(); });
        if (items_.empty()) return;
        const Item item = items_.front();
        items_.pop_front();
        idle_--;
        lock.unlock();
        item.batch->job(item.index);
        lock.lock();
        idle_++;
        // Notified with the lock held: the batch lives on the stack of the thread that this wakes.
        if (--item.batch->left == 0) item.batch->all_done.notify_one();
    }
}

}  // namespace pto::embedded
