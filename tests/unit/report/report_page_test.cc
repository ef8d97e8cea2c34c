#include "generator/report/report_page.h"

#include <gmock/gmock.h>

#include "base/html.h"

namespace pto::gen {
namespace {

using testing::HasSubstr;
using testing::Not;

BuildReport SmallReport() {
    BuildReport report;
    report.directory = "build_output/_jit_a";
    report.state = {"build_output/_jit_a", "L2", "a2a3sim", "2", "mismatch", "1 of 3 binaries stale"};
    report.last_run = Json::parse(R"({"command": "compare", "date": "2026-08-21T10:11:12Z", "result": "mismatch",
      "message": "d/k.so: <bad>",
      "entries": [{"program": "chain", "validation": {"outputs": [{"name": "y", "result": "mismatch", "max_difference": 0.5,
                   "mismatched": 3, "total": 64}]},
                   "comparison": {"ratio": 1.25, "low": 1.2, "high": 1.31, "verdict": "slower"}}],
      "build": {"steps": [{"action": "compiled", "name": "gate", "reason": "'kernels/aiv/gate.cpp' changed"}],
                "reused": ["residual", "chain"]}})");
    report.stale = {"kernels/aiv/gate.cpp: 'kernels/aiv/gate.cpp' changed"};
    report.edges = {{"kernels/gate.so", 2.0}, {"golden/inputs", 0.5}};
    report.benchmarks = {{"bench_outputs", Json::parse(R"({"metric": "host", "rounds": 100, "warnings": ["2 outliers"],
      "statistics": {"median": 24.92, "min": 21.9, "max": 83.8}, "context": {"program": "chain", "date": "today"}})")}};
    report.timelines = {"dfx_outputs/trace.json"};
    report.diagnostics = {"dfx_outputs/args dump#1.json"};
    report.patch = "--- a/k.cpp\n+++ b/k.cpp\n@@ -1 +1 @@\n-a<b\n+a\n";
    return report;
}

TEST(ReportPage, IsTheWholeText) {
    const std::string body = R"(<h1>build_output/_jit_a: mismatch</h1>
<p>L2, a2a3sim, 2 kernels, 1 of 3 binaries stale</p>
<h2>Last run</h2>
<p>compare at 2026-08-21T10:11:12Z: <span class="bad">mismatch</span></p>
<pre>d/k.so: &lt;bad&gt;</pre>
<table>
<tr><th>program</th><th>output</th><th>verdict</th><th class="number">max |diff|</th><th class="number">differing</th></tr>
<tr><td>chain</td><td>y</td><td><span class="bad">mismatch</span></td><td class="number">0.5</td><td class="number">3 of 64</td></tr>
</table>
<p>chain against the code as compiled: 1.25 of its time (1.2 to 1.31): slower</p>
<h2>What was rebuilt before it</h2>
<table>
<tr><th>step</th><th>of</th><th>because</th></tr>
<tr><td>compiled</td><td>gate</td><td>&#39;kernels/aiv/gate.cpp&#39; changed</td></tr>
</table>
<p>2 binaries were there already.</p>
<h2>What the next build makes again</h2>
<ul>
<li>kernels/aiv/gate.cpp: &#39;kernels/aiv/gate.cpp&#39; changed</li>
</ul>
<h2>Last benchmark</h2>
<table>
<tr><th>program</th><th>metric</th><th class="number">median us</th><th class="number">min</th><th class="number">max</th><th class="number">rounds</th><th>taken</th></tr>
<tr><td><a href="../bench_outputs/latest.html">chain</a></td><td>host</td><td class="number">24.92</td><td class="number">21.9</td><td class="number">83.8</td><td class="number">100</td><td>today</td></tr>
</table>
<p class="warning">chain: 2 outliers</p>
<h2>Slowest steps, each when it last ran</h2>
<table>
<tr><th class="number">seconds</th><th></th><th>makes</th></tr>
<tr><td class="number">2.000</td><td><span class="meter" style="width:220px"></span></td><td>kernels/gate.so</td></tr>
<tr><td class="number">0.500</td><td><span class="meter" style="width:55px"></span></td><td>golden/inputs</td></tr>
</table>
<p>2 steps together: 2.5 s, some beside others.</p>
<h2>Timelines</h2>
<ul>
<li><a href="../dfx_outputs/trace.json">dfx_outputs/trace.json</a></li>
</ul>
<p>Open them in <a href="https://ui.perfetto.dev">ui.perfetto.dev</a>.</p>
<h2>Other diagnostics</h2>
<ul>
<li><a href="../dfx_outputs/args%20dump%231.json">dfx_outputs/args dump#1.json</a></li>
</ul>
<h2>Edits, against the code as compiled</h2>
<pre>--- a/k.cpp
+++ b/k.cpp
@@ -1 +1 @@
-a&lt;b
+a
</pre>
)";
    EXPECT_EQ(ReportPage(SmallReport()), PageStart("build_output/_jit_a: mismatch") + body + PageEnd());
}

TEST(ReportPage, OfADirectoryThatNeverRan) {
    BuildReport report;
    report.directory = "d";
    report.state = {"d", "L2", "a2a3sim", "2", "-", "not generated"};
    EXPECT_EQ(ReportPage(report), PageStart("d: -") +
                                      "<h1>d: -</h1>\n<p>L2, a2a3sim, 2 kernels, not generated</p>\n<h2>Last run</h2>\n"
                                      "<p>Nothing ran yet.</p>\n" +
                                      PageEnd());
}

TEST(ReportPage, WhatDoesNotFitTheFormatIsShownAsUnknown) {
    BuildReport report = SmallReport();
    report.last_run = Json::parse(R"({"entries": [1, {"validation": {"outputs": [{}]}}], "build": {"steps": [[]]},
                                      "result": 7})");
    report.benchmarks = {{"bench_outputs", Json(Json::value_t::discarded)}};
    const std::string page = ReportPage(report);
    EXPECT_THAT(page, HasSubstr("<p>- at -: <span class=\"bad\">7</span></p>"));
    EXPECT_THAT(page, HasSubstr("<tr><td>-</td><td>-</td><td>-</td></tr>"));
    EXPECT_THAT(page, HasSubstr("<a href=\"../bench_outputs/latest.html\">-</a>"));
}

