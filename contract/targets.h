// What a user asks of a directory: the targets of a build that run its programs, in every kind of build.ninja.
#pragma once

namespace pto {

struct Verb {
    const char* name;     // of the target
    const char* meaning;  // in help
    const char* mode;     // what pto-replay is told
    const char* rule = "replay";
};

inline constexpr Verb kVerbs[] = {
    {"replay", "build what changed, run, validate against golden.py", "replay"},
    {"run", "build what changed and run, without judging the result", "run"},
    {"benchmark", "build what changed, validate once, then time it", "benchmark"},
    {"compare", "time your edit against the code as compiled, in turn in one run", "compare", "compare"},
    {"swimlane", "the same as replay, and record a timeline of the cores", "replay --swimlane"},
    {"dump", "the same as replay, and dump the arguments of every task", "replay --dump-args 2"}};

// Flags of pto-replay in words of a shell, for when ninja starts it; some concern the build before it.
inline constexpr char kRunFlagsVariable[] = "PTO_REPLAY_FLAGS";

// Everything that a run needs.
inline constexpr char kReadyTarget[] = "ready";
// Builds, and runs nothing.
inline constexpr char kKernelsTarget[] = "kernels";

}  // namespace pto
