#include "contract/last_run.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"

namespace pto {
namespace {

constexpr char kResult[] = "result";
constexpr char kChange[] = "outdated";

bool IsResult(const std::string& word) {
    const std::string_view results[] = {ExitWord(0), ExitWord(1), ExitWord(2), ExitWord(3), kNotValidated, kOutdated};
    return std::find(std::begin(results), std::end(results), word) != std::end(results);
}

}  // namespace

Json LastRunJson(const LastRun& run) {
    return {{"schema_version", 1},        {kResult, run.result},
            {"exit_code", run.exit_code}, {"message", run.message ? Json(*run.message) : Json(nullptr)},
            {"command", run.command},     {"date", run.date},
            {"directory", run.directory}, {"platform", run.platform},
            {"runtime", run.runtime}};
}

std::optional<std::string> ResultOfRun(const Json& json) {
    if (!json.is_object()) return std::nullopt;
    const auto result = json.find(kResult);
    if (result == json.end() || !result->is_string() || !IsResult(*result)) return std::nullopt;
    return result->get<std::string>();
}

bool OutdateRun(Json& json, const std::string& what) {
    if (!json.is_object() || json.contains(kChange)) return false;
    json[kResult] = kOutdated;
    json[kChange] = what;
    return true;
}

}  // namespace pto
