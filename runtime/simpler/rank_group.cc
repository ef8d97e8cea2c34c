#include "runtime/simpler/rank_group.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/process_family.h"
#include "runtime/distributed/plan_run.h"
#include "runtime/simpler/loaded_copies.h"
#include "runtime/simpler/time_limit.h"

namespace pto::run {
namespace {

using GroupClock = std::chrono::steady_clock;

// How often it is looked whether a rank has died; everything else is noticed at once.
constexpr std::chrono::milliseconds kLookInterval{20};
// For leaving the device in order; then they are killed.
constexpr std::chrono::seconds kGrace{1};

// A crash is told by the parent, who sees the signal; the handlers are the parent's.
void ForgetHandlers() {
    for (const int signal_number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM, SIGHUP}) {
        signal(signal_number, SIG_DFL);
    }
}

std::string EndText(int status) {
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        return "was ended by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
    }
    return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

RankLog::Sink SinkOf(const RunnerOptions& options) {
    if (!options.take_line) return options.log;
    return [take = options.take_line, log = options.log](std::string_view line) {
        if (!take(line) && log) log(line);
    };
}

// The simulator names the memory of windows after the process that started the ranks. Ranks that were killed leave it.
void RemoveWindows() {
    char prefix[32];
    std::snprintf(prefix, sizeof prefix, "simpler_%08x_", static_cast<unsigned>(getpid()));
    std::error_code ignored;
    for (const auto& file : std::filesystem::directory_iterator("/dev/shm", ignored)) {
        if (file.path().filename().string().starts_with(prefix)) std::filesystem::remove(file.path(), ignored);
    }
}

}  // namespace

RankGroup::RankGroup(const RankTask& task)
    : task_(task),
      log_(task.plan.device_ids.size(), SinkOf(task.options)),
      processes_(task.plan.device_ids.size()),
      statuses_(task.plan.device_ids.size()) {
    try {
        for (size_t rank = 0; rank < processes_.size(); ++rank) Fork(rank);
    } catch (...) {
        Abandon();
        throw;
    }
    log_.Start();
    Await();
}

RankGroup::~RankGroup() {
    if (!Ended()) task_.exchange.Give(RankOrder::kQuit);
    End();
}

void RankGroup::Fork(size_t rank) {
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) ThrowSystem(ErrorKind::kToolchain, "rank " + std::to_string(rank), "cannot be started", errno);
    if (child > 0) {
        processes_[rank] = child;
        return;
    }
    EndWithParent(SIGKILL, parent);
    ForgetHandlers();
    log_.Redirect(rank);
    RunRank(task_, rank);
    _exit(0);
}

void RankGroup::Order(RankOrder order) {
    task_.exchange.Give(order);
    Await();
}

void RankGroup::Await() {
    const auto start = GroupClock::now();
    const double limit = task_.options.timeout_seconds;
    for (;;) {
        task_.exchange.WaitForChange(kLookInterval);
        if (task_.exchange.AllDone()) return;
        if (const std::optional<Trouble> trouble = FindTrouble()) {
            Abandon();
            throw Named(*trouble);
        }
        if (limit <= 0 || GroupClock::now() - start < std::chrono::duration<double>(limit)) continue;
        const Error error = Overdue();
        Abandon();
        throw Error(error);
    }
}

// What a rank that is gone in the middle of an order has not said itself. One that was told to give up ends in good
// order, which `others_failed` explains.
std::optional<RankExchange::Failure> RankGroup::DeathOf(size_t rank, bool others_failed) const {
    if (processes_[rank] != 0 || task_.exchange.IsDone(rank)) return std::nullopt;
    if (statuses_[rank] == 0 && others_failed) return std::nullopt;
    return RankExchange::Failure{task_.exchange.DispatchOf(rank),
                                 Error(ErrorKind::kToolchain, "the process of the rank " + EndText(statuses_[rank]))};
}

// The failure that comes first in submit order; a rank that died without a word counts as one.
std::optional<RankGroup::Trouble> RankGroup::FindTrouble() {
    Ended();
    std::vector<std::optional<RankExchange::Failure>> failures;
    for (size_t rank = 0; rank < processes_.size(); ++rank) failures.push_back(task_.exchange.FailureOf(rank));
    const bool any = std::any_of(failures.begin(), failures.end(), [](const auto& f) { return f.has_value(); });
    std::optional<Trouble> first;
    for (size_t rank = 0; rank < failures.size(); ++rank) {
        if (!failures[rank]) failures[rank] = DeathOf(rank, any);
        if (!failures[rank] || (first && first->failure.dispatch <= failures[rank]->dispatch)) continue;
        first.emplace(Trouble{rank, *failures[rank]});
    }
    return first;
}

// Any of those that are not done may be the one the others wait for.
Error RankGroup::Overdue() const {
    std::vector<std::string> late;
    for (size_t rank = 0; rank < processes_.size(); ++rank) {
        if (task_.exchange.IsDone(rank)) continue;
        const int dispatch = task_.exchange.DispatchOf(rank);
        if (dispatch == RankExchange::kNoDispatch) continue;
        late.push_back(DispatchTitle(task_.plan, task_.plan.dispatches[static_cast<size_t>(dispatch)]));
    }
    if (late.empty()) late.push_back("starting the ranks");
    return TimeLimitPassed(late, task_.options);
}

Error RankGroup::Named(const Trouble& trouble) const {
    const Error& error = trouble.failure.error;
    const std::string log = log_.FirstError(trouble.rank);
    const Error full(error.kind(), error.message() + (log.empty() ? "" : "; the first error in its log: " + log),
                     error.remedy());
    const int dispatch = trouble.failure.dispatch;
    if (dispatch >= 0) return NameDispatch(task_.plan, task_.plan.dispatches[static_cast<size_t>(dispatch)], full);
    return Error(full.kind(), "rank " + std::to_string(trouble.rank) + ": " + full.message(), full.remedy());
}

bool RankGroup::Ended() {
    for (size_t rank = 0; rank < processes_.size(); ++rank) {
        if (processes_[rank] != 0 && waitpid(processes_[rank], &statuses_[rank], WNOHANG) == processes_[rank]) {
            processes_[rank] = 0;
        }
    }
    return std::all_of(processes_.begin(), processes_.end(), [](pid_t process) { return process == 0; });
}

void RankGroup::Abandon() {
    task_.exchange.Stop();
    End();
}

void RankGroup::End() {
    const auto deadline = GroupClock::now() + kGrace;
    while (!Ended() && GroupClock::now() < deadline) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    for (pid_t& process : processes_) {
        if (process == 0) continue;
        RemoveLoadedCopies(process);
        kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
        process = 0;
    }
    log_.Finish();
    RemoveWindows();
}

}  // namespace pto::run
