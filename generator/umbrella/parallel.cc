#include "generator/umbrella/parallel.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <vector>

#include "base/error.h"
#include "base/process_family.h"

namespace pto::gen {
namespace {

constexpr int kDied = 3;

// Where one call's output waits for its turn.
struct Output {
    int out = memfd_create("out", MFD_CLOEXEC);
    int err = memfd_create("err", MFD_CLOEXEC);
};

void CopyTo(int from, int to) {
    std::array<char, 1 << 14> buffer;
    lseek(from, 0, SEEK_SET);
    for (ssize_t count = 0; (count = read(from, buffer.data(), buffer.size())) > 0;) {
        for (ssize_t done = 0; done < count;) {
            const ssize_t written = write(to, buffer.data() + done, static_cast<size_t>(count - done));
            if (written <= 0) return;
            done += written;
        }
    }
    close(from);
}

[[noreturn]] void RunChild(pid_t parent, size_t first, size_t step, const std::vector<Output>& outputs,
                           const std::function<int(size_t)>& work) {
    EndWithParent(SIGTERM, parent);
    int worst = 0;
    for (size_t i = first; i < outputs.size(); i += step) {
        dup2(outputs[i].out, STDOUT_FILENO);
        dup2(outputs[i].err, STDERR_FILENO);
        worst = std::max(worst, work(i));
        std::fflush(stdout);
    }
    _exit(worst);
}

}  // namespace

int InParallel(size_t count, size_t children, const std::function<int(size_t)>& work) {
    std::fflush(stdout);
    std::vector<Output> outputs(count);
    std::vector<pid_t> processes;
    const pid_t self = getpid();
    children = std::clamp<size_t>(children, 1, std::max<size_t>(count, 1));
    for (size_t child = 0; child < children; ++child) {
        const pid_t process = fork();
        if (process == 0) RunChild(self, child, children, outputs, work);
        processes.push_back(process);
    }
    int worst = 0;
    for (const pid_t process : processes) {
        int status = 0;
        const bool ended = process > 0 && waitpid(process, &status, 0) == process && WIFEXITED(status);
        worst = std::max(worst, ended ? WEXITSTATUS(status) : kDied);
    }
    for (const Output& output : outputs) {
        CopyTo(output.out, STDOUT_FILENO);
        CopyTo(output.err, STDERR_FILENO);
    }
    return worst;
}

}  // namespace pto::gen
