#include "runtime/bench/span_log.h"

#include <algorithm>
#include <iterator>

namespace pto::run {
namespace {

constexpr std::string_view kLevelsWithSpans[] = {"debug", "info", "timing"};

bool ShowsSpans(const std::string& level) {
    return std::find(std::begin(kLevelsWithSpans), std::end(kLevelsWithSpans), level) != std::end(kLevelsWithSpans);
}

bool Has(std::string_view line, std::string_view part) {
    return line.find(part) != std::string_view::npos;
}

}  // namespace

std::string LevelWithSpans(const std::string& asked) {
    return ShowsSpans(asked) ? asked : "timing";
}

bool SpanLog::Take(std::string_view line) {
    if (Has(line, kStraceMark)) {
        const std::lock_guard lock(mutex_);
        text_ += line;
        text_ += '\n';
    }
    // A damaged line may hold a message of another rank that matters.
    const bool is_timing = Has(line, "[TIMING]") && !Has(line, "[ERROR]") && !Has(line, "[WARN]");
    return is_timing && !ShowsSpans(asked_);
}

Strace SpanLog::Read() const {
    const std::lock_guard lock(mutex_);
    return ParseStrace(text_);
}

}  // namespace pto::run
