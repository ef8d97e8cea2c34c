// Two drawings of a series of timings as SVG elements for an HTML page: how the values are distributed, and how they
// followed one another. Pure; colours come from the page's style: classes "bar", "line", "point", "odd", "middle",
// "axis".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/bench/statistics.h"

namespace pto::run {

// Bars of equal width from the smallest to the largest value that is no outlier; how many are, a line of text says.
// Nothing without samples.
std::string HistogramSvg(std::span<const double> samples_us, const Statistics& statistics);

// Round by round from left to right; outliers are marked, and lie at the edge when they are too far off. More rounds
// than columns are drawn as the range of each column, so that the size stays bounded.
std::string TraceSvg(std::span<const double> samples_us, const Statistics& statistics);

}  // namespace pto::run
