#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "base/error.h"
#include "base/process_family.h"
#include "base/put_off_signals.h"
#include "base/text.h"

extern char** environ;

namespace pto {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array kForwarded = {SIGINT, SIGTERM, SIGHUP};
constexpr auto kGrace = std::chrono::milliseconds(500);
// Set by the handler in whichever thread it runs.
std::atomic<int> g_interrupted = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void OnInterrupt(int signal) {
    g_interrupted = signal;
}

// Catches the interrupting signals while children run, of whichever threads, and restores then what was there before.
class InterruptGuard {
  public:
    InterruptGuard() {
        const std::lock_guard lock(mutex_);
        if (guards_++ > 0) return;
        g_interrupted = 0;
        struct sigaction action {};
        action.sa_handler = OnInterrupt;
        for (size_t i = 0; i < kForwarded.size(); ++i) sigaction(kForwarded[i], &action, &saved_[i]);
    }
    ~InterruptGuard() {
        const std::lock_guard lock(mutex_);
        if (--guards_ > 0) return;
        for (size_t i = 0; i < kForwarded.size(); ++i) sigaction(kForwarded[i], &saved_[i], nullptr);
    }
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

  private:
    static inline std::mutex mutex_;
    static inline size_t guards_ = 0;
    static inline std::array<struct sigaction, kForwarded.size()> saved_{};
};

struct Pipe {
    int read_end = -1;
    int write_end = -1;
    bool Open() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return false;
        read_end = ends[0];
        write_end = ends[1];
        return true;
    }
    void CloseRead() {
        if (read_end >= 0) close(read_end);
        read_end = -1;
    }
    void CloseWrite() {
        if (write_end >= 0) close(write_end);
        write_end = -1;
    }
    ~Pipe() {
        CloseRead();
        CloseWrite();
    }
};

// LC_ALL would hide LC_MESSAGES, so that its value goes to the one category that says how bytes are read.
void AddEnglish(std::vector<std::string>& additions) {
    additions.emplace_back("LC_MESSAGES=C");
    const char* all = std::getenv("LC_ALL");
    if (all == nullptr || *all == '\0') return;
    additions.emplace_back("LC_ALL=");
    additions.emplace_back("LC_CTYPE=" + std::string(all));
}

// The strings of `options.environment` win over ours; built before fork, since the child may not allocate.
std::vector<std::string> MergedEnvironment(const std::vector<std::string>& additions) {
    std::vector<std::string> merged;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view name = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
        bool replaced = false;
        for (const std::string& addition : additions) {
            replaced = replaced || std::string_view(addition).substr(0, addition.find('=')) == name;
        }
        if (!replaced) merged.emplace_back(*entry);
    }
    merged.insert(merged.end(), additions.begin(), additions.end());
    return merged;
}

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
    std::vector<char*> pointers;
    for (const std::string& text : strings) pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// Who shares our group is told as a terminal would; nobody else looks after a group of its own.
int SignalOfOurEnd(const ProcessOptions& options) {
    return options.own_group ? SIGKILL : SIGTERM;
}

[[noreturn]] void RunChild(const ProcessOptions& options, pid_t parent, const char* program, char** arguments,
                           char** environment, const Pipe& out, const Pipe& err) {
    if (options.own_group) setpgid(0, 0);
    for (const int signal : kForwarded) std::signal(signal, SIG_DFL);
    sigset_t forwarded;
    sigemptyset(&forwarded);
    for (const int signal : kForwarded) sigaddset(&forwarded, signal);
    sigprocmask(SIG_UNBLOCK, &forwarded, nullptr);
    EndWithParent(SignalOfOurEnd(options), parent);
    if (options.capture_output) {
        dup2(out.write_end, STDOUT_FILENO);
        dup2(err.write_end, STDERR_FILENO);
    }
    const int null = open("/dev/null", O_RDONLY);
    if (null >= 0) dup2(null, STDIN_FILENO);
    // By number: before a call by name clang's coverage writes its files, which allocates, and another thread may have
    // held the allocator's lock when this process was forked.
    if (options.directory.empty() || chdir(options.directory.c_str()) == 0) {
        syscall(SYS_execve, program, arguments, environment);
    }
    _exit(127);
}

