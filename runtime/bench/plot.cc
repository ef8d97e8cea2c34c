#include "runtime/bench/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace pto::run {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 180;
constexpr double kPlotTop = 6;
constexpr double kPlotBottom = 156;  // the labels of the axis are below
constexpr size_t kMostBars = 60;
constexpr size_t kMostColumns = 360;
constexpr size_t kMostPoints = 200;  // more rounds are a line without points

struct Range {
    double low = 0;
    double high = 0;

    // Of `value` in 0 to 1; the middle where the range is a single value.
    double Share(double value) const {
        if (high == low) return 0.5;
        return std::clamp((value - low) / (high - low), 0.0, 1.0);
    }
};

// A value ten deviations away would squeeze all others into one bar.
Range UsualRange(std::span<const double> samples, const Statistics& statistics) {
    Range range{statistics.median, statistics.median};
    for (const double sample : samples) {
        if (IsOutlier(sample, statistics)) continue;
        range.low = std::min(range.low, sample);
        range.high = std::max(range.high, sample);
    }
    return range;
}

std::string Open(std::string_view label) {
    return fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n", kWidth, kHeight, label);
}

std::string Line(std::string_view style, double x1, double y1, double x2, double y2) {
    return fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", style, x1, y1,
                       x2, y2);
}

std::string Label(double x, double y, std::string_view anchor, const std::string& text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, text);
}

double YOf(double share) {
    return kPlotBottom - share * (kPlotBottom - kPlotTop);
}

// By the rule of Freedman and Diaconis, with the spread that normal noise of this mad would have.
size_t CountBars(const Range& range, const Statistics& statistics) {
    if (range.high == range.low) return 1;
    const double width = 2 * (2 * statistics.mad) / std::cbrt(static_cast<double>(statistics.count));
    if (width <= 0) return 10;
    return static_cast<size_t>(
        std::clamp(std::ceil((range.high - range.low) / width), 1.0, static_cast<double>(kMostBars)));
}

// Smallest and largest value of each column of the trace.
std::vector<Range> ColumnRanges(std::span<const double> samples) {
    const size_t columns = std::min(samples.size(), kMostColumns);
    std::vector<Range> ranges;
    for (size_t column = 0; column < columns; ++column) {
        const size_t begin = column * samples.size() / columns;
        const size_t end = (column + 1) * samples.size() / columns;
        const auto [low, high] = std::minmax_element(samples.begin() + static_cast<std::ptrdiff_t>(begin),
                                                     samples.begin() + static_cast<std::ptrdiff_t>(end));
        ranges.push_back({*low, *high});
    }
    return ranges;
}

double XOf(size_t index, size_t count) {
    return count == 1 ? kWidth / 2 : 4 + (kWidth - 8) * static_cast<double>(index) / static_cast<double>(count - 1);
}

std::string Points(std::span<const double> samples, const Range& range, const Statistics& statistics) {
    std::string text;
    for (size_t i = 0; i < samples.size(); ++i) {
        const bool odd = IsOutlier(samples[i], statistics);
        if (!odd && samples.size() > kMostPoints) continue;
        text += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>\n", odd ? "odd" : "point",
                            XOf(i, samples.size()), YOf(range.Share(samples[i])), odd ? 4 : 2);
    }
    return text;
}

}  // namespace

std::string HistogramSvg(std::span<const double> samples_us, const Statistics& statistics) {
    if (samples_us.empty()) return {};
    const Range range = UsualRange(samples_us, statistics);
    std::vector<size_t> bars(CountBars(range, statistics), 0);
    for (const double sample : samples_us) {
        if (IsOutlier(sample, statistics)) continue;
        const auto bar = static_cast<size_t>(range.Share(sample) * static_cast<double>(bars.size()));
        ++bars[std::min(bar, bars.size() - 1)];
    }
    const auto tallest = static_cast<double>(*std::max_element(bars.begin(), bars.end()));
    std::string text = Open("distribution of the rounds");
    const double width = kWidth / static_cast<double>(bars.size());
    for (size_t i = 0; i < bars.size(); ++i) {
        const double top = YOf(static_cast<double>(bars[i]) / tallest);
        if (bars[i] == 0) continue;
        text += fmt::format(
            "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
            "height=\"{:.1f}\"><title>{}</title></rect>\n",
            static_cast<double>(i) * width + 0.5, top, std::max(width - 1, 0.5), kPlotBottom - top,
            Count(bars[i], "round"));
    }
    const double middle = range.Share(statistics.median) * kWidth;
    text += Line("middle", middle, kPlotTop, middle, kPlotBottom);
    text += Line("axis", 0, kPlotBottom, kWidth, kPlotBottom);
    text += Label(0, kHeight - 6, "start", fmt::format("{:.1f} us", range.low));
    text += Label(kWidth, kHeight - 6, "end", fmt::format("{:.1f} us", range.high));
    std::string note = fmt::format("median {:.1f} us", statistics.median);
    if (statistics.outliers > 0) note += ", " + Count(statistics.outliers, "outlier") + " beyond";
    return text + Label(kWidth / 2, kHeight - 6, "middle", note) + "</svg>\n";
}

std::string TraceSvg(std::span<const double> samples_us, const Statistics& statistics) {
    if (samples_us.empty()) return {};
    const Range range = UsualRange(samples_us, statistics);
    const std::vector<Range> columns = ColumnRanges(samples_us);
    std::string text = Open("time of each round");
    text += Line("middle", 0, YOf(range.Share(statistics.median)), kWidth, YOf(range.Share(statistics.median)));
    text += "<polyline class=\"line\" points=\"";
    for (size_t i = 0; i < columns.size(); ++i) {
        const double x = XOf(i, columns.size());
        if (i > 0) text += " ";
        text += fmt::format("{:.1f},{:.1f}", x, YOf(range.Share(columns[i].low)));
        if (columns[i].high != columns[i].low)
            text += fmt::format(" {:.1f},{:.1f}", x, YOf(range.Share(columns[i].high)));
    }
    text += "\"/>\n";
    if (samples_us.size() <= kMostColumns) text += Points(samples_us, range, statistics);
    text += Line("axis", 0, kPlotBottom, kWidth, kPlotBottom);
    text += Label(0, kHeight - 6, "start", "first round");
    text += Label(kWidth, kHeight - 6, "end", "last round");
    text += Label(kWidth / 2, kHeight - 6, "middle",
                  fmt::format("{:.1f} us at the bottom, {:.1f} us at the top", range.low, range.high));
    return text + "</svg>\n";
}

}  // namespace pto::run
