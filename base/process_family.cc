#include "base/process_family.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
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
std::vector<pid_t> Children(size_t& running) {
    std::vector<pid_t> children;
    const pid_t self = getpid();
    std::error_code code;
    for (std::filesystem::directory_iterator entry("/proc", code), end; !code && entry != end; entry.increment(code)) {
        const std::string name = entry->path().filename().string();
        if (!IsNumber(name)) continue;
        const Relative relative = RelativeOf(name);
        if (relative.parent != self) continue;
        children.push_back(static_cast<pid_t>(std::stol(name)));
        running += relative.state == 'Z' || relative.state == 'X' ? 0 : 1;
    }
    return children;
}

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
    EndWithParent(SIGTERM, getppid());
}

void AdoptOrphans() {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

size_t EndChildren() {
    size_t running = 0;
    for (int round = 0; round < kMaxRounds && HasChildren(); ++round) {
        const std::vector<pid_t> children = Children(running);
        if (children.empty()) break;  // /proc is not there
        for (const pid_t child : children) kill(child, SIGKILL);
        for (const pid_t child : children) {
            while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
        }
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
