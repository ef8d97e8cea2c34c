#include "base/printer.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace pto {
namespace {

struct Style {
    std::string_view word;
    std::string_view colour;  // SGR parameters
};

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
        if (written <= 0) return;
        text.remove_prefix(static_cast<size_t>(written));
    }
}

}  // namespace pto
