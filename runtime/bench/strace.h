// The timing records that the runtime 'simpler' writes to stderr at log level 'timing', one per span and line:
//
//   [STRACE] v=1 pid= tid= inv= hid= depth= name=<dotted> ts=<ns> dur=<ns> [k=v ...]
//
// Processes of several ranks share one stream, so a line may hold two records, or one that another cut off. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pto::run {

inline constexpr std::string_view kStraceMark = "[STRACE]";

struct Span {
    int64_t pid = 0;
    uint64_t invocation = 0;  // of a program, within the process
    std::string callable;     // identifies the program, in hexadecimal
    int depth = 0;            // 0: outermost
    std::string name;         // today's, also for records of older runtimes: "chip.run", "chip.run.runner_run", ...
    int64_t start_ns = 0;     // of the clock below, not comparable with the other one
    int64_t duration_ns = 0;
    bool device_clock = false;
};

struct Strace {
    std::vector<Span> spans;  // in the order of the text
    size_t dropped = 0;       // records that were begun but cut off, damaged or of another version
};

// Everything that is no record is skipped, and so are fields that are not known.
Strace ParseStrace(std::string_view text);

}  // namespace pto::run
