#include "generator/report/ninja_log.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "base/text.h"

namespace pto::gen {
namespace {

constexpr std::string_view kVersions[] = {"# ninja log v5", "# ninja log v6"};
constexpr size_t kFields = 5;

std::optional<int64_t> ParseMilliseconds(std::string_view text) {
    int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Outputs of one edge agree in all of it.
using EdgeKey = std::tuple<int64_t, int64_t, std::string>;

struct Logged {
    EdgeKey key;
    size_t line;
};

}  // namespace

std::vector<TimedEdge> LongestEdges(std::string_view log) {
    const std::vector<std::string_view> lines = Lines(log);
    if (lines.empty() || std::find(std::begin(kVersions), std::end(kVersions), lines[0]) == std::end(kVersions)) {
        return {};
    }
    std::map<std::string, Logged> last_by_output;
    for (size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string_view> fields = Split(lines[i], '\t');
        if (fields.size() != kFields) continue;
        const std::optional<int64_t> start = ParseMilliseconds(fields[0]);
        const std::optional<int64_t> end = ParseMilliseconds(fields[1]);
        if (!start || !end || *start < 0 || *end < *start) continue;
        last_by_output[std::string(fields[3])] = {{*start, *end, std::string(fields[4])}, i};
    }
    std::map<EdgeKey, std::pair<size_t, std::string>> first_output;
    for (const auto& [output, logged] : last_by_output) {
        auto [place, is_new] = first_output.try_emplace(logged.key, logged.line, output);
        if (!is_new && logged.line < place->second.first) place->second = {logged.line, output};
    }
    std::vector<TimedEdge> edges;
    for (const auto& [key, first] : first_output) {
        edges.push_back({first.second, static_cast<double>(std::get<1>(key) - std::get<0>(key)) / 1000});
    }
    std::sort(edges.begin(), edges.end(), [](const TimedEdge& a, const TimedEdge& b) {
        return std::tie(b.seconds, a.output) < std::tie(a.seconds, b.output);
    });
    return edges;
}

}  // namespace pto::gen
