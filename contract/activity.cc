#include "contract/activity.h"

#include "base/text.h"

namespace pto {

std::string ActivityLine(const BuildStep& step) {
    std::string line = step.action + "\t" + step.name + "\t" + step.reason + "\t" + step.file + "\t" + step.cause;
    line.erase(line.find_last_not_of('\t') + 1);
    return line + "\n";
}

std::vector<BuildStep> ParseActivity(std::string_view text) {
    std::vector<BuildStep> steps;
    for (const std::string_view line : ExactLines(text)) {
        std::vector<std::string_view> parts = Split(line, '\t');
        if (parts.size() < 2) continue;
        parts.resize(5);
        steps.push_back({std::string(parts[0]), std::string(parts[1]), std::string(parts[2]), std::string(parts[3]),
                         std::string(parts[4])});
    }
    return steps;
}

}  // namespace pto
