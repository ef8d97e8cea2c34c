#include "generator/report/report_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/html.h"
#include "base/text.h"

namespace pto::gen {
namespace {

constexpr size_t kShownEdges = 15;
constexpr size_t kShownPatchLines = 400;
constexpr size_t kShownDiagnostics = 60;
constexpr double kMeterPixels = 220;

// The files are other programs' or damaged: what is not there is null, and null is shown as "-".
const Json& At(const Json& json, const char* key) {
    static const Json kNothing;
    if (!json.is_object()) return kNothing;
    const auto found = json.find(key);
    return found == json.end() ? kNothing : *found;
}

const Json& ListAt(const Json& json, const char* key) {
    static const Json kEmpty = Json::array();
    const Json& list = At(json, key);
    return list.is_array() ? list : kEmpty;
}

std::string TextOf(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
    return value.is_null() ? "-" : value.dump();
}

std::string Paragraph(const std::string& html) {
    return "<p>" + html + "</p>\n";
}

// Links start at the page, which lies one folder down.
std::string Link(const std::string& path, const std::string& text) {
    return fmt::format("<a href=\"{}\">{}</a>", EscapeHtml(LinkAddress("../" + path)), EscapeHtml(text));
}

std::string ResultHtml(const std::string& result) {
    const char* style = result == "passed" ? "good" : result == "-" || result == "not validated" ? "" : "bad";
    return fmt::format("<span class=\"{}\">{}</span>", style, EscapeHtml(result));
}

std::string OutputsTable(const Json& run) {
    std::vector<std::vector<Cell>> rows;
    for (const Json& entry : ListAt(run, "entries")) {
        for (const Json& output : ListAt(At(entry, "validation"), "outputs")) {
            rows.push_back({TextCell(TextOf(At(entry, "program"))),
                            TextCell(TextOf(At(output, "name"))),
                            {ResultHtml(TextOf(At(output, "result"))), false},
                            NumberCell(TextOf(At(output, "max_difference"))),
                            NumberCell(TextOf(At(output, "mismatched")) + " of " + TextOf(At(output, "total")))});
        }
    }
    return HtmlTable({"program", "output", "verdict", "max |diff|", "differing"}, rows);
}

std::string ComparisonLines(const Json& run) {
    std::string text;
    for (const Json& entry : ListAt(run, "entries")) {
        const Json& comparison = At(entry, "comparison");
        if (!comparison.is_object()) continue;
        text += Paragraph(EscapeHtml(fmt::format("{} against the code as compiled: {} of its time ({} to {}): {}",
                                                 TextOf(At(entry, "program")), TextOf(At(comparison, "ratio")),
                                                 TextOf(At(comparison, "low")), TextOf(At(comparison, "high")),
                                                 TextOf(At(comparison, "verdict")))));
    }
    return text;
}

std::string LastRun(const Json& run) {
    if (!run.is_object()) return Paragraph("Nothing ran yet.");
    std::string text = Paragraph(EscapeHtml(TextOf(At(run, "command")) + " at " + TextOf(At(run, "date")) + ": ") +
                                 ResultHtml(TextOf(At(run, "result"))));
    const Json& message = At(run, "message");
    if (message.is_string()) text += "<pre>" + EscapeHtml(message.get<std::string>()) + "</pre>\n";
    return text + OutputsTable(run) + ComparisonLines(run);
}

std::string LastBuild(const Json& run) {
    const Json& build = At(run, "build");
    if (!build.is_object()) return {};
    std::vector<std::vector<Cell>> rows;
    for (const Json& step : ListAt(build, "steps")) {
        rows.push_back({TextCell(TextOf(At(step, "action"))), TextCell(TextOf(At(step, "name"))),
                        TextCell(TextOf(At(step, "reason")))});
    }
    const size_t reused = ListAt(build, "reused").size();
    return Heading("What was rebuilt before it") + HtmlTable({"step", "of", "because"}, rows) +
           Paragraph((rows.empty() ? "Nothing; " : "") + Count(reused, "binary was", "binaries were") +
                     " there already.");
}

std::string Stale(const BuildReport& report) {
    if (report.stale.empty()) return {};
    std::string text = Heading("What the next build makes again") + "<ul>\n";
    for (const std::string& line : report.stale) text += "<li>" + EscapeHtml(line) + "</li>\n";
    return text + "</ul>\n";
}

std::string Edges(const BuildReport& report) {
    if (report.edges.empty()) return {};
    const double longest = std::max(report.edges.front().seconds, 1e-3);
    double all = 0;
    for (const TimedEdge& edge : report.edges) all += edge.seconds;
    std::vector<std::vector<Cell>> rows;
    for (size_t i = 0; i < std::min(report.edges.size(), kShownEdges); ++i) {
        const TimedEdge& edge = report.edges[i];
        rows.push_back({NumberCell(fmt::format("{:.3f}", edge.seconds)),
                        {fmt::format("<span class=\"meter\" style=\"width:{:.0f}px\"></span>",
                                     edge.seconds / longest * kMeterPixels),
                         false},
                        TextCell(edge.output)});
    }
    return Heading("Slowest steps, each when it last ran") + HtmlTable({"seconds", "", "makes"}, rows) +
           Paragraph(
               fmt::format("{} together: {:.1f} s, some beside others.", Count(report.edges.size(), "step"), all));
}

std::string Benchmarks(const BuildReport& report) {
    std::vector<std::vector<Cell>> rows;
    std::string warnings;
    for (const auto& [folder, json] : report.benchmarks) {
        const Json& statistics = At(json, "statistics");
        const std::string program = TextOf(At(At(json, "context"), "program"));
        rows.push_back({{Link(folder + "/latest.html", program), false},
                        TextCell(TextOf(At(json, "metric"))),
                        NumberCell(TextOf(At(statistics, "median"))),
                        NumberCell(TextOf(At(statistics, "min"))),
                        NumberCell(TextOf(At(statistics, "max"))),
                        NumberCell(TextOf(At(json, "rounds"))),
                        TextCell(TextOf(At(At(json, "context"), "date")))});
        for (const Json& warning : ListAt(json, "warnings")) {
            warnings += "<p class=\"warning\">" + EscapeHtml(program + ": " + TextOf(warning)) + "</p>\n";
        }
    }
    if (rows.empty()) return {};
    return Heading("Last benchmark") +
           HtmlTable({"program", "metric", "median us", "min", "max", "rounds", "taken"}, rows) + warnings;
}

std::string LinkList(const std::vector<std::string>& paths, size_t most) {
    std::string text = "<ul>\n";
    for (size_t i = 0; i < std::min(paths.size(), most); ++i) text += "<li>" + Link(paths[i], paths[i]) + "</li>\n";
    if (paths.size() > most) text += fmt::format("<li>and {} more</li>\n", paths.size() - most);
    return text + "</ul>\n";
}

std::string Diagnostics(const BuildReport& report) {
    std::string text;
    if (!report.timelines.empty()) {
        text += Heading("Timelines") + LinkList(report.timelines, kShownDiagnostics) +
                Paragraph("Open them in <a href=\"https://ui.perfetto.dev\">ui.perfetto.dev</a>.");
    }
    if (!report.diagnostics.empty()) {
        text += Heading("Other diagnostics") + LinkList(report.diagnostics, kShownDiagnostics);
    }
    return text;
}

std::string Edits(const BuildReport& report) {
    if (report.patch.empty()) return {};
    const std::vector<std::string_view> lines = Lines(report.patch);
    std::string shown;
    for (size_t i = 0; i < std::min(lines.size(), kShownPatchLines); ++i) shown += std::string(lines[i]) + "\n";
    std::string text = Heading("Edits, against the code as compiled") + "<pre>" + EscapeHtml(shown) + "</pre>\n";
    if (lines.size() > kShownPatchLines) {
        text += Paragraph(fmt::format("And {} more lines: <code>pto-ninja diff {}</code>",
                                      lines.size() - kShownPatchLines, EscapeHtml(report.directory)));
    }
    return text;
}

std::string StartWithTitle(const std::string& title) {
    return PageStart(title) + "<h1>" + EscapeHtml(title) + "</h1>\n";
}

}  // namespace

std::string LinkAddress(const std::string& path) {
    constexpr std::string_view kPlain = "-._~/";
    std::string address;
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           kPlain.find(c) != std::string_view::npos;
        address += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return address;
}

std::string ReportPage(const BuildReport& report) {
    const DirectoryState& state = report.state;
    std::string text = StartWithTitle(report.directory + ": " + state.result);
    text += Paragraph(
        EscapeHtml(fmt::format("{}, {}, {} kernels, {}", state.kind, state.platform, state.kernels, state.state)));
    text += Heading("Last run") + LastRun(report.last_run) + LastBuild(report.last_run);
    text += Stale(report) + Benchmarks(report) + Edges(report) + Diagnostics(report) + Edits(report);
    return text + PageEnd();
}

std::string TreeReportPage(const std::string& root, const std::vector<DirectoryState>& rows,
                           const std::vector<std::string>& reports) {
    std::vector<std::vector<Cell>> cells;
    for (size_t i = 0; i < rows.size(); ++i) {
        const DirectoryState& row = rows[i];
        const Cell name = reports[i].empty() ? TextCell(row.path) : Cell{Link(reports[i], row.path), false};
        cells.push_back({name,
                         TextCell(row.kind),
                         TextCell(row.platform),
                         NumberCell(row.kernels),
                         {ResultHtml(row.result), false},
                         TextCell(row.state)});
    }
    return StartWithTitle(root + ": " + Count(rows.size(), "compiled directory", "compiled directories")) +
           HtmlTable({"directory", "kind", "platform", "kernels", "last result", "state"}, cells) + PageEnd();
}

}  // namespace pto::gen
