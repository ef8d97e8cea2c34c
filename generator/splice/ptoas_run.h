// One run of ptoas: time limit, process group, output file, messages that an editor can follow.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

struct PtoasRun {
    std::string directory;  // root of the compiled directory; ptoas runs there
    std::string pto;        // relative to it
    std::string launcher;   // absolute
    std::vector<std::string> flags;
    double timeout_seconds = 60;  // 0: none
    std::string scratch;          // directory for the output while it is not complete, relative to `directory`
    std::string unit;             // for messages
    std::function<void(const std::string&)> print;  // gets what ptoas said when it failed, line by line
};

// What ptoas wrote, byte for byte. ptoas prints to stderr even when it succeeds; that is shown only on failure. Throws
// an input Error (ptoas refused the text) or a toolchain Error (cannot start, crashed, time limit, interrupted, no
// output), naming the version; nothing is left on disk.
std::string RunPtoas(const PtoasRun& run);

// Diagnostics with their place in front: `loc("f":1:2): error: x` becomes `f:1:2: error: x`; in fused and named
// locations the first place counts. Paths below `directory` become relative; a bare file name that is the .pto's
// becomes its path.
std::string ReadableDiagnostics(std::string_view text, const std::string& directory, const std::string& pto);

// What to do about a .pto that ptoas has refused with these words: the other name of an operation that it does not know
// and that was renamed (upstream/kernel_text.h), or what helps in general.
std::string RefusalRemedy(std::string_view said);

}  // namespace pto::gen
