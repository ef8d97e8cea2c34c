#include "runtime/console.h"

#include <unistd.h>

#include <cerrno>

namespace pto::run {

Style StyleOf(int file_descriptor, const Environment& environment) {
    const char* no_color = environment("NO_COLOR");
    const char* terminal = environment("TERM");
    const bool refused = no_color != nullptr && *no_color != '\0';
    const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
    return !refused && !dumb && isatty(file_descriptor) != 0 ? Style::kColour : Style::kPlain;
}

bool ShowsProgress(const Options& options, int file_descriptor, const Environment& environment) {
    const char* terminal = environment("TERM");
    const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
    return !options.quiet && !options.json && !dumb && isatty(file_descriptor) != 0;
}

std::string ErrorText(const Error& error, Style style) {
    const std::string word = style == Style::kColour ? "\x1b[1;31merror:\x1b[0m " : "error: ";
    return "pto-replay: " + word + error.what() + "\n";
}

std::string OutputOf(const RunRecord& record, const Options& options, Style style) {
    if (options.json) return JsonText(RecordJson(record));
    if (record.error && record.error->kind() == ErrorKind::kUsage) return {};
    return (options.quiet ? "" : ReportText(record, style)) + ClosingLine(record, style);
}

void Print(int file_descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(file_descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(static_cast<size_t>(written));
    }
}

}  // namespace pto::run
