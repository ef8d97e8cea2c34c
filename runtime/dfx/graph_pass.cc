#include "runtime/dfx/graph_pass.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>

#include "base/error.h"
#include "base/process_family.h"

namespace pto::run {
namespace {

// Of the child: where its parent reads why it failed. One at a time.
int reason_pipe = -1;

[[noreturn]] void EndWith(const std::string& reason) {
    [[maybe_unused]] const ssize_t written = write(reason_pipe, reason.data(), reason.size());
    _exit(1);
}

[[noreturn]] void RunInChild(const std::function<std::unique_ptr<Runner>()>& load,
                             const std::vector<Argument>& arguments) {
    try {
        const std::unique_ptr<Runner> runner = load();
        runner->Place(arguments);
        runner->Execute();
    } catch (const std::exception& error) {
        EndWith(error.what());
    }
    _exit(0);
}

std::string ReadAll(int descriptor) {
    std::string text;
    char buffer[4096];
    for (;;) {
        const ssize_t count = read(descriptor, buffer, sizeof buffer);
        if (count > 0) text.append(buffer, static_cast<size_t>(count));
        if (count == 0 || (count < 0 && errno != EINTR)) return text;
    }
}

int WaitForChild(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

}  // namespace

bool TakesTwoPasses(const Manifest& manifest, const Diagnostics& asked) {
    return asked.swimlane_level > 0 && manifest.runtime == "simpler" && !manifest.IsSimulator();
}

Diagnostics GraphPass(const Diagnostics& asked) {
    Diagnostics pass;
    pass.dep_gen = true;
    pass.directory = asked.directory;
    return pass;
}

Diagnostics TimingPass(const Diagnostics& asked) {
    Diagnostics pass = asked;
    pass.dep_gen = false;
    return pass;
}

std::string CaptureGraph(const std::function<std::unique_ptr<Runner>()>& load, const std::vector<Argument>& arguments) {
    int ends[2];
    if (pipe(ends) != 0) return std::string("the timeline has no task graph: no pipe: ") + std::strerror(errno);
    const pid_t self = getpid();
    const pid_t child = fork();
    if (child == 0) {
        EndWithParent(SIGKILL, self);
        close(ends[0]);
        reason_pipe = ends[1];
        RunInChild(load, arguments);
    }
    close(ends[1]);
    std::string reason = child < 0 ? std::strerror(errno) : ReadAll(ends[0]);
    close(ends[0]);
    const int status = child < 0 ? 1 : WaitForChild(child);
    if (status == 0) return {};
    if (WIFSIGNALED(status)) reason = std::string("ended by ") + strsignal(WTERMSIG(status));
    return "the timeline has no task graph, its run failed: " + reason.substr(0, reason.find('\n'));
}

void EndGraphPass(const Error& error) {
    EndWith(error.what());
}

}  // namespace pto::run
