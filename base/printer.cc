#include "base/printer.h"

#include <unistd.h>

#include <cstdlib>

namespace pto {
namespace {

struct Style {
    std::string_view word;
    std::string_view colour;  // SGR parameters
};

constexpr Style kStyles[] = {{"error", "1;31"}, {"warning", "1;35"}, {"note", "1;36"}, {"bug", "1;31"}};

}  // namespace

bool UsesColour(int descriptor) {
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    if (no_color != nullptr && *no_color != '\0') return false;
    return isatty(descriptor) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

void Print(std::string_view program, Severity severity, std::string_view text) {
    const Style& style = kStyles[static_cast<int>(severity)];
    std::string line(program);
    line += ": ";
    if (UsesColour(STDERR_FILENO)) {
        line.append("\033[").append(style.colour).append("m").append(style.word).append(":\033[0m ");
    } else {
        line.append(style.word).append(": ");
    }
    line.append(text).append("\n");
    // A message that cannot be written has nowhere else to go.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace pto
