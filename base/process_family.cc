#include "base/process_family.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace pto {
namespace {

// Somebody who starts processes faster than they are ended is left alone after so many rounds.
constexpr int kMaxRounds = 1000;

std::string ProcText(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

struct Relative {
    pid_t parent = 0;
    char state = '?';
};

// "17 (name, which may hold anything) S 1 ...".
Relative RelativeOf(const std::string& process) {
    const std::string text = ProcText("/proc/" + process + "/stat");
    const size_t name_end = text.rfind(')');
    Relative relative;
    if (name_end == std::string::npos) return relative;
    std::istringstream rest(text.substr(name_end + 1));
    rest >> relative.state >> relative.parent;
    return relative;
}

bool IsNumber(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Zombies are children too: they are reaped with the others.
std::vector<pid_t> ChildrenOf(pid_t parent, size_t& running) {
    std::vector<pid_t> children;
    std::error_code code;
    for (std::filesystem::directory_iterator entry("/proc", code), end; !code && entry != end; entry.increment(code)) {
        const std::string name = entry->path().filename().string();
        if (!IsNumber(name)) continue;
        const Relative relative = RelativeOf(name);
        if (relative.parent != parent) continue;
        children.push_back(static_cast<pid_t>(std::stol(name)));
        running += relative.state == 'Z' || relative.state == 'X' ? 0 : 1;
    }
    return children;
}

// Ninja starts "sh -c COMMAND". Many shells become the command's last program, others stay its parent.
bool IsShellOfBuild(pid_t process) {
    constexpr std::string_view kFlag = "-c";
    const std::string words = ProcText("/proc/" + std::to_string(process) + "/cmdline");
    const size_t second = words.find('\0');
    return second != std::string::npos &&
           words.compare(second + 1, kFlag.size() + 1, kFlag.data(), kFlag.size() + 1) == 0;
}

// Ninja that is told to end alone ends its other commands, waits for each, and at last for the one that has the
// console. It also waits for one that has closed its output, so there must be no other.
bool WaitsOnlyFor(pid_t build, pid_t command) {
    const std::string place = "/proc/" + std::to_string(build);
    if (!ProcText(place + "/comm").starts_with("ninja") || ProcText(place + "/wchan") != "do_wait") return false;
    size_t running = 0;
    return ChildrenOf(build, running) == std::vector<pid_t>{command};
}

// A child that is forked while another thread allocates may find the allocator locked for ever: that of sanitizers has
// no care for it. The thread below allocates only behind this gate, and no fork passes it meanwhile.
std::mutex fork_gate;
// Its start allocates too. Whoever forks waits for that, and nobody else does: to be woken on another processor takes
// longer than a short command.
std::atomic_flag watch_started;

void CloseForkGate() {
    watch_started.wait(false);
    fork_gate.lock();
}
void OpenForkGate() {
    fork_gate.unlock();
}

// Waits for the end of `build`, or for the sign that it has been told to end.
void WaitForBuild(pid_t build, pid_t command) {
    constexpr int kLookMs = 150;
    constexpr int kLooks = 3;
    const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, build, 0));  // none before Linux 5.3
    for (int waiting = 0; waiting < kLooks;) {
        pollfd ended = {descriptor, POLLIN, 0};
        if (poll(&ended, 1, kLookMs) > 0 || (kill(build, 0) != 0 && errno == ESRCH)) break;
        const std::lock_guard no_fork(fork_gate);
        waiting = WaitsOnlyFor(build, command) ? waiting + 1 : 0;
    }
    if (descriptor >= 0) close(descriptor);
}

// The thread takes no signals: who waits for them may have blocked them everywhere else.
void EndWith(pid_t build, pid_t command, int number) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_atfork(CloseForkGate, OpenForkGate, OpenForkGate);
    std::thread([build, command, number] {
        watch_started.test_and_set();
        watch_started.notify_all();
        WaitForBuild(build, command);
        kill(getpid(), number);
    }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// Of a command that is to end with its build and does not watch it yet; 0: nothing is to be done.
std::atomic<pid_t> parent_in_build = 0;

bool HasChildren() {
    siginfo_t info{};
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno == EINTR;
}

}  // namespace

void EndWithParent(int signal, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, signal);
    // It may have ended before the call.
    if (getppid() != parent) raise(signal);
}

void EndWithBuild() {
    const pid_t parent = getppid();
    EndWithParent(SIGTERM, parent);
    parent_in_build = parent;
}

void WatchBuild() {
    const pid_t parent = parent_in_build.exchange(0);
    if (parent == 0) return;
    const bool shell = IsShellOfBuild(parent);
    const pid_t build = shell ? RelativeOf(std::to_string(parent)).parent : parent;
    if (build > 0) EndWith(build, shell ? parent : getpid(), SIGTERM);
}

void AdoptOrphans() {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

size_t EndChildren() {
    size_t running = 0;
    for (int round = 0; round < kMaxRounds && HasChildren(); ++round) {
        const std::vector<pid_t> children = ChildrenOf(getpid(), running);
        if (children.empty()) break;  // /proc is not there
        bool any = false;
        for (const pid_t child : children) {
            // One that runs as somebody else cannot be ended, nor waited for.
            if (kill(child, SIGKILL) != 0) continue;
            any = true;
            while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
        }
        if (!any) break;
    }
    return running;
}

bool IsTraced() {
    constexpr char kField[] = "TracerPid:";
    const std::string status = ProcText("/proc/self/status");
    const size_t at = status.find(kField);
    return at != std::string::npos && std::atoi(status.c_str() + at + sizeof kField - 1) != 0;
}

}  // namespace pto
