#include "runtime/bench/page.h"

#include <fmt/format.h>

#include "base/html.h"
#include "base/text.h"
#include "runtime/bench/plot.h"

namespace pto::run {
namespace {

struct TimesRow {
    std::string name;
    Statistics statistics;
};

std::string TimesTable(const std::vector<TimesRow>& rows) {
    std::vector<std::vector<Cell>> cells;
    for (const auto& [name, s] : rows) {
        std::vector<Cell> row = {TextCell(name)};
        for (const double value : {s.min, s.median, s.mean, s.max, s.stddev}) {
            row.push_back(NumberCell(fmt::format("{:.1f}", value)));
        }
        row.push_back(NumberCell(std::to_string(s.count)));
        row.push_back(NumberCell(std::to_string(s.outliers)));
        cells.push_back(std::move(row));
    }
    return HtmlTable({"us", "min", "median", "mean", "max", "stddev", "rounds", "outliers"}, cells);
}

std::vector<TimesRow> RowsOf(const BenchmarkResult& result) {
    std::vector<TimesRow> rows = {{result.metric, result.statistics}};
    for (const Series& series : result.others) rows.push_back({series.metric, Summarize(series.samples_us)});
    for (const RankTimes& rank : result.ranks) {
        for (const Series& series : rank.series) {
            rows.push_back({fmt::format("rank {}, {}", rank.rank, series.metric), Summarize(series.samples_us)});
        }
    }
    for (const DispatchTimes& dispatch : result.dispatches) {
        for (const Series& series : dispatch.series) {
            rows.push_back({fmt::format("rank {}, dispatch {} ({}), {}", dispatch.rank, dispatch.slot,
                                        dispatch.callable, series.metric),
                            Summarize(series.samples_us)});
        }
    }
    return rows;
}

std::string PlainText(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_structured()) return value.dump();
    std::vector<std::string> parts;
    for (const auto& [key, item] : value.items()) {
        parts.push_back(value.is_object() ? key + ": " + PlainText(item) : PlainText(item));
    }
    return Join(parts, ", ");
}

std::string ContextTable(const Json& context) {
    std::string text = "<table>\n";
    for (const auto& [key, value] : context.items()) {
        if (PlainText(value).empty()) continue;
        text += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", EscapeHtml(key), EscapeHtml(PlainText(value)));
    }
    return text + "</table>\n";
}

std::string Remarks(const BenchmarkResult& result) {
    std::string text;
    if (result.baseline) {
        text +=
            fmt::format("<p>{}</p>\n", EscapeHtml(DifferenceLine(result.baseline->difference, result.baseline->file)));
    }
    for (const std::string& warning : result.warnings) {
        text += fmt::format("<p class=\"warning\">{}</p>\n", EscapeHtml(warning));
    }
    return text;
}

}  // namespace

std::string BenchmarkPage(const BenchmarkResult& result, const Json& context) {
    const Statistics& s = result.statistics;
    const std::string title = fmt::format("{}: median {:.1f} us", context.value("program", ""), s.median);
    std::string text = PageStart(title) + "<h1>" + EscapeHtml(title) + "</h1>\n";
    text += fmt::format("<p>{} of {}, after {}</p>\n", result.metric + " time", Count(s.count, "round"),
                        Count(static_cast<size_t>(result.plan.warmup), "warm-up round"));
    text += Remarks(result);
    text += Heading("Distribution") + HistogramSvg(result.samples_us, s);
    text += Heading("Round by round") + TraceSvg(result.samples_us, s);
    text += Heading("Times") + TimesTable(RowsOf(result));
    text += Heading("Context") + ContextTable(context);
    return text + PageEnd();
}

}  // namespace pto::run
