#include "runtime/bench/sample_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace pto::run {
namespace {

struct Column {
    std::string name;
    std::span<const double> values;
};

std::vector<Column> Columns(const BenchmarkResult& result) {
    std::vector<Column> columns = {{result.metric + "_us", result.samples_us}};
    for (const Series& series : result.others) columns.push_back({series.metric + "_us", series.samples_us});
    for (const RankTimes& rank : result.ranks) {
        for (const Series& series : rank.series) {
            if (series.metric != result.metric) continue;
            columns.push_back({fmt::format("rank{}_{}_us", rank.rank, series.metric), series.samples_us});
        }
    }
    return columns;
}

}  // namespace

std::string SampleTable(const BenchmarkResult& result) {
    const std::vector<Column> columns = Columns(result);
    std::string text = "round";
    size_t rows = 0;
    for (const Column& column : columns) {
        text += "," + column.name;
        rows = std::max(rows, column.values.size());
    }
    text += "\n";
    for (size_t row = 0; row < rows; ++row) {
        text += std::to_string(row);
        for (const Column& column : columns) {
            text += row < column.values.size() ? fmt::format(",{:.3f}", column.values[row]) : ",";
        }
        text += "\n";
    }
    return text;
}

}  // namespace pto::run
