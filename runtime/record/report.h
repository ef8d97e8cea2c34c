// The report for a person: the same records as last_run.json, as text. Pure.
#pragma once

#include <string>

#include "runtime/record/run_record.h"

namespace pto::run {

enum class Style { kPlain, kColour };

// Everything but the last line, one line ending per line: per entry its notes, its outputs, its timings.
std::string ReportText(const RunRecord& record, Style style);

// One line: result, outputs with their largest difference, what the build did, where the record lies.
std::string ClosingLine(const RunRecord& record, Style style);

// "PASS out  max|diff| 1.2e-07 at [3, 5]  (rtol 0.0001, atol 0.0001)", or a FAIL line with a table of the first
// mismatches.
std::string OutputText(const OutputResult& output, const Tolerance& tolerance, Style style);

// Both medians, their ratio with its interval, and what follows from it.
std::string ComparisonText(const SideBySide& comparison);

// Statistics of a benchmark; its first line is the one that dashboards look for.
std::string BenchmarkText(const BenchmarkResult& benchmark, bool simulator);

}  // namespace pto::run
