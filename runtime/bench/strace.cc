#include "runtime/bench/strace.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.h"

namespace pto::run {
namespace {

constexpr std::string_view kVersion = "1";
// What stands before the next message of the runtime, which may follow on the same line.
constexpr std::string_view kNextMessage = "[mono_ns=";

// What the outermost span was called by older runtimes.
constexpr std::string_view kOldRoots[] = {"run_prepared", "simpler_run"};

template <typename Number>
bool ReadNumber(std::string_view text, Number& value) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size();
}

// The value of a field, or an empty text where it is not there.
std::string_view FieldOf(std::string_view record, std::string_view key) {
    for (const std::string_view word : Split(record, ' ')) {
        if (word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=') {
            return word.substr(key.size() + 1);
        }
    }
    return {};
}

std::string TodaysName(std::string_view name) {
    for (const std::string_view root : kOldRoots) {
        const bool is_below = name.starts_with(root) && (name.size() == root.size() || name[root.size()] == '.');
        if (is_below) return "chip.run" + std::string(name.substr(root.size()));
    }
    return std::string(name);
}

bool IsHexadecimal(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::optional<Span> ParseRecord(std::string_view record) {
    Span span;
    span.callable = FieldOf(record, "hid");
    span.name = TodaysName(FieldOf(record, "name"));
    span.device_clock = FieldOf(record, "clk") == "dev";
    const bool complete = FieldOf(record, "v") == kVersion && ReadNumber(FieldOf(record, "pid"), span.pid) &&
                          ReadNumber(FieldOf(record, "inv"), span.invocation) && IsHexadecimal(span.callable) &&
                          ReadNumber(FieldOf(record, "depth"), span.depth) && !span.name.empty() &&
                          ReadNumber(FieldOf(record, "ts"), span.start_ns) &&
                          ReadNumber(FieldOf(record, "dur"), span.duration_ns) && span.duration_ns >= 0;
    return complete ? std::optional(std::move(span)) : std::nullopt;
}

// A number that another record follows at once may have lost its last digits.
bool IsCutOff(std::string_view record, bool whole_line) {
    return !whole_line && !record.ends_with(' ') && record.rfind(' ') < record.rfind("dur=");
}

}  // namespace

Strace ParseStrace(std::string_view text) {
    Strace result;
    for (size_t at = text.find(kStraceMark); at != std::string_view::npos; at = text.find(kStraceMark, at)) {
        at += kStraceMark.size();
        const size_t line_end = text.find('\n', at);
        const size_t end = std::min({line_end, text.find(kStraceMark, at), text.find(kNextMessage, at), text.size()});
        std::string_view record = text.substr(at, end - at);
        if (record.ends_with('\r')) record.remove_suffix(1);
        std::optional<Span> span = IsCutOff(record, end == line_end) ? std::nullopt : ParseRecord(record);
        if (span) {
            result.spans.push_back(*std::move(span));
        } else {
            ++result.dropped;
        }
        at = end;
    }
    return result;
}

}  // namespace pto::run
