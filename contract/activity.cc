#include "contract/activity.h"

#include "base/text.h"

namespace pto {

std::string ActivityLine(const BuildStep& step) {
    return step.action + "\t" + step.name + "\t" + step.reason + (step.file.empty() ? "" : "\t" + step.file) + "\n";
}

std::vector<BuildStep> ParseActivity(std::string_view text) {
    std::vector<BuildStep> steps;
    for (const std::string_view line : ExactLines(text)) {
        std::vector<std::string_view> parts = Split(line, '\t');
        if (parts.size() < 2) continue;
        parts.resize(4);
        steps.push_back({std::string(parts[0]), std::string(parts[1]), std::string(parts[2]), std::string(parts[3])});
    }
    return steps;
}

}  // namespace pto
