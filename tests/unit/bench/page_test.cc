#include "runtime/bench/page.h"

#include <gmock/gmock.h>

#include "runtime/bench/plot.h"
#include "runtime/bench/sample_table.h"

namespace pto::run {
namespace {

using testing::HasSubstr;
using testing::Not;

BenchmarkResult TwoRounds() {
    BenchmarkResult result;
    result.plan = {2, 1, 0};
    result.samples_us = {20, 30};
    result.statistics = Summarize(result.samples_us);
    result.warnings = {"2 rounds < 10 & \"few\""};
    return result;
}

std::string WithoutStyle(std::string page) {
    const size_t begin = page.find("<style>");
    const size_t end = page.find("</style>\n") + 9;
    return page.erase(begin, end - begin);
}

TEST(SampleTableTest, HasAColumnPerMetricAndRank) {
    BenchmarkResult result = TwoRounds();
    EXPECT_EQ(SampleTable(result), "round,host_us\n0,20.000\n1,30.000\n");
    result.metric = "device";
    result.others = {{"host", {200.5}}};
    result.ranks = {{0, {{"host", {9, 9}}, {"device", {19, 30}}}}, {1, {{"host", {9, 9}}, {"device", {20, 29}}}}};
    EXPECT_EQ(SampleTable(result),
              "round,device_us,host_us,rank0_device_us,rank1_device_us\n"
              "0,20.000,200.500,19.000,20.000\n"
              "1,30.000,,30.000,29.000\n");
}

TEST(PageTest, OfATinyBenchmark) {
    const Json context = {{"program", "a<b"}, {"cpus", 2}, {"load", {0.5, 1}}, {"identity", {{"ptoas", "0.27"}}}};
    EXPECT_EQ(WithoutStyle(BenchmarkPage(TwoRounds(), context)), R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>a&lt;b: median 25.0 us</title>
</head>
<body>
<h1>a&lt;b: median 25.0 us</h1>
<p>host time of 2 rounds, after 1 warm-up round</p>
<p class="warning">2 rounds &lt; 10 &amp; &quot;few&quot;</p>
<h2>Distribution</h2>
<svg viewBox="0 0 720 180" role="img" aria-label="distribution of the rounds">
<rect class="bar" x="0.5" y="6.0" width="719.0" height="150.0"><title>2 rounds</title></rect>
<line class="middle" x1="360.0" y1="6.0" x2="360.0" y2="156.0"/>
<line class="axis" x1="0.0" y1="156.0" x2="720.0" y2="156.0"/>
<text x="0.0" y="174.0" text-anchor="start">20.0 us</text>
<text x="720.0" y="174.0" text-anchor="end">30.0 us</text>
<text x="360.0" y="174.0" text-anchor="middle">median 25.0 us</text>
</svg>
<h2>Round by round</h2>
<svg viewBox="0 0 720 180" role="img" aria-label="time of each round">
<line class="middle" x1="0.0" y1="81.0" x2="720.0" y2="81.0"/>
<polyline class="line" points="4.0,156.0 716.0,6.0"/>
<circle class="point" cx="4.0" cy="156.0" r="2"/>
<circle class="point" cx="716.0" cy="6.0" r="2"/>
<line class="axis" x1="0.0" y1="156.0" x2="720.0" y2="156.0"/>
<text x="0.0" y="174.0" text-anchor="start">first round</text>
<text x="720.0" y="174.0" text-anchor="end">last round</text>
<text x="360.0" y="174.0" text-anchor="middle">20.0 us at the bottom, 30.0 us at the top</text>
</svg>
<h2>Times</h2>
<table>
<tr><th>us</th><th class="number">min</th><th class="number">median</th><th class="number">mean</th><th class="number">max</th><th class="number">stddev</th><th class="number">rounds</th><th class="number">outliers</th></tr>
<tr><td>host</td><td class="number">20.0</td><td class="number">25.0</td><td class="number">25.0</td><td class="number">30.0</td><td class="number">7.1</td><td class="number">2</td><td class="number">0</td></tr>
</table>
<h2>Context</h2>
<table>
<tr><th>program</th><td>a&lt;b</td></tr>
<tr><th>cpus</th><td>2</td></tr>
<tr><th>load</th><td>0.5, 1</td></tr>
<tr><th>identity</th><td>ptoas: 0.27</td></tr>
</table>
</body>
</html>
)");
}

// Every opened element is closed in order, but those that HTML leaves open.
std::string FirstUnbalanced(std::string_view page) {
    std::vector<std::string> open;
    for (size_t at = page.find('<'); at != std::string_view::npos; at = page.find('<', at + 1)) {
        const size_t end = page.find('>', at);
        if (end == std::string_view::npos) return "no end of a tag";
        std::string_view tag = page.substr(at + 1, end - at - 1);
        if (tag.starts_with("!") || tag.starts_with("meta") || tag.ends_with("/")) continue;
        if (!tag.starts_with("/")) {
            open.emplace_back(tag.substr(0, tag.find(' ')));
        } else if (open.empty() || open.back() != tag.substr(1)) {
            return std::string(tag);
        } else {
            open.pop_back();
        }
    }
    return open.empty() ? "" : open.back();
}

BenchmarkResult ManyRounds(size_t count) {
    BenchmarkResult result;
    result.plan.rounds = static_cast<int>(count);
    for (size_t i = 0; i < count; ++i) result.samples_us.push_back(100 + static_cast<double>(i * 7919 % 101) / 10);
    result.samples_us[count / 2] = 5000;
    result.statistics = Summarize(result.samples_us);
    return result;
}

TEST(PageTest, IsWellFormedNeedsNothingElseAndStaysSmall) {
    for (const size_t count : {1u, 2u, 50u, 361u, 100'000u}) {
        const std::string page = BenchmarkPage(ManyRounds(count), {{"program", "p"}});
        EXPECT_EQ(FirstUnbalanced(page), "") << count;
        EXPECT_LT(page.size(), 50'000U) << count;
        EXPECT_THAT(page, Not(HasSubstr("http")));
        EXPECT_THAT(page, Not(HasSubstr("src=")));
        EXPECT_THAT(page, Not(HasSubstr("nan")));
    }
    EXPECT_EQ(FirstUnbalanced("<p><b></p>"), "/p");  // the check sees something
}

TEST(PageTest, ShowsOutliersBesideTheDistribution) {
    const BenchmarkResult result = ManyRounds(50);
    const std::string histogram = HistogramSvg(result.samples_us, result.statistics);
    EXPECT_THAT(histogram, HasSubstr("1 outlier beyond"));
    EXPECT_THAT(histogram, Not(HasSubstr("5000")));
    EXPECT_THAT(TraceSvg(result.samples_us, result.statistics), HasSubstr("class=\"odd\""));
    EXPECT_EQ(HistogramSvg({}, {}), "");
    EXPECT_EQ(TraceSvg({}, {}), "");
}

TEST(PageTest, ShowsRanksDispatchesAndTheBaseline) {
    BenchmarkResult result = TwoRounds();
    result.ranks = {{0, {{"host", {1, 3}}}}};
    result.dispatches = {{0, 1, "e7a4", {{"host", {2, 4}}}}};
    result.baseline = BaselineResult{"old.json", Compare(std::vector<double>{50, 50}, result.samples_us)};
    const std::string page = BenchmarkPage(result, {{"program", "p"}});
    EXPECT_THAT(page, HasSubstr("<td>rank 0, host</td><td class=\"number\">1.0</td><td class=\"number\">2.0</td>"));
    EXPECT_THAT(page, HasSubstr("<td>rank 0, dispatch 1 (e7a4), host</td>"));
    EXPECT_THAT(page,
                HasSubstr("<p>0.5000 of &#39;old.json&#39;, median 25.0 us, was 50.0 us: too few rounds to tell"));
}

}  // namespace
}  // namespace pto::run
