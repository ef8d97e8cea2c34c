// .pto-ninja/activity: what the steps of a build did, in the order in which they ended. The steps append a line each,
// the run reads them for its summary; a build with something to do starts it anew.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto {

// A step that could not be done for the sake of the user's files: its name is that of the step.
inline constexpr std::string_view kRefusedAction = "refused";

struct BuildStep {
    std::string action;  // "compiled", "spliced", "assembled", "refused"
    std::string name;    // as it is shown to people: "gate"
    std::string reason;  // in words
    std::string file;    // that it made, relative to the directory; empty where there are several
    std::string cause;   // CauseCode
};

// "ACTION<tab>NAME<tab>REASON<tab>FILE<tab>CAUSE" and a newline, without fields at the end that are empty.
std::string ActivityLine(const BuildStep& step);

// Lines that are none are left out: the file may have been cut off.
std::vector<BuildStep> ParseActivity(std::string_view text);

}  // namespace pto
