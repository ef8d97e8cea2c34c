// What each edge of a build took when it last ran, out of Ninja's log. Pure.
//
// The log (version 5 and 6: https://ninja-build.org/manual.html#_the_ninja_log) has a line for each output of each edge
// that ran, oldest first: start and end in milliseconds since the build began, time of the output, its path, a hash of
// the command; separated by tabs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

struct TimedEdge {
    std::string output;  // the first of the edge
    double seconds = 0;  // from its start to its end, beside whatever else ran
};

// The last run of each edge, longest first and by name among equals. Lines that are damaged are left out, as Ninja does
// itself; a log of another version gives nothing.
std::vector<TimedEdge> LongestEdges(std::string_view log);

}  // namespace pto::gen
