// Everything that one call of pto-replay found out: what the report prints and .pto-ninja/last_run.json holds.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file_system.h"
#include "base/json.h"
#include "contract/activity.h"
#include "runtime/bench/benchmark.h"
#include "runtime/bench/side_by_side.h"
#include "runtime/core/manifest.h"
#include "runtime/judge/user_verdict.h"
#include "runtime/judge/validate.h"

namespace pto::run {

// Milliseconds per step; 0 for a step that did not take place.
struct Timings {
    double inputs_ms = 0;
    double load_ms = 0;  // of the binaries
    double run_ms = 0;   // of the judged run
    double validate_ms = 0;
};

struct EntryResult {
    std::string name;     // of the entry; empty where there is only one
    std::string program;  // what it is called in the report
    std::string input_source;
    std::vector<std::string> notes;
    std::optional<Verdict> verdict;
    std::string not_validated;  // why there is no verdict
    std::optional<UserVerdict> user_verdict;
    Timings timings;
    std::optional<BenchmarkResult> benchmark;
    std::optional<SideBySide> comparison;
    std::vector<std::string> artefacts;  // files written, relative to the directory unless absolute
    std::string trace;                   // absolute path of the timeline among them; empty: none
};

// What the build before this run did, by name.
struct BuildSummary {
    std::vector<std::string> compiled;
    std::vector<std::string> spliced;
    std::vector<std::string> assembled;
    std::vector<std::string> reused;
    std::vector<BuildStep> steps;  // in the order in which they ended
};

// From .pto-ninja/activity; a binary of the manifest that no step made was reused. Nothing when there is no such file.
std::optional<BuildSummary> LoadBuildSummary(const FileSystem& files, const Manifest& manifest);

// Whether the last build failed for the sake of the user's files: a step was refused.
bool BuildWasRefused(const FileSystem& files, const std::string& directory);

struct RunRecord {
    std::string command;    // "replay", "run", "benchmark"
    std::string directory;  // as the user gave it
    std::string platform;   // empty until the manifest is known
    std::string runtime;
    bool simulator = false;
    std::string date;  // of the start, UTC, ISO 8601
    std::vector<EntryResult> entries;
    std::optional<BuildSummary> build;
    std::optional<Error> error;  // what ended the command

    // 0 also when nothing was judged.
    int ExitCode() const;
    // ExitWord of the exit code, but "not validated" when nothing failed and not everything was judged.
    std::string Result() const;
};

// The result of one entry: "passed", "mismatch" or "not validated".
std::string EntryWord(const EntryResult& entry);

// The ratio with its interval and verdict, and the samples of both builds.
Json ComparisonSummary(const SideBySide& comparison);

// Non-finite numbers become null.
Json RecordJson(const RunRecord& record);

// What the file says while the command runs: if it crashes or is killed, that stays true.
Json UnfinishedJson(const RunRecord& record);

// Replaces <directory>/.pto-ninja/last_run.json. Does nothing when there is no .pto-ninja: the directory is not ours.
void WriteLastRun(FileSystem& files, const std::string& directory, const Json& json);
void WriteLastRun(FileSystem& files, const std::string& directory, const std::string& text);

// "2026-08-21T10:11:12Z".
std::string IsoDate(int64_t unix_seconds);

}  // namespace pto::run
