#include "generator/umbrella/each.h"

#include "base/text.h"

namespace pto::gen {

std::string EachSummary(const std::string& target, const std::vector<EachResult>& results) {
    std::vector<std::string> failed;
    for (const EachResult& result : results) {
        if (result.exit_code == 0) continue;
        failed.push_back(result.directory + " (" + (result.result.empty() ? "no run" : result.result) + ")");
    }
    const std::string done = std::to_string(results.size() - failed.size()) + " of " +
                             Count(results.size(), "directory", "directories") + " done";
    return target + ": " + done + (failed.empty() ? "" : "; failed: " + Join(failed, ", "));
}

}  // namespace pto::gen
