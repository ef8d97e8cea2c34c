#include "base/html.h"

#include <fmt/format.h>

#include "base/text.h"

namespace pto {
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
  border-bottom: 1px solid var(--edge); } td:last-child { overflow-wrap: anywhere; }
th { font-weight: normal; color: var(--quiet); white-space: nowrap; }
.number { text-align: right; white-space: nowrap; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: var(--quiet); } a { color: var(--bar); }
.bar { fill: var(--bar); } .line { fill: none; stroke: var(--bar); } .point { fill: var(--bar); }
.odd { fill: var(--odd); } .middle { stroke: var(--middle); stroke-dasharray: 4 3; } .axis { stroke: var(--edge); }
.warning { border-left: 4px solid var(--odd); padding-left: .7em; } .good { color: var(--middle); }
.bad { color: var(--odd); } pre { border: 1px solid var(--edge); padding: .7em; overflow-x: auto; font-size: 13px; }
.meter { display: inline-block; height: .7em; background: var(--bar); }
</style>
)";

std::string Opening(std::string_view tag, bool is_number) {
    return fmt::format("<{}{}>", tag, is_number ? " class=\"number\"" : "");
}

}  // namespace

std::string EscapeHtml(std::string_view text) {
    std::string escaped;
    for (const char c : ValidUtf8(text)) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            case '\'':
                escaped += "&#39;";
                break;
            default:
                escaped += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
        }
    }
    return escaped;
}

std::string PageStart(std::string_view title) {
    std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    text += fmt::format("<title>{}</title>\n", EscapeHtml(title));
    return text + std::string(kPageStyle) + "</head>\n<body>\n";
}

std::string PageEnd() {
    return "</body>\n</html>\n";
}

std::string Heading(std::string_view text) {
    return fmt::format("<h2>{}</h2>\n", EscapeHtml(text));
}

Cell TextCell(std::string_view text) {
    return {EscapeHtml(text), false};
}

Cell NumberCell(std::string_view text) {
    return {EscapeHtml(text), true};
}

std::string HtmlTable(const std::vector<std::string>& heads, const std::vector<std::vector<Cell>>& rows) {
    if (rows.empty()) return {};
    std::string text = "<table>\n<tr>";
    for (size_t i = 0; i < heads.size(); ++i) {
        const bool is_number = i < rows.front().size() && rows.front()[i].is_number;
        text += Opening("th", is_number) + EscapeHtml(heads[i]) + "</th>";
    }
    text += "</tr>\n";
    for (const std::vector<Cell>& row : rows) {
        text += "<tr>";
        for (const Cell& cell : row) text += Opening("td", cell.is_number) + cell.html + "</td>";
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

}  // namespace pto
