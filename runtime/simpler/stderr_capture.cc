#include "runtime/simpler/stderr_capture.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/error.h"
#include "base/printer.h"

namespace pto::run {
namespace {

// Ends the stream although a child process may have inherited the other end of the pipe.
constexpr char kEndOfCapture = '\0';

}  // namespace

StderrCapture::StderrCapture(std::function<bool(std::string_view line)> take) : take_(std::move(take)) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) ThrowSystem(ErrorKind::kToolchain, "a pipe", "cannot be made", errno);
    read_end_ = ends[0];
    real_stderr_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    thread_ = std::thread([this] { Loop(); });
}

void StderrCapture::Stop() {
    if (!thread_.joinable()) return;
    WriteText(STDERR_FILENO, std::string_view(&kEndOfCapture, 1));
    dup2(real_stderr_, STDERR_FILENO);
    thread_.join();
    close(real_stderr_);
    close(read_end_);
}

void StderrCapture::Loop() {
    std::string unfinished;
    for (;;) {
        char bytes[4096];
        const ssize_t count = read(read_end_, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        unfinished.append(bytes, static_cast<size_t>(count));
        const size_t mark = unfinished.find(kEndOfCapture);
        const bool ends = mark != std::string::npos;
        if (ends) unfinished.erase(mark, 1);
        size_t begin = 0;
        for (size_t end; (end = unfinished.find('\n', begin)) != std::string::npos; begin = end + 1) {
            Deal(std::string_view(unfinished).substr(begin, end + 1 - begin));
        }
        unfinished.erase(0, begin);
        if (ends) break;
    }
    if (!unfinished.empty()) Deal(unfinished);
}

void StderrCapture::Deal(std::string_view line) {
    const std::string_view text = line.ends_with('\n') ? line.substr(0, line.size() - 1) : line;
    if (!take_(text)) WriteText(real_stderr_, line);
}

}  // namespace pto::run
