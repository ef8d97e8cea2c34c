// What `pto-ninja report` shows of one compiled directory, gathered from what the build and the runs left behind.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/json.h"
#include "generator/report/ninja_log.h"
#include "generator/umbrella/directory_state.h"

namespace pto::gen {

// Paths are relative to the compiled directory, '/' between their parts.
struct BuildReport {
    std::string directory;  // as the user gave it
    DirectoryState state;
    Json last_run;                   // .pto-ninja/last_run.json; null: nothing ran yet, or the file cannot be read
    std::vector<std::string> stale;  // "kernels/aiv/gate.cpp: it changed", of what the next build makes again
    std::vector<TimedEdge> edges;    // longest first
    std::vector<std::pair<std::string, Json>> benchmarks;  // folder of each latest.json, and what it says
    std::vector<std::string> timelines;                    // trace.json and merged_swimlane_*.json, newest first
    std::vector<std::string> diagnostics;                  // all other files of dfx_outputs/, sorted
    std::string patch;                                     // the edits against the code as compiled
    std::vector<std::string> problems;                     // messages on what is left out because it is damaged
};

// Reads only. Whatever is absent or damaged is left out: a report of a build that failed is worth as much as another.
// Throws an input Error when `directory` is no compiled directory.
BuildReport GatherReport(FileSystem& files, const std::string& directory);

}  // namespace pto::gen