TEST(ReportPage, LongListsAreCut) {
    BuildReport report = SmallReport();
    report.patch.clear();
    for (int i = 0; i < 402; ++i) report.patch += "+" + std::to_string(i) + "\n";
    report.diagnostics.assign(63, "dfx_outputs/x");
    report.edges.assign(20, {"e", 1.0});
    const std::string page = ReportPage(report);
    EXPECT_THAT(page,
                HasSubstr("+399\n</pre>\n<p>And 2 more lines: <code>pto-ninja diff build_output/_jit_a</code></p>"));
    EXPECT_THAT(page, HasSubstr("<li>and 3 more</li>"));
    EXPECT_THAT(page, HasSubstr("<p>20 steps together: 20.0 s"));
    EXPECT_THAT(page, Not(HasSubstr("+400")));
}

TEST(ReportPage, OfATreeLinksToThoseOfItsDirectories) {
    const std::vector<DirectoryState> rows = {{"b/a", "L2", "a2a3sim", "2", "passed", "up to date"},
                                              {"b/c", "broken", "-", "-", "-", "b/c: <no> build"}};
    const std::string page = TreeReportPage("b", rows, {"a/.pto-ninja/report.html", ""});
    EXPECT_THAT(page, HasSubstr("<h1>b: 2 compiled directories</h1>"));
    EXPECT_THAT(page, HasSubstr("<tr><td><a href=\"../a/.pto-ninja/report.html\">b/a</a></td><td>L2</td>"));
    EXPECT_THAT(page, HasSubstr("<tr><td>b/c</td><td>broken</td>"));
    EXPECT_THAT(page, HasSubstr("<td>b/c: &lt;no&gt; build</td>"));
}

TEST(LinkAddress, WritesWhatIsSpecialWithPercent) {
    EXPECT_EQ(LinkAddress("a b/c?d#e%f:g\xc3\xa4~-._/"), "a%20b/c%3Fd%23e%25f%3Ag%C3%A4~-._/");
}

}  // namespace
}  // namespace pto::gen