// Reads what is there; false at end of file.
bool Drain(int descriptor, std::string& text) {
    char buffer[1 << 14];
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count > 0) text.append(buffer, static_cast<size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

int WaitMilliseconds(double timeout_seconds, Clock::time_point start) {
    constexpr double kSlice = 50;  // how soon an interruption is noticed even if poll() missed it
    if (timeout_seconds <= 0) return static_cast<int>(kSlice);
    const double left = timeout_seconds - std::chrono::duration<double>(Clock::now() - start).count();
    return left <= 0 ? 0 : static_cast<int>(std::min(kSlice, left * 1000 + 1));
}

void KillGroup(pid_t child, bool own_group) {
    const pid_t target = own_group ? -child : child;
    kill(target, SIGTERM);
    const Clock::time_point deadline = Clock::now() + kGrace;
    while (Clock::now() < deadline && waitpid(child, nullptr, WNOHANG) == 0) usleep(5000);
    // The leader may be gone while others of its group are not.
    kill(target, SIGKILL);
    waitpid(child, nullptr, 0);
}

// Readable when the process has ended. A kernel without it (before 5.3) costs a wait of one short slice.
class EndOfProcess {
  public:
    explicit EndOfProcess(pid_t process) : descriptor_(static_cast<int>(syscall(SYS_pidfd_open, process, 0))) {}
    ~EndOfProcess() {
        if (descriptor_ >= 0) close(descriptor_);
    }
    EndOfProcess(const EndOfProcess&) = delete;
    EndOfProcess& operator=(const EndOfProcess&) = delete;

    void Wait(int milliseconds) const {
        constexpr int kShortSlice = 5;
        pollfd descriptor = {descriptor_, POLLIN, 0};
        poll(&descriptor, 1, descriptor_ >= 0 ? milliseconds : std::min(milliseconds, kShortSlice));
    }

  private:
    int descriptor_;
};

// Pumps the pipes until the child has ended, its time is over or we were interrupted.
void Supervise(pid_t child, const ProcessOptions& options, Pipe& out, Pipe& err, ProcessResult& result) {
    const Clock::time_point start = Clock::now();
    const EndOfProcess end(child);
    int status = 0;
    for (;;) {
        if (out.read_end >= 0 || err.read_end >= 0) {
            pollfd descriptors[2] = {{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}};
            poll(descriptors, 2, WaitMilliseconds(options.timeout_seconds, start));
            if (descriptors[0].revents != 0 && !Drain(out.read_end, result.out)) out.CloseRead();
            if (descriptors[1].revents != 0 && !Drain(err.read_end, result.err)) err.CloseRead();
        } else {
            if (waitpid(child, &status, WNOHANG) == child) break;
            end.Wait(WaitMilliseconds(options.timeout_seconds, start));
        }
        result.interrupted = g_interrupted != 0 || PutOffSignals::Came();
        result.timed_out = options.timeout_seconds > 0 &&
                           std::chrono::duration<double>(Clock::now() - start).count() >= options.timeout_seconds;
        if (result.interrupted || result.timed_out) return KillGroup(child, options.own_group);
    }
    if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
}

// A directory may be "executed" as well, but not started.
bool IsProgram(const std::string& path) {
    struct stat info {};
    return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

ProcessResult RunProcess(const ProcessOptions& options) {
    WatchBuild();
    ProcessResult result;
    std::string program = FindProgram(options.arguments.at(0));
    if (program.empty()) {
        result.exit_code = 127;
        result.err = options.arguments[0] + ": not found";
        return result;
    }
    if (!options.directory.empty()) program = std::filesystem::absolute(program).string();
    std::vector<std::string> additions;
    if (options.english) AddEnglish(additions);
    additions.insert(additions.end(), options.environment.begin(), options.environment.end());
    const std::vector<std::string> environment = MergedEnvironment(additions);
    std::vector<char*> environment_pointers = Pointers(environment);
    std::vector<char*> argument_pointers = Pointers(options.arguments);
    Pipe out;
    Pipe err;
    if (options.capture_output && (!out.Open() || !err.Open())) {
        ThrowSystem(ErrorKind::kToolchain, program, "cannot be started", errno);
    }
    const InterruptGuard guard;
    const pid_t self = getpid();
    const pid_t child = fork();
    if (child == 0) {
        RunChild(options, self, program.c_str(), argument_pointers.data(), environment_pointers.data(), out, err);
    }
    if (child < 0) ThrowSystem(ErrorKind::kToolchain, program, "cannot be started", errno);
    if (options.own_group) setpgid(child, child);
    out.CloseWrite();
    err.CloseWrite();
    Supervise(child, options, out, err, result);
    return result;
}

std::string FindProgram(const std::string& name) {
    if (name.empty()) return {};
    if (name.find('/') != std::string::npos) return IsProgram(name) ? name : std::string();
    const char* path = std::getenv("PATH");
    for (const std::string_view directory : Split(path != nullptr ? path : "/usr/bin:/bin", ':')) {
        const std::string candidate = (directory.empty() ? "." : std::string(directory)) + "/" + name;
        if (IsProgram(candidate)) return std::filesystem::absolute(candidate).string();
    }
    return {};
}

std::string OwnProgram() {
    std::error_code code;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", code);
    if (!code) return self.string();
    // Where /proc is not mounted: the path that this process was started by.
    const char* started = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    const std::filesystem::path real = std::filesystem::canonical(started == nullptr ? "" : started, code);
    return code ? std::string() : real.string();
}

}  // namespace pto
