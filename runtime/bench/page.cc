#include "runtime/bench/page.h"

#include <fmt/format.h>

#include "base/text.h"
#include "runtime/bench/plot.h"

namespace pto::run {
namespace {

constexpr std::string_view kPageStyle = R"(<style>
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #59636e; --back: #ffffff; --edge: #d1d9e0;
  --bar: #2f6fbd; --odd: #c4421a; --middle: #1a7f37; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --quiet: #9198a1; --back: #0d1117; --edge: #3d444d;
  --bar: #6aa6f0; --odd: #f08a5d; --middle: #56d364; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 760px;
  margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; }
table { border-collapse: collapse; } td, th { padding: .2em .9em .2em 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--edge); overflow-wrap: anywhere; }
th { font-weight: normal; color: var(--quiet); white-space: nowrap; } .number { text-align: right; white-space: nowrap; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: var(--quiet); }
.bar { fill: var(--bar); } .line { fill: none; stroke: var(--bar); } .point { fill: var(--bar); }
.odd { fill: var(--odd); } .middle { stroke: var(--middle); stroke-dasharray: 4 3; } .axis { stroke: var(--edge); }
.warning { border-left: 4px solid var(--odd); padding-left: .7em; }
</style>
)";

std::string Heading(std::string_view text) {
    return fmt::format("<h2>{}</h2>\n", EscapeHtml(text));
}

struct TimesRow {
    std::string name;
    Statistics statistics;
};

std::string TimesTable(const std::vector<TimesRow>& rows) {
    std::string text = "<table>\n<tr><th>us</th>";
    for (const std::string_view name : {"min", "median", "mean", "max", "stddev", "rounds", "outliers"}) {
        text += fmt::format("<th class=\"number\">{}</th>", name);
    }
    text += "</tr>\n";
    for (const auto& [name, s] : rows) {
        text += "<tr><td>" + EscapeHtml(name) + "</td>";
        for (const double value : {s.min, s.median, s.mean, s.max, s.stddev}) {
            text += fmt::format("<td class=\"number\">{:.1f}</td>", value);
        }
        text += fmt::format("<td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n", s.count, s.outliers);
    }
    return text + "</table>\n";
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
    const std::string program = EscapeHtml(context.value("program", ""));
    const Statistics& s = result.statistics;
    std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    text += fmt::format("<title>{}: {:.1f} us</title>\n", program, s.median) + std::string(kPageStyle);
    text += fmt::format("</head>\n<body>\n<h1>{}: median {:.1f} us</h1>\n", program, s.median);
    text += fmt::format("<p>{} of {}, after {}</p>\n", result.metric + " time", Count(s.count, "round"),
                        Count(static_cast<size_t>(result.plan.warmup), "warm-up round"));
    text += Remarks(result);
    text += Heading("Distribution") + HistogramSvg(result.samples_us, s);
    text += Heading("Round by round") + TraceSvg(result.samples_us, s);
    text += Heading("Times") + TimesTable(RowsOf(result));
    text += Heading("Context") + ContextTable(context);
    return text + "</body>\n</html>\n";
}

}  // namespace pto::run
