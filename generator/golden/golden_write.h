// The files of the golden edge: inputs, expected values, and what they depend on.
#pragma once

#include <functional>
#include <string>

#include "base/file_system.h"
#include "generator/golden/golden.h"
#include "generator/golden/golden_checks.h"
#include "generator/golden/golden_source.h"

namespace pto::gen {

// Writes only what changed. `asked_python`: an interpreter was run or looked for. `note` is called with the result's
// note, and with what cannot be followed.
void WriteGolden(const GoldenOptions& options, const GoldenSource& source, const GoldenResult& result,
                 bool asked_python, FileSystem& files, const std::function<void(const std::string&)>& note);

}  // namespace pto::gen
