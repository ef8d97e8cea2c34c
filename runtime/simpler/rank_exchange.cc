#include "runtime/simpler/rank_exchange.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

namespace pto::run {
namespace {

constexpr size_t kMessageBytes = 4096;
constexpr size_t kRemedyBytes = 1024;
// Nothing depends on it: a waiter that missed a change looks again.
constexpr std::chrono::milliseconds kRankPatience{100};

void FutexWait(const std::atomic<uint32_t>& word, uint32_t seen, std::chrono::milliseconds limit) {
    const timespec time{limit.count() / 1000, limit.count() % 1000 * 1'000'000};
    syscall(SYS_futex, &word, FUTEX_WAIT, seen, &time, nullptr, 0);
}

void FutexWake(const std::atomic<uint32_t>& word) {
    syscall(SYS_futex, &word, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
}

template <size_t size>
void KeepText(char (&field)[size], const std::string& text) {
    const size_t length = std::min(text.size(), size - 1);
    std::memcpy(field, text.data(), length);
    field[length] = '\0';
}

}  // namespace

struct RankExchange::Head {
    Counter change;  // counts changes; what waiters wait on
    Counter order;   // number of orders given
    std::atomic<RankOrder> kind;
    Counter run;  // number of the current kRun: a dispatch that is done bears it
    Counter stop;
};

struct RankExchange::Slot {
    Counter orders_done;
    std::atomic<int> dispatch;
    Counter failed;
    ErrorKind kind;
    char message[kMessageBytes];
    char remedy[kRemedyBytes];
};

RankExchange::RankExchange(size_t ranks, size_t dispatches)
    : ranks_(ranks), memory_(sizeof(Head) + ranks * sizeof(Slot) + dispatches * sizeof(Counter)) {
    static_assert(Counter::is_always_lock_free && std::atomic<int>::is_always_lock_free);
    new (memory_.data()) Head{};
    head().order = 1;  // kStart
    for (size_t i = 0; i < ranks; ++i) {
        new (memory_.data() + sizeof(Head) + i * sizeof(Slot)) Slot{};
        slot(i).dispatch = kNoDispatch;
    }
    for (size_t i = 0; i < dispatches; ++i) new (&done(i)) Counter{0};
}

RankExchange::Head& RankExchange::head() const {
    return *reinterpret_cast<Head*>(memory_.data());
}

RankExchange::Slot& RankExchange::slot(size_t rank) const {
    return reinterpret_cast<Slot*>(memory_.data() + sizeof(Head))[rank];
}

RankExchange::Counter& RankExchange::done(size_t dispatch) const {
    return reinterpret_cast<Counter*>(memory_.data() + sizeof(Head) + ranks_ * sizeof(Slot))[dispatch];
}

void RankExchange::Changed() const {
    ++head().change;
    FutexWake(head().change);
}

void RankExchange::Give(RankOrder order) {
    head().kind = order;
    if (order == RankOrder::kRun) ++head().run;
    ++head().order;
    Changed();
}

bool RankExchange::IsDone(size_t rank) const {
    return slot(rank).orders_done == head().order;
}

bool RankExchange::AllDone() const {
    for (size_t rank = 0; rank < ranks_; ++rank) {
        if (!IsDone(rank)) return false;
    }
    return true;
}

void RankExchange::WaitForChange(std::chrono::milliseconds limit) const {
    const uint32_t seen = head().change;
    if (!AllDone() && head().stop == 0) FutexWait(head().change, seen, limit);
}

int RankExchange::DispatchOf(size_t rank) const {
    return slot(rank).dispatch;
}

std::optional<RankExchange::Failure> RankExchange::FailureOf(size_t rank) const {
    const Slot& failed = slot(rank);
    if (failed.failed == 0) return std::nullopt;
    return Failure{failed.dispatch, Error(failed.kind, failed.message, failed.remedy)};
}

void RankExchange::Stop() {
    head().stop = 1;
    Changed();
}

void RankExchange::Complete(size_t rank) {
    ++slot(rank).orders_done;
    Changed();
}

RankOrder RankExchange::Next(size_t rank) {
    for (;;) {
        const uint32_t seen = head().change;
        if (head().stop != 0) return RankOrder::kAbandon;
        if (!IsDone(rank)) return head().kind;
        FutexWait(head().change, seen, kRankPatience);
    }
}

bool RankExchange::WaitFor(const std::vector<size_t>& dispatches) const {
    for (;;) {
        const uint32_t seen = head().change;
        if (head().stop != 0) return false;
        const auto is_done = [&](size_t dispatch) { return done(dispatch) == head().run; };
        if (std::all_of(dispatches.begin(), dispatches.end(), is_done)) return true;
        FutexWait(head().change, seen, kRankPatience);
    }
}

void RankExchange::Begin(size_t rank, int dispatch) {
    slot(rank).dispatch = dispatch;
}

void RankExchange::Finish(size_t rank, size_t dispatch) {
    slot(rank).dispatch = kNoDispatch;
    done(dispatch) = head().run.load();
    Changed();
}

void RankExchange::Fail(size_t rank, const Error& error) {
    Slot& failed = slot(rank);
    failed.kind = error.kind();
    const std::string& file = error.place().file;
    KeepText(failed.message, file.empty() ? error.message() : file + ": " + error.message());
    KeepText(failed.remedy, error.remedy());
    failed.failed = 1;
    Stop();
}

}  // namespace pto::run
