// What the build did since the last scan, one line per step; the run reads it for its summary.
#pragma once

#include <string>

namespace pto::gen {

// `action`: "compiled", "assembled", "spliced"; `reason`: why, in words. Appends with one write, so that parallel steps
// do not mix. The current directory is the compiled directory; a file that cannot be written only costs the summary a
// line.
void AppendActivity(const std::string& action, const std::string& name, const std::string& reason);
void ClearActivity();

}  // namespace pto::gen
