#include "base/printer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace pto {
namespace {

struct Style {
    std::string_view word;
    std::string_view colour;  // SGR parameters
};

// errno of the first write on stdout that failed.
int g_lost_output = 0;

constexpr Style kStyles[] = {{"error", "1;31"}, {"warning", "1;35"}, {"note", "1;36"}, {"bug", "1;31"}};

}  // namespace

bool IsTerminal(int descriptor) {
    const char* terminal = std::getenv("TERM");
    return isatty(descriptor) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

bool UsesColour(int descriptor) {
    const char* no_color = std::getenv("NO_COLOR");
    const bool refused = no_color != nullptr && *no_color != '\0';
    return !refused && IsTerminal(descriptor);
}

std::string MessageText(std::string_view program, Severity severity, std::string_view text, bool coloured) {
    const Style& style = kStyles[static_cast<int>(severity)];
    std::string line(program);
    line += ": ";
    if (coloured) {
        line.append("\033[").append(style.colour).append("m").append(style.word).append(":\033[0m ");
    } else {
        line.append(style.word).append(": ");
    }
    return line.append(text).append("\n");
}

void Print(std::string_view program, Severity severity, std::string_view text) {
    WriteText(STDERR_FILENO, MessageText(program, severity, text, UsesColour(STDERR_FILENO)));
}

void WriteText(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            if (descriptor == STDOUT_FILENO && g_lost_output == 0) g_lost_output = errno;
            return;
        }
        text.remove_prefix(static_cast<size_t>(written));
    }
}

void OpenStandardStreams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
        // The lowest free number is this one. The other way round, so that a use of it fails as before.
        [[maybe_unused]] const int opened =
            open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // NOLINT: children have it, too
    }
}

int EndOutput(std::string_view program, int exit_code) {
    int number = g_lost_output;
    if (std::fflush(stdout) != 0 && number == 0) number = errno;
    if (std::ferror(stdout) != 0 && number == 0) number = EIO;  // stdio does not keep the reason
    if (number == 0 || number == EPIPE) return exit_code;
    Print(program, Severity::kError,
          std::string("standard output: cannot be written: ") + std::strerror(number) +
              "; run the command again with an output that takes what it prints");
    return exit_code == 0 ? 3 : exit_code;
}

}  // namespace pto
