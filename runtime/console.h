// The one printer of pto-replay, and the shape of its messages.
#pragma once

#include <string>

#include "base/error.h"
#include "runtime/options.h"
#include "runtime/report.h"

namespace pto::run {

// Colour only on a terminal, and not when NO_COLOR is set to something or TERM is dumb.
Style StyleOf(int file_descriptor, const Environment& environment);

// Only on a terminal that can take a line back, and only where something but the last line is asked for.
bool ShowsProgress(const Options& options, int file_descriptor, const Environment& environment);

// "pto-replay: error: ..." with a line ending.
std::string ErrorText(const Error& error, Style style);

// What standard output gets: last_run.json, or the report and the closing line. A command line that could not be
// understood gets none.
std::string OutputOf(const RunRecord& record, const Options& options, Style style);

// Writes the whole text; errors of the stream are ignored, there is nobody to tell.
void Print(int file_descriptor, std::string_view text);

}  // namespace pto::run
