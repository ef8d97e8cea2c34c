#include "runtime/worker/supervisor.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>

#include "base/error.h"
#include "base/process_family.h"

namespace pto::run {
namespace {

// How often the clock is looked at; what ends is noticed at once.
constexpr timespec kSupervisorTick = {0, 100'000'000};

// How long an interrupted worker may take.
constexpr int kInterruptTicks = 10;

constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP};

int64_t SteadyNow() {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

// What the caller has set to be ignored, as nohup does, stays ignored.
sigset_t WatchedSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGTSTP}) {
        struct sigaction action {};
        sigaction(number, nullptr, &action);
        if (action.sa_handler != SIG_IGN) sigaddset(&signals, number);
    }
    return signals;
}

[[noreturn]] void DieOf(int number) {
    signal(number, SIG_DFL);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &signals, nullptr);
    _exit(128 + number);
}

// The worker's parent. Between the two, so that a program that ends its parent process does not end the one that
// judges. It blocks what the supervisor watches.
[[noreturn]] void RunMiddle(pid_t supervisor, WorkerBoard::Shared& shared, const sigset_t& mask,
                            const std::function<void()>& work) {
    EndWithParent(SIGKILL, supervisor);
    setpgid(0, 0);
    const pid_t self = getpid();
    const pid_t worker = fork();
    if (worker == 0) {
        EndWithParent(SIGKILL, self);
        setpgid(0, 0);
        shared.worker = getpid();
        sigprocmask(SIG_SETMASK, &mask, nullptr);
        work();
        std::_Exit(ExitCode(ErrorKind::kToolchain));
    }
    if (worker < 0) _exit(1);
    for (;;) {
        int status = 0;
        if (waitpid(worker, &status, WUNTRACED | WCONTINUED) != worker) continue;
        if (WIFSTOPPED(status)) {
            shared.stopped_by = shared.suspended ? 0 : WSTOPSIG(status);
        } else if (WIFCONTINUED(status)) {
            shared.stopped_by = 0;
        } else {
            shared.status = status;
            shared.ended = true;
            _exit(0);
        }
    }
}

void EndChild(pid_t child) {
    kill(child, SIGKILL);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
}

class Supervisor {
  public:
    Supervisor(const SupervisorOptions& options, WorkerBoard& board)
        : options_(options), board_(board), shared_(board.shared()), watched_(WatchedSignals()) {}

    Supervised Run(const std::function<void()>& work) {
        Start(work);
        WorkerEnd end = Watch();
        EndWorker();
        Supervised supervised;
        supervised.result = board_.Latest();
        const bool complete = supervised.result && supervised.result->complete;
        // An exit code says nothing about who chose it.
        const bool in_order = complete && end.how == WorkerEnd::How::kExited && shared_.left_in_order;
        if (!in_order) supervised.end = std::move(end);
        if (!in_order || options_.end_what_is_left) supervised.ended_processes = EndChildren();
        sigprocmask(SIG_SETMASK, &mask_, nullptr);
        return supervised;
    }

  private:
    void Start(const std::function<void()>& work) {
        AdoptOrphans();
        // Whoever started us may have it ignored, and then nobody's end would be told.
        signal(SIGCHLD, SIG_DFL);
        sigprocmask(SIG_BLOCK, &watched_, &mask_);
        const pid_t self = getpid();
        middle_ = fork();
        if (middle_ == 0) RunMiddle(self, shared_, mask_, work);
        if (middle_ > 0) return;
        const int error_number = errno;
        sigprocmask(SIG_SETMASK, &mask_, nullptr);
        ThrowSystem(ErrorKind::kToolchain, "pto-replay", "no process for the program", error_number);
    }

    WorkerEnd Watch() {
        for (;;) {
            const int number = sigtimedwait(&watched_, nullptr, &kSupervisorTick);
            if (std::find(std::begin(kEndingSignals), std::end(kEndingSignals), number) != std::end(kEndingSignals)) {
                Interrupt(number);
            }
            if (number == SIGTSTP) Suspend();
            int status = 0;
            if (waitpid(middle_, &status, WNOHANG) == middle_) return EndOfWorker(status);
            if (const int stopped_by = shared_.stopped_by; stopped_by != 0) {
                return Ended(WorkerEnd::How::kStopped, stopped_by);
            }
            if (const double limit = PassedLimit(); limit > 0) {
                WorkerEnd end = Ended(WorkerEnd::How::kTimedOut, 0);
                end.seconds = limit;
                return end;
            }
        }
    }

