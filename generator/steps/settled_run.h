// Runs a program of the user's again when a file that it read was written meanwhile, since it may have read what was
// there for a moment only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file_system.h"
#include "base/hash.h"
#include "generator/steps/read_window.h"

namespace pto::gen {

inline constexpr int kSettledRuns = 3;

// What was read in a run that something was written in, by content.
class RunReads {
  public:
    RunReads(const FileSystem& files, const ReadWindow& window, const std::vector<std::string>& paths) {
        for (const std::string& path : paths) {
            // What is no longer there was the program's own.
            if (!IsFile(files, path) || window.Unchanged(path)) continue;
            touched_[path] = ContentHash(files.Read(path));
        }
    }
    bool Settled() const { return touched_.empty(); }
    // A program may write what it reads: then each run leaves the same.
    bool operator==(const RunReads&) const = default;

  private:
    std::map<std::string, std::string> touched_;
};

// `run()` returns a Result, of which `reads(result)` says what was read beside `source`. Throws an input Error when the
// source changes in every run. What else changes in every run is the program's own work, and the last one counts.
template <typename Result, typename Run, typename Reads>
Result RunSettled(const FileSystem& files, const std::string& source, const Run& run, const Reads& reads) {
    ReadWindow window(files);
    std::optional<RunReads> before;
    for (int attempt = 1;; ++attempt) {
        window.Watch(source);
        window.Open();
        Result result = run();
        const std::vector<std::string> paths = reads(result);
        const RunReads now(files, window, paths);
        const bool unchanged = window.Unchanged(source);
        if (unchanged && (now.Settled() || now == before || attempt >= kSettledRuns)) return result;
        if (attempt >= kSettledRuns) break;
        before = now;
        for (const std::string& path : paths) window.Watch(path);
    }
    throw Error(ErrorKind::kInput, Place{source, 0, 0, {}}, "it kept changing while it was run", "run ninja again");
}

}  // namespace pto::gen
