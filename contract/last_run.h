// .pto-ninja/last_run.json: what the last run found. pto-replay writes it; pto-ninja shows it, and says in it that what
// was run is no longer there. All fields are in docs/files.md; here is what both programs need of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace pto {

// Words for a result beside those of the exit codes (ExitWord).
inline constexpr std::string_view kNotValidated = "not validated";
inline constexpr std::string_view kOutdated = "outdated";  // of what is no longer there

struct LastRun {
    std::string result;
    int exit_code = 0;
    std::optional<std::string> message;  // of the error that ended the run
    std::string command;                 // "replay", "run", "benchmark", "compare"
    std::string date;                    // UTC, ISO 8601
    std::string directory;
    std::string platform;
    std::string runtime;
};

// The object that every such file starts with.
Json LastRunJson(const LastRun& run);

// Its result; nothing where that is none of the words.
std::optional<std::string> ResultOfRun(const Json& json);

// Notes that `what` has changed since, in words. False where it says so already, or says nothing of a run.
bool OutdateRun(Json& json, const std::string& what);

}  // namespace pto