    WorkerEnd Ended(WorkerEnd::How how, int number) const {
        return {how, number, 0, {}, ReadActivity(shared_.activity)};
    }

    WorkerEnd EndOfWorker(int middle_status) {
        middle_ = 0;
        if (!shared_.ended) {
            return Ended(WorkerEnd::How::kParentKilled, WIFSIGNALED(middle_status) ? WTERMSIG(middle_status) : 0);
        }
        const int status = shared_.status;
        if (WIFSIGNALED(status)) return Ended(WorkerEnd::How::kSignalled, WTERMSIG(status));
        WorkerEnd end = Ended(WorkerEnd::How::kExited, WEXITSTATUS(status));
        end.crash = board_.Crash();
        if (!end.crash.empty()) end.how = WorkerEnd::How::kCrashed;
        return end;
    }

    // The limit that has passed; 0: none has.
    double PassedLimit() const {
        const double limit = options_.timeout_seconds;
        if (const int64_t complete = shared_.complete_ns; complete > 0) {
            const double grace = limit > 0 ? std::min(limit, options_.end_grace_seconds) : options_.end_grace_seconds;
            return Since(complete) > grace ? grace : 0;
        }
        const embedded::Phase phase = shared_.activity.phase;
        if (limit <= 0 || phase == embedded::Phase::kOwn) return 0;
        const double grace = phase == embedded::Phase::kRunning ? options_.run_grace_seconds : 0;
        return Since(shared_.activity.since_ns) > limit + grace ? limit : 0;
    }

    // Seconds, without those in which all was suspended.
    double Since(int64_t start_ns) const {
        const int64_t suspended = start_ns < resumed_ns_ ? suspended_ns_ : 0;
        return static_cast<double>(SteadyNow() - start_ns - suspended) / 1e9;
    }

    // As a terminal's Ctrl-Z would, did the worker belong to our group.
    void Suspend() {
        const int64_t start = SteadyNow();
        shared_.suspended = true;
        const pid_t worker = shared_.worker;
        if (worker > 0) kill(-worker, SIGSTOP);
        raise(SIGSTOP);
        if (worker > 0) kill(-worker, SIGCONT);
        resumed_ns_ = SteadyNow();
        suspended_ns_ += resumed_ns_ - start;
        shared_.suspended = false;
    }

    // As a terminal would; who waits for a process of its own ends that and tidies up.
    [[noreturn]] void Interrupt(int number) {
        const pid_t worker = shared_.worker;
        if (worker > 0 && !shared_.ended) {
            kill(-worker, number);
            kill(worker, number);
        }
        sigset_t child_signals;
        sigemptyset(&child_signals);
        sigaddset(&child_signals, SIGCHLD);
        for (int ticks = 0; ticks < kInterruptTicks && middle_ > 0; ++ticks) {
            if (waitpid(middle_, nullptr, WNOHANG) == middle_) {
                middle_ = 0;
            } else {
                sigtimedwait(&child_signals, nullptr, &kSupervisorTick);
            }
        }
        EndWorker();
        EndChildren();
        DieOf(number);
    }

    // Without the process between, the worker is our child, and so is what it leaves: no other process can have its
    // number by now.
    void EndWorker() {
        if (middle_ > 0) EndChild(middle_);
        middle_ = 0;
        const pid_t worker = shared_.worker;
        siginfo_t info{};
        if (worker <= 0 || waitid(P_PID, static_cast<id_t>(worker), &info, WEXITED | WNOHANG | WNOWAIT) != 0) return;
        kill(-worker, SIGKILL);
        EndChild(worker);
    }

    const SupervisorOptions& options_;
    WorkerBoard& board_;
    WorkerBoard::Shared& shared_;
    sigset_t watched_;
    sigset_t mask_{};
    pid_t middle_ = 0;  // 0: none
    int64_t resumed_ns_ = 0;
    int64_t suspended_ns_ = 0;
};

}  // namespace

Supervised Supervise(const SupervisorOptions& options, WorkerBoard& board, const std::function<void()>& work) {
    return Supervisor(options, board).Run(work);
}

}  // namespace pto::run
