#include "runtime/record/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "contract/layout.h"

namespace pto::run {
namespace {

const std::string kDiagnosticsFolder = std::string(kDiagnosticsDir) + "/";

std::string Paint(std::string_view word, bool good, Style style) {
    if (style == Style::kPlain) return std::string(word);
    return fmt::format("\x1b[1;{}m{}\x1b[0m", good ? 32 : 31, word);
}

std::string PassWord(const Comparison& comparison, Style style) {
    if (comparison.JudgesNothing()) return "not judged";
    return Paint(comparison.Passed() ? "PASS" : "FAIL", comparison.Passed(), style);
}

bool IsExact(const OutputResult& output) {
    return !IsFloat(output.dtype->form);
}

std::string ToleranceText(const OutputResult& output, const Tolerance& tolerance) {
    if (IsExact(output)) return "(exact)";
    return fmt::format("(rtol {}, atol {})", tolerance.rtol, tolerance.atol);
}

std::string LargestDifference(const OutputResult& output) {
    const Comparison& comparison = output.comparison;
    if (comparison.total == 0) return "no elements";
    if (comparison.max_index < 0) return "every expected value is NaN";
    return fmt::format("max|diff| {:.3g} at {}", comparison.max_difference,
                       IndexText(comparison.max_index, output.shape));
}

// Columns as wide as their widest cell, two spaces apart.
std::string MismatchTable(const OutputResult& output) {
    std::vector<std::array<std::string, 4>> rows = {{"index", "actual", "expected", "difference"}};
    for (const Mismatch& mismatch : output.comparison.first) {
        rows.push_back({IndexText(mismatch.index, output.shape), mismatch.actual, mismatch.expected,
                        fmt::format("{:.3g}", mismatch.difference)});
    }
    std::array<size_t, 4> widths{};
    for (const auto& row : rows) {
        for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const auto& row : rows) {
        text += fmt::format("    {:<{}}  {:>{}}  {:>{}}  {:>{}}\n", row[0], widths[0], row[1], widths[1], row[2],
                            widths[2], row[3], widths[3]);
    }
    const auto shown = static_cast<int64_t>(output.comparison.first.size());
    if (output.comparison.mismatched > shown)
        text += fmt::format("    and {} more\n", output.comparison.mismatched - shown);
    return text;
}

std::string FailText(const OutputResult& output) {
    const Comparison& comparison = output.comparison;
    const double percent = 100.0 * static_cast<double>(comparison.mismatched) / static_cast<double>(comparison.total);
    std::string text = fmt::format("{} of {} values differ ({:.3g} %)  {}", comparison.mismatched, comparison.total,
                                   percent, LargestDifference(output));
    if (comparison.max_relative_index >= 0) {
        text += fmt::format("  max|rel| {:.3g} at {}", comparison.max_relative,
                            IndexText(comparison.max_relative_index, output.shape));
    }
    return text;
}

std::string VerdictText(const Verdict& verdict, Style style) {
    std::string text;
    if (!verdict.note.empty()) text += "note: " + verdict.note + "\n";
    for (const OutputResult& output : verdict.outputs) text += OutputText(output, verdict.tolerance, style);
    if (!verdict.unjudged.empty()) {
        text += "note: " + verdict.source + " expects nothing of output " + QuotedList(verdict.unjudged) + "\n";
    }
    return text;
}

std::string UserVerdictText(const UserVerdict& verdict, Style style) {
    return Paint(verdict.Passed() ? "PASS" : "FAIL", verdict.Passed(), style) + " " + verdict.function + "  (" +
           verdict.source + ")" + (verdict.Passed() ? "" : ": " + verdict.text) + "\n";
}

std::string NotValidatedText(const EntryResult& entry) {
    if (entry.user_verdict) return "note: the reference judged nothing: " + entry.not_validated + "\n";
    return "not validated: " + entry.not_validated + "\n";
}

std::string EntryText(const RunRecord& record, const EntryResult& entry, Style style) {
    std::string text =
        fmt::format("{} ({}, {}): inputs {}{}, run {:.1f} ms\n", entry.program, record.platform, record.runtime,
                    entry.input_source.starts_with("made up") ? "" : "from ", entry.input_source, entry.timings.run_ms);
    for (const std::string& note : entry.notes) text += "note: " + note + "\n";
    if (entry.verdict) text += VerdictText(*entry.verdict, style);
    if (entry.user_verdict) text += UserVerdictText(*entry.user_verdict, style);
    if (!entry.verdict) text += NotValidatedText(entry);
    if (entry.benchmark) text += BenchmarkText(*entry.benchmark, record.simulator);
    if (entry.comparison) text += ComparisonText(*entry.comparison);
    return text;
}

std::string BuildText(const BuildSummary& build) {
    std::vector<std::string> parts;
    const auto add = [&](std::string_view verb, const std::vector<std::string>& names) {
        if (!names.empty()) parts.push_back(std::string(verb) + " " + QuotedList(names));
    };
    add("assembled", build.assembled);
    add("spliced", build.spliced);
    add("compiled", build.compiled);
    if (parts.empty()) parts.emplace_back("nothing rebuilt");
    // Every name stands in last_run.json; a line of four hundred would hide the rest.
    constexpr size_t kNamed = 8;
    const size_t named = build.reused.size() <= kNamed ? build.reused.size() : 0;
    add("reused", {build.reused.begin(), build.reused.begin() + static_cast<std::ptrdiff_t>(named)});
    if (named < build.reused.size()) parts.push_back("reused " + std::to_string(build.reused.size()) + " others");
    return Join(parts, ", ");
}

std::string OutcomeText(const EntryResult& entry, bool with_name) {
    std::vector<std::string> parts;
    if (entry.verdict) {
        for (const OutputResult& output : entry.verdict->outputs) {
            const std::string word = output.name + " " + PassWord(output.comparison, Style::kPlain);
            const bool judged = !output.comparison.JudgesNothing();
            parts.push_back(judged ? fmt::format("{} {:.3g}", word, output.comparison.max_difference) : word);
        }
    } else if (!entry.user_verdict) {
        parts.push_back(entry.not_validated);
    }
    if (entry.user_verdict) {
        parts.push_back(entry.user_verdict->function + (entry.user_verdict->Passed() ? " PASS" : " FAIL"));
    }
    return (with_name ? entry.program + ": " : "") + Join(parts, ", ");
}

std::string SeriesText(const std::string& name, const std::vector<Series>& list, const std::string& metric) {
    for (const Series& series : list) {
        if (series.metric != metric) continue;
        const Statistics s = Summarize(series.samples_us);
        return fmt::format("{}: min={:.1f} median={:.1f} mean={:.1f} max={:.1f}\n", name, s.min, s.median, s.mean,
                           s.max);
    }
    return {};
}

std::string RankText(const BenchmarkResult& benchmark) {
    std::string text;
    for (const RankTimes& rank : benchmark.ranks) {
        text += SeriesText(fmt::format("rank {}", rank.rank), rank.series, benchmark.metric);
    }
    for (const DispatchTimes& dispatch : benchmark.dispatches) {
        text += SeriesText(fmt::format("rank {} dispatch {} ({})", dispatch.rank, dispatch.slot, dispatch.callable),
                           dispatch.series, benchmark.metric);
    }
    return text;
}

}  // namespace

std::string OutputText(const OutputResult& output, const Tolerance& tolerance, Style style) {
    const Comparison& comparison = output.comparison;
    std::string text = PassWord(comparison, style) + " " + output.name + "  ";
    text += comparison.Failed() ? FailText(output) : LargestDifference(output);
    text += "  " + ToleranceText(output, tolerance);
    if (comparison.ignored > 0) text += fmt::format("  ({} NaN in the reference ignored)", comparison.ignored);
    text += "\n";
    if (comparison.Failed()) text += MismatchTable(output);
    const std::string hint = ToleranceHint(*output.dtype, tolerance);
    if (!hint.empty() && !comparison.JudgesNothing()) text += "hint: " + output.name + ": " + hint + "\n";
    return text;
}

std::string BenchmarkText(const BenchmarkResult& benchmark, bool simulator) {
    const Statistics& statistics = benchmark.statistics;
    std::string text =
        fmt::format("[RUN] effective_us ({} rounds) min={:.1f} median={:.1f} mean={:.1f} max={:.1f}\n",
                    statistics.count, statistics.min, statistics.median, statistics.mean, statistics.max);
    text += fmt::format("metric {}, stddev {:.1f} us ({:.1f} %), {}, {}\n", benchmark.metric, statistics.stddev,
                        100 * statistics.cv, Count(statistics.outliers, "outlier"),
                        Count(static_cast<size_t>(benchmark.plan.warmup), "warm-up round"));
    if (simulator) {
        text += benchmark.metric == kHostMetric ? "host time" : "device time";
        text += " of a simulator: not comparable with a device\n";
    }
    text += RankText(benchmark);
    if (benchmark.baseline) {
        text += DifferenceLine(benchmark.baseline->difference, benchmark.baseline->file) + "\n";
    }
    for (const std::string& warning : benchmark.warnings) text += "warning: " + warning + "\n";
    return text;
}

std::string ComparisonText(const SideBySide& comparison) {
    const PairedDifference& difference = comparison.difference;
    std::string text = fmt::format(
        "compare ({} rounds of each, in turn): as compiled median {:.1f} us, edited {:.1f} us\n",
        comparison.edited.statistics.count, comparison.compiled.statistics.median, comparison.edited.statistics.median);
    text += fmt::format("edited / as compiled {:.3f} ({:.0f} % confidence {:.3f} to {:.3f}): {}\n", difference.ratio,
                        100 * kConfidence, difference.low, difference.high, DifferenceText(difference.verdict));
    for (const std::string& warning : comparison.edited.warnings) text += "warning: " + warning + "\n";
    return text;
}

std::string ReportText(const RunRecord& record, Style style) {
    std::string text;
    for (const EntryResult& entry : record.entries) text += EntryText(record, entry, style);
    return text;
}

std::string ClosingLine(const RunRecord& record, Style style) {
    std::vector<std::string> parts;
    for (const EntryResult& entry : record.entries) parts.push_back(OutcomeText(entry, record.entries.size() > 1));
    if (record.error) parts.emplace_back("see the error above");
    if (record.build) parts.push_back(BuildText(*record.build));
    std::vector<std::string> artefacts = {std::string(kLastRunFile)};
    size_t diagnostics = 0;
    for (const EntryResult& entry : record.entries) {
        for (const std::string& artefact : entry.artefacts) {
            const bool is_diagnostic = artefact.starts_with(kDiagnosticsFolder);
            diagnostics += is_diagnostic ? 1 : 0;
            if (!is_diagnostic) artefacts.push_back(artefact);
        }
    }
    // Every name stands in last_run.json; a distributed run has dozens.
    if (diagnostics > 0) artefacts.push_back(std::string(kDiagnosticsFolder) + " (" + Count(diagnostics, "file") + ")");
    parts.push_back("details in " + Join(artefacts, ", "));
    for (const EntryResult& entry : record.entries) {
        if (!entry.trace.empty()) parts.push_back("timeline in " + entry.trace);
    }
    const std::string result = record.Result();
    const Style word_style = result == "not validated" ? Style::kPlain : style;
    return "pto-replay: " + Paint(result, record.ExitCode() == 0, word_style) + ": " + Join(parts, "; ") + "\n";
}

}  // namespace pto::run
