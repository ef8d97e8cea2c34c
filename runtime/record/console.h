// What pto-replay shows where; base/printer.h writes it.
#pragma once

#include <string>

#include "runtime/command_line/options.h"
#include "runtime/record/report.h"

namespace pto::run {

// Colour where the descriptor may get it.
Style StyleOf(int descriptor);

// Only on a terminal, and only where something but the last line is asked for.
bool ShowsProgress(const Options& options, int descriptor);

// What standard output gets: last_run.json, or the report and the closing line. A command line that could not be
// understood gets none.
std::string OutputOf(const RunRecord& record, const Options& options, Style style);

}  // namespace pto::run
