#include "runtime/record/console.h"

#include "base/printer.h"

namespace pto::run {

Style StyleOf(int descriptor) {
    return UsesColour(descriptor) ? Style::kColour : Style::kPlain;
}

bool ShowsProgress(const Options& options, int descriptor) {
    return !options.quiet && !options.json && IsTerminal(descriptor);
}

std::string OutputOf(const RunRecord& record, const Options& options, Style style) {
    if (options.json) return JsonText(RecordJson(record));
    if (record.error && record.error->kind() == ErrorKind::kUsage) return {};
    return (options.quiet ? "" : ReportText(record, style)) + ClosingLine(record, style);
}

}  // namespace pto::run
